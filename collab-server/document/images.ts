/** Images of a text: uploaded here, or by their address. One with a caption is a figure in HTML, any other stays as it was. */
import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { address, number, plain } from './attributes.ts'

/** In characters. */
const LONGEST = 1000

type Attributes = Record<string, { parseHTML?: (element: HTMLElement) => unknown; [key: string]: unknown }>

const isFigure = (element: HTMLElement) => element.nodeName === 'FIGURE'

const captionOf = (figure: HTMLElement) => {
  const words = figure.querySelector('figcaption')?.textContent?.replace(/\s+/g, ' ').trim()
  return words ? words.slice(0, LONGEST) : null
}

/** The same attributes, read from the image of a figure as well; and its caption. */
const withCaption = (tag: string, attributes: Attributes): Attributes => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const parse = attribute.parseHTML ?? ((element: HTMLElement) => element.getAttribute(name))
      const within = (element: HTMLElement) => {
        const image = isFigure(element) ? element.querySelector<HTMLElement>(tag) : element
        return image && parse(image)
      }
      return [name, { ...attribute, parseHTML: within }]
    }),
  ),
  caption: {
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => (isFigure(element) ? captionOf(element) : null),
  },
})

/** More elements than are about one image. Figures within figures would each look through all of them. */
const MOST_WITHIN = 20

const hasFewWithin = (figure: HTMLElement): boolean => {
  const ahead: (Element | null)[] = [figure.firstElementChild]
  for (let seen = 0; ahead.length > 0; ) {
    const element = ahead.pop()
    if (!element) continue
    seen += 1
    if (seen > MOST_WITHIN) return false
    ahead.push(element.nextElementSibling, element.firstElementChild)
  }
  return true
}

/** A figure that holds one image, words about it, and nothing else. */
const isFigureOf = (tag: string) => (figure: HTMLElement) => {
  if (!hasFewWithin(figure)) return false
  const words = figure.querySelector('figcaption')?.textContent ?? ''
  const isAlone = figure.querySelectorAll('img, image-component, table, pre').length === 1
  return isAlone && figure.querySelector(tag) && figure.textContent?.trim() === words.trim() ? null : false
}

const rendered =
  (name: string) =>
  ({ node, HTMLAttributes }: { node: DocumentNode; HTMLAttributes: object }) => {
    const { caption } = node.attrs
    const image = [name, HTMLAttributes] as const
    return typeof caption === 'string' && caption !== ''
      ? (['figure', image, ['figcaption', caption]] as const)
      : image
  }

export const Image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  addAttributes: () =>
    withCaption('img[src]', {
      ...address('src'),
      alt: { default: null },
      width: number('width'),
      height: number('height'),
      aspectRatio: number('aspectratio'),
    }),
  parseHTML: () => [{ tag: 'img[src]' }, { tag: 'figure', getAttrs: isFigureOf('img[src]') }],
  renderHTML: rendered('img'),
})

export const ImageComponent = Node.create({
  name: 'imageComponent',
  group: 'block',
  atom: true,
  addAttributes: () =>
    withCaption('image-component', {
      ...address('src'),
      ...plain('id', 'alt', 'width', 'height', 'aspectRatio'),
    }),
  parseHTML: () => [{ tag: 'image-component' }, { tag: 'figure', getAttrs: isFigureOf('image-component') }],
  renderHTML: rendered('image-component'),
})
