/** The looks of a callout: its icon and background, as the text stores them. */
import { plainName } from '#contract/text/signs.ts'
import { codesOf, colourOf, emojiOf, type Logo } from '../../ui/logo/logo.ts'

type Attributes = Record<string, unknown>

/** Until another is chosen. */
const SIGN = 'TriangleAlert'

export const signOf = (attrs: Attributes): Logo => {
  const emoji = attrs['data-logo-in-use'] === 'emoji' ? emojiOf(attrs['data-emoji-unicode']) : null
  if (emoji) return { emoji }
  const name = attrs['data-icon-name']
  const isNamed = typeof name === 'string' && plainName(name) !== ''
  return { icon: isNamed ? name : SIGN, color: colourOf(attrs['data-icon-color']) }
}

export const attributesOf = (sign: Logo): Attributes =>
  'emoji' in sign
    ? { 'data-logo-in-use': 'emoji', 'data-emoji-unicode': codesOf(sign.emoji) }
    : { 'data-logo-in-use': 'icon', 'data-icon-name': sign.icon, 'data-icon-color': sign.color }

const KEPT = 'tandem:callout'

/** The looks chosen last in this browser: the next callout begins with them. */
export const lastCallout = (): Attributes => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([name, value]) => name.startsWith('data-') && (typeof value === 'string' || value === null),
      ),
    )
  } catch {
    return {}
  }
}

export const keepCallout = (attrs: Attributes) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(attrs))
  } catch {
    // Private windows may forbid storage: the next one begins as ever.
  }
}
