/** A text on paper or on the clipboard. */
import type { Editor } from '@tiptap/core'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { loadIssue } from '../../issues/acts/useLoadedIssue.ts'
import { copyText } from '../../ui/copy.ts'
import { placeIn } from '../textPlace.ts'

export const pageSizes = ['A4', 'A3', 'A2', 'letter', 'legal', 'tabloid'] as const
export type PageSize = (typeof pageSizes)[number]
/** `images`: false leaves them out. */
export type ExportOptions = { title: string; project: string; images: boolean }

const fileName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'untitled'

/** Issues that are in a text may not have been seen yet; one that is not shared with this person is left out. */
const loadIssues = async (editor: Editor) => {
  const wanted: Promise<unknown>[] = []
  editor.state.doc.descendants(({ type, attrs }) => {
    const issueId = String(attrs.entity_identifier ?? '')
    if (type.name !== 'issue-embed-component' || getRow('issue', issueId)) return
    wanted.push(loadIssue(issueId).catch(() => {}))
  })
  await Promise.all(wanted)
}

const calledIssue = (id: string) => {
  const issue = getRow('issue', id) as Issue | null
  return issue && `${keyOf(issue)} ${issue.name}`
}

const markdownOf = async (editor: Editor, { title, project, images }: ExportOptions) => {
  const { toMarkdown } = await import('#document/markdown/index.ts')
  await loadIssues(editor)
  const body = toMarkdown(editor.getJSON(), { ...placeIn(project), images, issue: calledIssue })
  return `# ${title}\n\n${body}`
}

/**
 * Opens the browser's dialog for paper and PDF, which offers the document's title as the file name; without a size on the
 * paper that is chosen there. What is printed is the page on the screen, by the style sheet for paper.
 */
export const printText = (title: string, { size, images }: { size: PageSize | null; images: boolean }) => {
  const name = size ? `${fileName(title)}-${size.toLowerCase()}` : fileName(title)
  const before = document.title
  document.title = name
  const paper = new CSSStyleSheet()
  paper.replaceSync(
    `${size ? `@page { size: ${size === 'tabloid' ? '11in 17in' : size}; margin: 18mm }` : ''} ${images ? '' : '@media print { .document :is(img, .image-block) { display: none !important } }'}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper]
  addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== paper)
      document.title = before
    },
    { once: true },
  )
  window.print()
}

export const copyMarkdown = async (editor: Editor, options: ExportOptions) =>
  copyText(await markdownOf(editor, options), 'Markdown')
