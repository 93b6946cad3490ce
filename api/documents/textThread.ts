/** Where the tasks of long texts run: a thread of its own, which is ended when one takes too long. */
import { textTasks } from './textTasks.ts'

export const { derive, beginHtml, beginJson, copy, merge, mergeUpdate, bringBack, renameFiles } = textTasks
export const { markdownOf, htmlOfMarkdown, clean } = textTasks
