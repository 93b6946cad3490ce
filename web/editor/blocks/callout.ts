/** What a callout looks like: its sign and its ground, as the text stores them. */
import { type IconName, iconNames } from '../../ui/icons.tsx'

export type Sign = { emoji: string } | { icon: IconName }
type Attributes = Record<string, unknown>

const DEFAULT: IconName = 'triangle-alert'

export const signIcons = [
  DEFAULT,
  'circle-help',
  'star',
  'clock',
  'calendar',
  'bell',
  'anchor',
  'ship',
  'compass',
  'layers',
  'message-square',
  'users-round',
  'key-round',
  'paperclip',
  'search',
  'check',
] as const satisfies readonly IconName[]

export const signEmojis = [
  ['💡', 'Idea'],
  ['📌', 'Pin'],
  ['✅', 'Done'],
  ['❗', 'Important'],
  ['❓', 'Question'],
  ['🔥', 'Fire'],
  ['🎯', 'Target'],
  ['🚀', 'Rocket'],
  ['🐛', 'Bug'],
  ['🔒', 'Lock'],
  ['📝', 'Note'],
  ['👀', 'Eyes'],
  ['🎉', 'Party'],
  ['⚠️', 'Warning'],
  ['🌊', 'Wave'],
  ['⚓', 'Anchor'],
] as const

const emojiOf = (codes: unknown): string => {
  const points = String(codes ?? '')
    .split('-')
    .map(Number)
  const isGood = points.every(point => Number.isInteger(point) && point > 31 && point < 0x110000)
  return isGood ? String.fromCodePoint(...points) : ''
}

const kebab = (name: string) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase()
const pascal = (name: string) => name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

export const signOf = (attrs: Attributes): Sign => {
  const emoji = attrs['data-logo-in-use'] === 'emoji' ? emojiOf(attrs['data-emoji-unicode']) : ''
  if (emoji) return { emoji }
  const name = kebab(String(attrs['data-icon-name'] ?? ''))
  return { icon: iconNames.find(one => one === name) ?? DEFAULT }
}

/** Code points and the names of icons are written as existing clients read them. */
export const attributesOf = (sign: Sign): Attributes =>
  'emoji' in sign
    ? {
        'data-logo-in-use': 'emoji',
        'data-emoji-unicode': [...sign.emoji].map(letter => letter.codePointAt(0)).join('-'),
      }
    : { 'data-logo-in-use': 'icon', 'data-icon-name': pascal(sign.icon) }

const KEPT = 'tandem:callout'

/** What was chosen last in this browser: the next one begins so. */
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
