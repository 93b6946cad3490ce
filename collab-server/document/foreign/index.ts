/** HTML of other programs, put in the words of ours before the schema reads it. Works on any DOM; runs and loads nothing. */
import { readCode } from './code.ts'
import { each, STYLE, styled, styleOf, unwrap } from './dom.ts'
import { readLines } from './lines.ts'
import { nestLists, readWordLists } from './lists.ts'
import { readTasks } from './tasks.ts'

export const setStylesAside = (html: string) => html.replace(/(<[a-z][^<>]*?\s)style\s*=/gi, `$1${STYLE}=`)

/** Stored HTML, that the page's policy lets nobody read styles of: which side its lines are on is reported without one. */
export const withoutStyles = (html: string): string => {
  if (!/style\s*=/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(setStylesAside(html), 'text/html')
  readSides(body)
  return body.innerHTML
}

const STYLES: [RegExp, string][] = [
  [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration(?:-line)?:[^;:]*underline/i, 'u'],
  [/text-decoration(?:-line)?:[^;:]*line-through/i, 's'],
]

/** Styles that mean what a mark of ours means become it; fonts and sizes of elsewhere stay there. */
const readStyles = (root: Element) => {
  for (const span of styled(root, /./, 'SPAN')) {
    const style = styleOf(span)
    span.removeAttribute(STYLE)
    span.removeAttribute('style')
    let inner = span
    for (const [, name] of STYLES.filter(([sign]) => sign.test(style))) {
      const mark = root.ownerDocument.createElement(name)
      while (inner.firstChild) mark.appendChild(inner.firstChild)
      inner.appendChild(mark)
      inner = mark
    }
    if (span.attributes.length === 0) unwrap(span)
  }
}

/** Sides are given the old way, that needs no style. */
const readSides = (root: Element) => {
  for (const line of styled(root, /text-align/i)) {
    const side = /text-align:\s*(center|right|justify)/i.exec(styleOf(line))?.[1]
    if (side) line.setAttribute('align', side.toLowerCase())
  }
}

/** Elements that a program adds as its own version of a text that is there anyway. */
const UNSEEN = 'SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED SVG MATH NOSCRIPT HEAD META LINK TITLE'

/** Elements that look bold or leaning, and whose style says that they are not. */
const readPlain = (root: Element) => {
  for (const part of styled(root, /font-weight:\s*(?:normal|[1-4]00)/i, 'B STRONG')) unwrap(part)
  for (const part of styled(root, /font-style:\s*normal/i, 'I EM')) unwrap(part)
}

export const readForeign = (root: Element) => {
  for (const unseen of each(root, UNSEEN)) unseen.parentNode?.removeChild(unseen)
  for (const part of each(root, 'B')) if (/^docs-internal-guid/.test(part.id)) unwrap(part)
  readCode(root)
  readWordLists(root)
  nestLists(root)
  readTasks(root)
  readPlain(root)
  readStyles(root)
  readLines(root)
  readSides(root)
}

/** Lays the styles of a tree beside them, where these are read. */
export const layStylesAside = (root: Element) => {
  for (const part of each(root)) {
    const style = part.getAttribute('style')
    if (style !== null) part.setAttribute(STYLE, style)
  }
}
