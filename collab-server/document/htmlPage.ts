/**
 * A page that can only be written: the part of the DOM that ProseMirror's serializer asks for. With a whole DOM a text of
 * 1 MB takes three times as long.
 */

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'source',
  'track',
  'wbr',
])

const NAMES = new Map([
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\u00a0', '&nbsp;'],
])
const named = (sign: string) => NAMES.get(sign)!
const ofText = (text: string) => text.replace(/[&<>\u00a0]/g, named)
const ofAttribute = (text: string) => text.replace(/[&"<>\u00a0]/g, named)

type Child = Element | { nodeType: 3; text: string }

class Element {
  readonly nodeType = 1
  readonly #name: string
  readonly #attributes = new Map<string, string>()
  readonly #children: Child[] = []

  constructor(name: string) {
    this.#name = name.toLowerCase()
  }

  setAttribute(name: string, value: unknown) {
    this.#attributes.set(name.toLowerCase(), `${value}`)
  }

  appendChild(child: Child) {
    this.#children.push(child)
  }

  get innerHTML(): string {
    let html = ''
    for (const child of this.#children)
      html += child instanceof Element ? child.outerHTML : ofText(child.text)
    return html
  }

  get outerHTML(): string {
    let html = `<${this.#name}`
    for (const [name, value] of this.#attributes) html += ` ${name}="${ofAttribute(value)}"`
    return VOID.has(this.#name) ? `${html}>` : `${html}>${this.innerHTML}</${this.#name}>`
  }
}

export type PageElement = {
  setAttribute(name: string, value: unknown): void
  appendChild(child: never): unknown
  readonly innerHTML: string
}
export type HtmlPage = { createElement(name: string): PageElement; createTextNode(text: string): unknown }

export const htmlPage: HtmlPage = {
  createElement: (name: string) => new Element(name),
  createTextNode: (text: string): Child => ({ nodeType: 3, text }),
}
