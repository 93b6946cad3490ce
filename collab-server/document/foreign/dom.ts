/** Steps in the tree of an HTML text, on any DOM. */

/**
 * The page's policy lets no text bring styles along, not even into a document that is only read: there they are empty, and
 * each is reported. Under another name they can be read.
 */
export const STYLE = 'data-style'

/**
 * The elements of these names within one, in their order; all of them without names. A selector of several would make
 * the server's DOM count the neighbours of each.
 */
export const each = (root: Element, names = ''): Element[] => {
  const wanted = new Set(names.split(' '))
  const found: Element[] = []
  const look = (parent: Element) => {
    for (let at = parent.firstChild; at; at = at.nextSibling) {
      if (!isElement(at)) continue
      if (names === '' || wanted.has(at.nodeName.toUpperCase())) found.push(at)
      look(at)
    }
  }
  look(root)
  return found
}

/** Those whose style says this. */
export const styled = (root: Element, style: RegExp, names = '') =>
  each(root, names).filter(one => style.test(styleOf(one)))

// One after another: once it was asked for all at once, the server's DOM looks through them with each change.
export const childrenOf = (element: Element): ChildNode[] => {
  const found: ChildNode[] = []
  for (let at = element.firstChild; at; at = at.nextSibling) found.push(at)
  return found
}

export const unwrap = (element: Element) => {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element)
  element.parentNode?.removeChild(element)
}

/** Likewise the words of an element. */
export const wordsOf = (node: Node): string => {
  if (node.nodeType === 3) return node.nodeValue ?? ''
  let words = ''
  for (let at = node.firstChild; at; at = at.nextSibling) words += wordsOf(at)
  return words
}

/** Puts a new element around these neighbours. */
export const wrap = (nodes: readonly ChildNode[], name: string): Element => {
  const [first] = nodes
  const around = first!.ownerDocument!.createElement(name)
  first!.parentNode!.insertBefore(around, first!)
  for (const node of nodes) around.appendChild(node)
  return around
}

export const isElement = (node: Node | null): node is Element => node?.nodeType === 1
export const isBlankText = (node: Node) => node.nodeType === 3 && !/[^ \t\r\n\f]/.test(node.nodeValue ?? '')
export const styleOf = (element: Element) => element.getAttribute(STYLE) ?? ''
