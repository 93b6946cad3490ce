/** Code of other programs as one block of letters. */
import { childrenOf, each, isElement, styleOf } from './dom.ts'

const LINES = new Set(['DIV', 'P', 'LI', 'TR'])

/** The letters of an element, each block in it a line of its own. */
const linesOf = (element: Element): string => {
  let letters = ''
  const endLine = () => {
    if (letters !== '' && !letters.endsWith('\n')) letters += '\n'
  }
  const read = (parent: Element) => {
    for (const node of childrenOf(parent)) {
      if (node.nodeType === 3) letters += node.nodeValue ?? ''
      if (!isElement(node)) continue
      if (node.nodeName === 'BR') letters += '\n'
      else if (LINES.has(node.nodeName)) {
        endLine()
        const before = letters.length
        read(node)
        // A line that holds nothing but a break is one line.
        if (letters.slice(before) !== '\n') letters += '\n'
      } else read(node)
    }
  }
  read(element)
  return letters.replace(/\n$/, '')
}

const SOURCE = /\bhighlight-source-([\w+-]+)/

const languageOf = (pre: Element): string | null => {
  const named = [pre, ...each(pre, 'CODE')].map(one => /\blang(?:uage)?-([\w+#-]+)/.exec(one.className)?.[1])
  const around = pre.parentNode
  return (
    named.find(Boolean) ??
    (isElement(around) ? (SOURCE.exec(around.getAttribute('class') ?? '')?.[1] ?? null) : null)
  )
}

const KEEPS_BLANKS = /white-space:\s*pre\s*(?:;|$)/i

/** Blocks whose blanks and lines stay as they are hold code; code is one run of letters. */
export const readCode = (root: Element) => {
  const { ownerDocument } = root
  for (const block of each(root, 'PRE DIV')) {
    if (block.nodeName === 'DIV' && !KEEPS_BLANKS.test(styleOf(block))) continue
    // One within another has become letters of it.
    if (!root.contains(block)) continue
    const isPlain = childrenOf(block).every(node => node.nodeType === 3 || node.nodeName === 'CODE')
    if (block.nodeName === 'PRE' && isPlain && !languageOfNeighbour(block)) continue
    const [pre, code] = [ownerDocument.createElement('pre'), ownerDocument.createElement('code')]
    const language = languageOf(block)
    if (language) code.setAttribute('class', `language-${language}`)
    code.appendChild(ownerDocument.createTextNode(linesOf(block)))
    pre.appendChild(code)
    block.parentNode?.replaceChild(pre, block)
  }
}

const languageOfNeighbour = (pre: Element) =>
  isElement(pre.parentNode) && SOURCE.test(pre.parentNode.getAttribute('class') ?? '')
