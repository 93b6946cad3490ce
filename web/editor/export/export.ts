/** A text as a file or on the clipboard, made in the browser. */
import type { Editor, JSONContent } from '@tiptap/core'
import { DOMSerializer, Fragment } from '@tiptap/pm/model'
import { messageOf } from '#contract/messageOf.ts'
import type { Issue } from '#contract/work/issues.ts'
import { headingsOf, imageAddressOf, listOfHeadings, NAMELESS, namedAddress } from '#document'
import { getRow } from '../../data/rows.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { loadIssue } from '../../issues/acts/useLoadedIssue.ts'
import { copyText } from '../../ui/copy.ts'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { placeIn } from '../textPlace.ts'

export type ExportKind = 'pdf' | 'markdown' | 'html'
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

/** Issues that stand in a text may not have been seen yet; one that is not shared with this person is left out. */
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

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, sign => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`)

const elementsOf = ({ schema }: Editor, json: JSONContent) => {
  const elements = DOMSerializer.fromSchema(schema).serializeFragment(
    Fragment.from(schema.nodeFromJSON(json)),
  )
  // They lead to places of the same file.
  for (const link of (elements as DocumentFragment).querySelectorAll('a')) link.removeAttribute('target')
  return elements
}

// Turns elements that only our own pages understand into ones that every browser shows.
const htmlOf = async (editor: Editor, { title, project, images }: ExportOptions) => {
  await loadIssues(editor)
  const place = placeIn(project)
  // Nothing is loaded in a document that is not shown.
  const exported = new DOMParser().parseFromString(editor.getHTML(), 'text/html')
  const { body } = exported
  for (const image of body.querySelectorAll('image-component, img')) {
    const src = image.getAttribute('src')
    if (!images || !src) {
      ;(image.closest('figure') ?? image).remove()
      continue
    }
    const shown = exported.createElement('img')
    shown.src = imageAddressOf(place, src)
    shown.alt = image.getAttribute('alt') ?? ''
    shown.style.maxWidth = '100%'
    image.replaceWith(shown)
  }
  for (const file of body.querySelectorAll('file-component')) {
    const [src, name] = [file.getAttribute('src'), file.getAttribute('name')]
    const [line, link] = [exported.createElement('p'), exported.createElement('a')]
    link.href = src ? imageAddressOf(place, src) : ''
    link.textContent = name
    line.append(link)
    if (src) file.replaceWith(line)
    else file.remove()
  }
  const linked = (named: Element, words: string) => {
    const link = exported.createElement('a')
    link.textContent = words
    link.href = namedAddress(place, name => named.getAttribute(name)) ?? ''
    return link.getAttribute('href') ? link : words
  }
  for (const mention of body.querySelectorAll('mention-component'))
    mention.replaceWith(linked(mention, `@${mention.getAttribute('label') ?? ''}`))
  for (const embed of body.querySelectorAll('issue-embed-component')) {
    const line = exported.createElement('p')
    line.append(linked(embed, calledIssue(embed.getAttribute('entity_identifier') ?? '') ?? NAMELESS))
    embed.replaceWith(line)
  }
  // In the order of the text, as their names are given.
  const headings = headingsOf(editor.state.doc)
  const shown = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(one => one.textContent?.trim())
  for (const [nth, heading] of shown.entries()) heading.id = headings[nth]?.slug ?? ''
  const list = listOfHeadings(headings)
  for (const contents of body.querySelectorAll('[data-block-type="table-of-contents"]')) {
    if (list) contents.replaceWith(exported.adoptNode(elementsOf(editor, list)))
    else contents.remove()
  }
  for (const toggle of body.querySelectorAll('details')) toggle.open = true
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title>`
  return `<!doctype html>\n<html><head>${head}</head><body><h1>${escaped(title)}</h1>\n${body.innerHTML}</body></html>\n`
}

// The browser offers the document's title as the file name. It prints the page on the screen by the style sheet for
// paper; its own dialog makes a PDF.
const print = (name: string, size: PageSize, images: boolean) => {
  const { title } = document
  document.title = name
  const paper = new CSSStyleSheet()
  paper.replaceSync(
    `@page { size: ${size === 'tabloid' ? '11in 17in' : size}; margin: 18mm } ${images ? '' : '@media print { .document :is(img, .image-block) { display: none !important } }'}`,
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper]
  addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== paper)
      document.title = title
    },
    { once: true },
  )
  window.print()
}

export const copyMarkdown = async (editor: Editor, options: ExportOptions) =>
  copyText(await markdownOf(editor, options), 'Markdown')

/** Answers whether the export succeeded; a toast gives the reason of a failure. */
export const exportText = async (
  editor: Editor,
  kind: ExportKind,
  options: ExportOptions & { size: PageSize },
): Promise<boolean> => {
  const name = fileName(options.title)
  try {
    if (kind === 'markdown') download(`${name}.md`, 'text/markdown', await markdownOf(editor, options))
    else if (kind === 'html') download(`${name}.html`, 'text/html', await htmlOf(editor, options))
    else print(`${name}-${options.size.toLowerCase()}`, options.size, options.images)
    return true
  } catch (error) {
    toast.failure(`The page was not exported. ${messageOf(error)}`)
    return false
  }
}
