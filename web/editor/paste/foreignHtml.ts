/** HTML of other programs, put in the words of ours before the schema reads it. Works on any DOM; runs and loads nothing. */

/**
 * The page's policy lets no text bring styles along, not even into a document that is only read: there they are empty, and
 * each is reported. Under another name they can be read.
 */
const STYLE = 'data-style'
export const setStylesAside = (html: string) => html.replace(/(<[a-z][^<>]*?\s)style\s*=/gi, `$1${STYLE}=`)

/** Stored HTML, that the page's policy lets nobody read styles of: which side its lines stand on is told without one. */
export const withoutStyles = (html: string): string => {
  if (!/style\s*=/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(setStylesAside(html), 'text/html')
  readSides(body)
  return body.innerHTML
}

const each = (root: Element, query: string) => Array.from(root.querySelectorAll(query) as ArrayLike<Element>)

const unwrap = (element: Element) => {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element)
  element.parentNode?.removeChild(element)
}

/** A list in which an item begins with a box is one of things to do. */
const readTasks = (root: Element) => {
  for (const box of each(root, 'li > input[type="checkbox"], li > p:first-child > input[type="checkbox"]')) {
    const item = box.closest('li')
    if (!item?.parentElement || item.hasAttribute('data-type')) continue
    item.setAttribute('data-type', 'taskItem')
    item.setAttribute('data-checked', String(box.hasAttribute('checked')))
    item.parentElement.setAttribute('data-type', 'taskList')
    box.parentNode?.removeChild(box)
  }
}

const BULLET = /^[\s\u00a0]*([·•o§▪‣–-])[\s\u00a0]+/
const NUMBER = /^[\s\u00a0]*(\d+|[a-z])[.)][\s\u00a0]+/i

/** Marks Word's numbered paragraphs while their signs still stand. */
const markNumbers = (root: Element) => {
  for (const sign of each(root, `p span[${STYLE}*="mso-list"]`))
    if (NUMBER.test(`${sign.textContent} `) && !/^[\s\u00a0]*o[\s\u00a0]/.test(`${sign.textContent} `))
      sign.closest('p')?.setAttribute('data-numbered', '')
}

/** Word writes lists as paragraphs that say of which list and level they are. */
const readWordLists = (root: Element) => {
  let lists: { list: Element; level: number }[] = []
  for (const line of each(root, 'p')) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d)/i.exec(line.getAttribute(STYLE) ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const before = line.previousElementSibling
    if (!lists[0] || before !== lists[0].list) lists = []
    for (const sign of each(line, `span[${STYLE}*="mso-list"]`)) {
      // The sign itself is a part of the text there.
      if (BULLET.test(`${sign.textContent} `) || NUMBER.test(`${sign.textContent} `))
        sign.parentNode?.removeChild(sign)
    }
    const isNumbered =
      /^\s*(\d+|[a-z])[.)]/i.test(line.textContent ?? '') || line.hasAttribute('data-numbered')
    while (lists.length > 1 && (lists.at(-1)?.level ?? 0) > level) lists.pop()
    const last = lists.at(-1)
    if (!last || level > last.level) {
      const list = root.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      if (last) (last.list.lastElementChild ?? last.list).appendChild(list)
      else line.parentNode?.insertBefore(list, line)
      lists.push({ list, level })
    }
    const item = root.ownerDocument.createElement('li')
    lists.at(-1)?.list.appendChild(item)
    item.appendChild(line)
  }
}

const STYLES: [RegExp, string][] = [
  [/font-weight:\s*(bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*:\s*[^;]*underline/i, 'u'],
  [/text-decoration[^;]*:\s*[^;]*line-through/i, 's'],
]

/** Styles that mean what a mark of ours means become it; fonts and sizes of elsewhere stay there. */
const readStyles = (root: Element) => {
  for (const span of each(root, `span[${STYLE}]`)) {
    const style = span.getAttribute(STYLE) ?? ''
    span.removeAttribute(STYLE)
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

/** Sides are told the old way, that needs no style. */
const readSides = (root: Element) => {
  for (const line of each(root, `[${STYLE}*="text-align"]`)) {
    const side = /text-align:\s*(center|right|justify)/i.exec(line.getAttribute(STYLE) ?? '')?.[1]
    if (side) line.setAttribute('align', side.toLowerCase())
  }
}

/** An image alone in its paragraph is a block here. */
const liftImages = (root: Element) => {
  for (const image of each(root, 'p > img')) {
    const line = image.parentElement
    if (line && !line.textContent?.trim()) unwrap(line)
  }
}

/** Elements that a program adds as its own version of a text that is there anyway. */
const UNSEEN = 'script,style,template,iframe,object,embed,svg,math,noscript,head,meta,link,title'

export const readForeign = (root: Element) => {
  for (const unseen of each(root, UNSEEN)) unseen.parentNode?.removeChild(unseen)
  for (const part of each(root, 'b[id^="docs-internal-guid"]')) unwrap(part)
  markNumbers(root)
  readWordLists(root)
  readTasks(root)
  readStyles(root)
  readSides(root)
  liftImages(root)
}
