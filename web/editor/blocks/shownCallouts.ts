/** Callouts of a text that is only read: each with its sign beside its text. */
import { drawn } from '../../ui/icon-paths.ts'
import { signOf } from './callout.ts'

const SVG = 'http://www.w3.org/2000/svg'

const drawing = (path: string) => {
  const svg = document.createElementNS(SVG, 'svg')
  const look = {
    width: '16',
    height: '16',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(look)) svg.setAttribute(name, value)
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

export const showCallouts = (text: ParentNode) => {
  for (const callout of text.querySelectorAll('[data-block-type="callout-component"]')) {
    const sign = signOf(Object.fromEntries([...callout.attributes].map(({ name, value }) => [name, value])))
    const face = document.createElement('span')
    face.className = 'callout-sign'
    if ('emoji' in sign) face.append(sign.emoji)
    else
      face.append(drawing(drawn[(sign.icon in drawn ? sign.icon : 'triangle-alert') as keyof typeof drawn]))
    const words = document.createElement('div')
    words.className = 'callout-text'
    words.append(...callout.childNodes)
    callout.replaceChildren(face, words)
  }
}
