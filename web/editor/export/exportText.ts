/** A text taken along: copied or kept as a file, printed. Loaded when that is asked for. */
import type { Editor } from '@tiptap/core'
import { type MarkdownOptions, toMarkdown } from '#document'
import { imageAddress } from '../../data/imageUploads.ts'
import { getRow } from '../../data/rows.ts'
import { addressOf, keyOf } from '../../issues/issueAddress.ts'
import { copyText } from '../../ui/copy.ts'

export type TakenText = { editor: Editor; title: string; projectId: string; images?: boolean }

const whole = (path: string) => new URL(path, location.origin).href

const addressOfImage = (projectId: string) => (src: string) =>
  /^[\w-]+$/.test(src) ? whole(imageAddress(projectId, src)) : src

const entity: NonNullable<MarkdownOptions['entity']> = ({ attrs }) => {
  const issue = getRow('issue', String(attrs.entity_identifier ?? ''))
  return issue ? { name: `${keyOf(issue)} ${issue.name}`, href: whole(addressOf(issue)) } : null
}

export const markdownOf = ({ editor, title, projectId, images = true }: TakenText): string => {
  const text = toMarkdown(editor.state.doc, {
    entity,
    ...(images ? { imageAddress: addressOfImage(projectId) } : {}),
  })
  return title ? `# ${title.replace(/\s+/g, ' ')}\n\n${text}` : text
}

/** A page that stands alone: what only this program shows is replaced by what every browser does. */
export const htmlOf = ({ editor, title, projectId, images = true }: TakenText): string => {
  const page = new DOMParser().parseFromString(editor.getHTML(), 'text/html')
  page.title = title
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  page.head.prepend(charset)
  for (const place of page.querySelectorAll('image-component, img')) {
    const src = place.getAttribute('src')
    if (!images || !src) {
      place.remove()
      continue
    }
    const image = page.createElement('img')
    image.setAttribute('src', addressOfImage(projectId)(src))
    image.setAttribute('alt', place.getAttribute('alt') ?? '')
    place.replaceWith(image)
  }
  for (const name of page.querySelectorAll('mention-component, issue-embed-component')) {
    const known = entity({ attrs: { entity_identifier: name.getAttribute('entity_identifier') } } as never)
    const link = page.createElement(known?.href ? 'a' : 'span')
    if (known?.href) link.setAttribute('href', known.href)
    link.textContent = known?.name ?? (name.hasAttribute('label') ? `@${name.getAttribute('label')}` : '')
    name.replaceWith(link)
  }
  if (title) {
    const heading = page.createElement('h1')
    heading.textContent = title
    page.body.prepend(heading)
  }
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`
}

/** Lowercase, words joined by hyphens: a name that every file system takes. */
export const fileName = (title: string, ending: string): string => {
  const words =
    title
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? ''
  return `${words.slice(0, 80) || 'untitled'}.${ending}`
}

const keep = (text: string, type: string, name: string) => {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

export const copyMarkdown = (text: TakenText) => copyText(markdownOf(text), 'Markdown')

export const downloadMarkdown = (text: TakenText) =>
  keep(markdownOf(text), 'text/markdown', fileName(text.title, 'md'))

export const downloadHtml = (text: TakenText) => keep(htmlOf(text), 'text/html', fileName(text.title, 'html'))

/** Paper is white: what is printed is printed in the light theme. The browser makes a PDF of it, on paper of any size. */
export const printText = ({ title }: Pick<TakenText, 'title'>) => {
  const { dataset } = document.documentElement
  const [theme, before] = [dataset.theme, document.title]
  dataset.theme = 'light'
  document.title = fileName(title, '').slice(0, -1)
  print()
  document.title = before
  if (theme === undefined) delete dataset.theme
  else dataset.theme = theme
}
