/** Parts of HTML that texts of other tools become; what they hold is escaped here. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const isFollowed = (address: string) => /^(?:https?:|mailto:|tel:)/i.test(address)

/** A link, or its words alone where the address is none that is followed. */
export const linkTo = (address: string, words: string): string =>
  isFollowed(address)
    ? `<a href="${escaped(address)}">${escaped(words || address)}</a>`
    : escaped(words || address)

/** Names of our colours, and where they lie among all colours. */
const COLOURS: [name: string, red: number, green: number, blue: number][] = [
  ['gray', 128, 128, 128],
  ['peach', 222, 53, 11],
  ['orange', 255, 139, 0],
  ['green', 0, 135, 90],
  ['light-blue', 0, 163, 191],
  ['dark-blue', 7, 71, 166],
  ['purple', 64, 50, 148],
]
const WORDS: Record<string, string> = { red: '#ff0000', green: '#008000', blue: '#0000ff', orange: '#ffa500' }

/** The name of our colour that is nearest to `#rrggbb` or a word; null for what is no colour. */
export const colourOf = (given: string): string | null => {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(WORDS[given.toLowerCase()] ?? given)
  if (!hex) return null
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map(part => Number.parseInt(part, 16))
  const far = ([, r, g, b]: (typeof COLOURS)[number]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  return COLOURS.reduce((near, one) => (far(one) < far(near) ? one : near))[0]
}

const EMOJI: Record<string, string> = {
  note: '128221',
  tip: '9989',
  success: '9989',
  warning: '9888',
  error: '10060',
}
const PLAIN = '128161'

/** A panel of some kind as a callout. */
export const calloutHtml = (kind: string, inner: string): string =>
  `${calloutStart(kind)}${inner || '<p></p>'}</div>`
export const calloutStart = (kind: string): string =>
  `<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="${EMOJI[kind] ?? PLAIN}">`

/** A block of code as it is written. */
export const codeHtml = (words: string, language: string): string => {
  const clean = language.replace(/[^\w+#.-]/g, '').slice(0, 30)
  return `<pre><code${clean ? ` class="language-${clean}"` : ''}>${escaped(words)}</code></pre>`
}
