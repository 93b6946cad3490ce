/** The sign that people chose for a page, a project or a callout, and how it is written: here and nowhere else. */
import { iconOfSymbol, plainName, symbolOfIcon } from '#contract/text/signs.ts'

export type Logo = { emoji: string } | { icon: string; color: string | null }

/** The longest that Unicode recommends, a kiss in two skin tones, takes ten; longer is text, not a sign. */
const MOST_POINTS = 16
const isPoint = (point: number) =>
  Number.isInteger(point) && point > 31 && point < 0x110000 && !(point >= 0xd800 && point < 0xe000)

/** An emoji is written as its code points in decimal, joined by a hyphen. */
export const emojiOf = (codes: unknown): string | null => {
  if (typeof codes !== 'string' || !/^\d+(-\d+)*$/.test(codes)) return null
  const points = codes.split('-').map(Number)
  return points.length <= MOST_POINTS && points.every(isPoint) ? String.fromCodePoint(...points) : null
}
export const codesOf = (emoji: string) => [...emoji].map(letter => letter.codePointAt(0)).join('-')

/** A plain colour, or a shade by its former name: other values from outside must not reach further into a style. */
export const colourOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(lb-[a-z]+|[a-z]+|#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i.test(value)
    ? value
    : null

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The sign in `logo_props`; null where there is none that could be shown. */
export const readLogo = (props: unknown): Logo | null => {
  const logo = record(props)
  const [emoji, icon] = [emojiOf(record(logo.emoji).value), record(logo.icon)]
  if (logo.in_use !== 'icon') return emoji ? { emoji } : null
  return typeof icon.name === 'string' && plainName(icon.name)
    ? { icon: iconOfSymbol(icon.name) ?? icon.name, color: colourOf(icon.color) }
    : null
}

export const writeLogo = (logo: Logo | null): Record<string, unknown> => {
  if (!logo) return {}
  if ('emoji' in logo) return { in_use: 'emoji', emoji: { value: codesOf(logo.emoji) } }
  const { icon, color } = logo
  const name = symbolOfIcon(icon) ?? icon
  return { in_use: 'icon', icon: color ? { name, color } : { name } }
}
