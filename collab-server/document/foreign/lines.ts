/** Lines of other programs: words beside blocks, empty lines, images and links. */
import { childrenOf, each, isBlankText, isElement, STYLE, unwrap, wordsOf, wrap } from './dom.ts'

const names = (text: string) => new Set(text.split(' '))

const BLOCKS = names(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DETAILS DIV DL FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV ' +
    'OL P PRE SECTION TABLE UL IMAGE-COMPONENT FILE-COMPONENT ISSUE-EMBED-COMPONENT',
)
/** Blocks that the schema does not know: their content takes their place. */
const SEEN_THROUGH = 'ADDRESS ARTICLE ASIDE CENTER DIV FOOTER FORM HEADER MAIN NAV SECTION'
const seenThrough = (root: Element) =>
  each(root, SEEN_THROUGH).filter(block => !block.hasAttribute('data-block-type'))

// Of a newer schema only a placeholder is in HTML.
const isBlock = (node: ChildNode) =>
  BLOCKS.has(node.nodeName) || (isElement(node) && node.hasAttribute('data-unknown'))

const isBlank = (node: ChildNode) => isBlankText(node) || node.nodeType === 8
const emptyLine = (lineBreak: ChildNode) => {
  wrap([lineBreak], 'p').removeChild(lineBreak)
}

/** Neighbours that are no blocks, as a line; a break at its beginning is an empty line, one at its end is none. */
const wrapLine = (nodes: readonly ChildNode[]) => {
  const seen = nodes.filter(node => node.nodeType !== 8)
  const start = seen.findIndex(node => !isBlank(node) && node.nodeName !== 'BR')
  const line = start < 0 ? [] : seen.slice(start)
  for (const node of start < 0 ? seen : seen.slice(0, start)) if (node.nodeName === 'BR') emptyLine(node)
  while (line.length > 0 && isBlank(line.at(-1)!)) line.pop()
  const last = line.at(-1)
  if (last?.nodeName === 'BR') last.parentNode?.removeChild(line.pop()!)
  if (line.length > 0) wrap(line, 'p')
}

/** Words beside blocks are lines of their own: a reader drops the blanks between parts that are in none. */
const wrapWords = (parent: Element) => {
  const children = childrenOf(parent)
  if (!children.some(isBlock)) return
  let line: ChildNode[] = []
  for (const node of [...children, null]) {
    if (node && !isBlock(node)) line.push(node)
    else {
      wrapLine(line)
      line = []
    }
  }
}

const asParagraph = (block: Element) => {
  const line = block.ownerDocument.createElement('p')
  for (const name of [STYLE, 'align']) {
    const value = block.getAttribute(name)
    if (value !== null) line.setAttribute(name, value)
  }
  while (block.firstChild) line.appendChild(block.firstChild)
  block.parentNode?.replaceChild(line, block)
}

/** A block of words alone is a line, and one that holds nothing but a break an empty one. */
const readParagraphs = (root: Element) => {
  for (const end of each(root, 'BR'))
    if (end.getAttribute('class') === 'Apple-interchange-newline') end.parentNode?.removeChild(end)
  for (const block of seenThrough(root)) {
    const children = childrenOf(block)
    if (children.some(node => !isBlank(node)) && !children.some(isBlock)) asParagraph(block)
  }
  for (const line of new Set(each(root, 'BR').map(lineBreak => lineBreak.parentNode))) {
    const children = line && /^(?:P|H\d)$/.test(line.nodeName) ? childrenOf(line as Element) : []
    const [lineBreak, ...others] = children.filter(node => !isBlankText(node))
    if (lineBreak?.nodeName === 'BR' && others.length === 0) line!.removeChild(lineBreak)
  }
}

const IMAGES = 'IMG IMAGE-COMPONENT'

/** Images are outside of words here: one in a link is followed by the link, with its description. */
const keepTargets = (root: Element) => {
  for (const link of new Set(each(root, IMAGES).map(image => image.closest('a[href]')))) {
    if (!link || wordsOf(link).trim() !== '') continue
    const within = each(link, IMAGES)
    const words = within.map(image => image.getAttribute('alt') ?? '').find(alt => alt.trim() !== '')
    for (const image of within) link.parentNode?.insertBefore(image, link)
    link.textContent = words ?? link.getAttribute('href')
  }
}

/** Images are blocks here: one alone in its paragraph, or first in it, is before the words. */
const liftImages = (root: Element) => {
  for (const line of new Set(each(root, IMAGES).map(image => image.parentElement))) {
    if (line?.nodeName !== 'P') continue
    for (const node of childrenOf(line)) {
      if (/^IM(?:G|AGE-COMPONENT)$/.test(node.nodeName)) line.parentNode?.insertBefore(node, line)
      else if (!isBlank(node)) break
    }
    if (wordsOf(line).trim() === '') unwrap(line)
  }
}

export const readLines = (root: Element) => {
  keepTargets(root)
  readParagraphs(root)
  for (const parent of [root, ...seenThrough(root)]) wrapWords(parent)
  liftImages(root)
}
