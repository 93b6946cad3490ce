/** Text that was written as Markdown, as HTML for the schema to read. Loaded when such a text is pasted. */
import { Marked } from 'marked'

const { parse: read } = new Marked({ gfm: true, breaks: false, async: false })

// The end of a line before a fence is the fence's, not the code's.
export const htmlOfMarkdown = (text: string): string =>
  (read(text) as string).replace(/\n<\/code><\/pre>/g, '</code></pre>')
