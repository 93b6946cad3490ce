/** Pages of other programs as HTML: their own words for boxes, toggles and files, put into ours before the schema reads them. */
import { childrenOf, each, isElement, unwrap, wordsOf } from '../foreign/dom.ts'
import { setAside } from './addresses.ts'

const classOf = (element: Element) => ` ${element.getAttribute('class') ?? ''} `
const hasClass = (element: Element, name: string) => classOf(element).includes(` ${name} `)
const drop = (element: Element) => element.parentNode?.removeChild(element)

const make = (beside: Element, name: string, attributes: Record<string, string> = {}): Element => {
  const made = beside.ownerDocument.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
const replace = (old: Element, by: Element) => old.parentNode?.replaceChild(by, old)
const move = (from: Element, to: Element) => {
  while (from.firstChild) to.appendChild(from.firstChild)
}

const lineOf = (beside: Element, href: string | null, words: string): Element => {
  const line = make(beside, 'p')
  const link = href === null ? line : line.appendChild(make(beside, 'a', { href }))
  link.textContent = words.trim() || href || ''
  return line
}

const box = (old: Element, emoji = ''): Element => {
  const codes = [...emoji.trim()].map(letter => letter.codePointAt(0)).join('-')
  const isSign =
    emoji.trim() !== '' && [...emoji.trim()].length <= 16 && /\p{Extended_Pictographic}/u.test(emoji)
  return make(old, 'div', {
    'data-block-type': 'callout-component',
    ...(isSign ? { 'data-logo-in-use': 'emoji', 'data-emoji-unicode': codes } : {}),
  })
}

/** A list for each of its items is in the pages of one tool: neighbours of one kind are one list. */
const joinLists = (root: Element) => {
  for (const list of each(root, 'UL OL')) {
    if (list.parentNode === null) continue
    for (;;) {
      let next = list.nextSibling
      while (next && next.nodeType === 3 && !/\S/.test(next.nodeValue ?? '')) next = next.nextSibling
      if (!isElement(next) || next.nodeName !== list.nodeName || classOf(next) !== classOf(list)) break
      // A list that says its number begins anew where that is the first.
      if (list.nodeName === 'OL' && (next.getAttribute('start') ?? '1') === '1') break
      move(next, list)
      drop(next)
    }
  }
}

const readFigure = (figure: Element) => {
  const [link] = each(figure, 'A')
  const href = link?.getAttribute('href') ?? null
  if (hasClass(figure, 'callout')) {
    const parts = childrenOf(figure).filter(isElement)
    const icon = parts.find(part => each(part, 'SPAN').some(span => hasClass(span, 'icon')))
    const made = box(figure, icon && icon !== parts.at(-1) ? wordsOf(icon) : '')
    if (icon && icon !== parts.at(-1)) drop(icon)
    move(figure, made)
    replace(figure, made)
  } else if (hasClass(figure, 'equation')) {
    const source = each(figure, 'ANNOTATION').map(wordsOf).join('\n') || wordsOf(figure)
    const code = make(figure, 'pre')
    code.appendChild(make(figure, 'code', { class: 'language-latex' })).textContent = source.trim()
    replace(figure, code)
  } else if (each(figure, 'IMG').length === 1 && !each(figure, 'A').some(one => hasClass(one, 'bookmark'))) {
    // A picture links to itself, its words are below it.
    for (const one of each(figure, 'A')) if (each(one, 'IMG').length > 0) unwrap(one)
  } else if (href !== null && each(figure, 'TABLE PRE').length === 0) {
    const titled = each(figure, 'DIV').find(part => hasClass(part, 'bookmark-title'))
    replace(figure, lineOf(figure, href, wordsOf(titled ?? link!)))
  }
}

const readDetails = (root: Element) => {
  for (const list of each(root, 'UL'))
    if (hasClass(list, 'toggle')) {
      for (const item of childrenOf(list)) if (item.nodeName === 'LI') unwrap(item as Element)
      unwrap(list)
    }
  for (const part of each(root, 'DIV')) {
    if (!hasClass(part, 'expand-container')) continue
    const inner = each(part, 'DIV SPAN')
    const title = inner.find(one => hasClass(one, 'expand-control-text'))
    const content = inner.find(one => hasClass(one, 'expand-content'))
    if (!content) continue
    const made = make(part, 'details')
    made.appendChild(make(part, 'summary')).textContent = wordsOf(title ?? part)
      .trim()
      .slice(0, 1000)
      .toWellFormed()
    move(content, made)
    replace(part, made)
  }
}

const PANELS = ['confluence-information-macro', 'panel', 'aui-message', 'admonition']

const readPanels = (root: Element) => {
  for (const part of each(root, 'DIV ASIDE')) {
    if (part.getAttribute('data-block-type')) continue
    if (hasClass(part, 'code')) {
      for (const code of each(part, 'PRE')) {
        const brush = /brush:\s*([\w+#-]+)/.exec(
          code.getAttribute('data-syntaxhighlighter-params') ?? '',
        )?.[1]
        const inner = make(code, 'code', brush ? { class: `language-${brush}` } : {})
        inner.textContent = wordsOf(code)
        while (code.firstChild) code.removeChild(code.firstChild)
        code.appendChild(inner)
      }
    } else if (part.nodeName === 'ASIDE' || PANELS.some(name => hasClass(part, name))) {
      const made = box(part)
      for (const icon of each(part, 'SPAN')) if (/\baui-icon\b/.test(classOf(icon))) drop(icon)
      move(part, made)
      replace(part, made)
    }
  }
}

const readWords = (root: Element) => {
  for (const nav of each(root, 'NAV')) {
    if (hasClass(nav, 'table_of_contents'))
      replace(nav, make(nav, 'div', { 'data-block-type': 'table-of-contents' }))
    else drop(nav)
  }
  for (const contents of each(root, 'DIV'))
    if (hasClass(contents, 'toc-macro'))
      replace(contents, make(contents, 'div', { 'data-block-type': 'table-of-contents' }))
  for (const time of each(root, 'TIME')) {
    time.textContent = wordsOf(time).replace(/^\s*@/, '')
    unwrap(time)
  }
  for (const head of each(root, 'THEAD TBODY TFOOT'))
    if (head.getAttribute('style')) head.removeAttribute('style')
}

/** Addresses of the archive are set aside; the real names of its files are beside them. */
const readAddresses = (root: Element, names: Map<string, string>) => {
  const note = (element: Element, address: string) => {
    const name =
      element.getAttribute('data-linked-resource-default-alias') ??
      element.getAttribute('data-filename') ??
      ''
    if (name && !/[/\\]/.test(name)) names.set(address, name.slice(0, 255))
  }
  for (const image of each(root, 'IMG')) {
    // Emoji of the other tool are pictures of its own.
    const emoji = image.getAttribute('data-emoji-fallback')
    if (emoji || hasClass(image, 'emoticon')) {
      replace(image, make(image, 'span'))
      continue
    }
    const src = image.getAttribute('src') ?? image.getAttribute('data-image-src') ?? ''
    note(image, src)
    image.setAttribute('src', setAside(src, 'picture'))
  }
  for (const link of each(root, 'A')) {
    const href = link.getAttribute('href')
    if (href === null) continue
    note(link, href)
    link.setAttribute('href', setAside(href, 'link'))
  }
}

/** Files that the other tool lists below a page, and that its text may not name. */
const attachmentsOf = (root: Element, names: Map<string, string>): string[] =>
  each(root, 'A').flatMap(link => {
    const href = link.getAttribute('href') ?? ''
    const words = wordsOf(link).trim()
    if (!href.startsWith('attachments/') || !words) return []
    if (!names.has(href)) names.set(href, words.replace(/[/\\]/g, ' ').slice(0, 255))
    return href
  })

const byId = (root: Element, id: string) => each(root).find(element => element.getAttribute('id') === id)

/** The part of a page that is its text. */
const textOf = (root: Element): Element => {
  const main = byId(root, 'main-content')
  if (main) return main
  const article = each(root, 'MAIN ARTICLE')[0] ?? root
  const body = each(article, 'DIV').find(part => hasClass(part, 'page-body'))
  if (!body) return article
  // Facts of a row of a database, and the words below a title, are before the text.
  const before = [
    ...each(article, 'P').filter(part => hasClass(part, 'page-description') && wordsOf(part).trim()),
    ...each(article, 'TABLE').filter(part => hasClass(part, 'properties')),
  ]
  for (const part of before.toReversed()) {
    // The box of a field is all that it says.
    for (const box of each(part, 'DIV'))
      if (hasClass(box, 'checkbox-on') || hasClass(box, 'checkbox-off'))
        box.appendChild(box.ownerDocument.createTextNode(hasClass(box, 'checkbox-on') ? '☑' : '☐'))
    body.insertBefore(part, body.firstChild)
  }
  return body
}

export type HtmlPage = { names: Map<string, string>; attachments: string[] }

/** Puts the tree of a page in words that the schema reads; what is no part of its text is gone. */
export const readHtmlPage = (root: Element): HtmlPage => {
  const names = new Map<string, string>()
  const attachments = byId(root, 'main-content') ? attachmentsOf(root, names) : []
  const text = textOf(root)
  if (text !== root) {
    const kept = make(root, 'div')
    move(text, kept)
    while (root.firstChild) root.removeChild(root.firstChild)
    move(kept, root)
  } else for (const part of each(root, 'HEADER FOOTER')) if (part.parentNode === root) drop(part)
  readWords(root)
  readDetails(root)
  joinLists(root)
  for (const figure of each(root, 'FIGURE')) readFigure(figure)
  readPanels(root)
  readAddresses(root, names)
  return { names, attachments }
}
