import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, rgbOfToken } from '../../web/ui/ownTheme/colour.ts'

const css = readFileSync(new URL('../../web/style/tokens.css', import.meta.url), 'utf8')

const people = Array.from({ length: 16 }, (_, at) => `p${at + 1}`)
const inks = ['ink', 'ink-2', 'ink-3']
const texts = [
  ...inks,
  'accent-text',
  'danger',
  'warn',
  'ok',
  ...people,
  'syn-key',
  'syn-str',
  'syn-num',
  'syn-note',
]
const plain = ['bg', 'bg-sunken', 'bg-raised', 'bg-float']
const grounds = [...plain, 'accent-tint', 'danger-tint', 'warn-tint', 'ok-tint']
const marks = ['accent', 'line-strong', 'st-started', 'st-review', 'st-done', 'pr-urgent']

const tooLow = (theme: string, fronts: string[], backs: string[], least: number) => {
  const from = css.indexOf(`[data-theme="${theme}"] {`)
  const block = css.slice(from, css.indexOf('}', from))
  const rgb = (name: string) => rgbOfToken(new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? '')!
  return fronts.flatMap(front =>
    backs.flatMap(back => {
      const ratio = contrast(rgb(front), rgb(back))
      return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : []
    }),
  )
}

test.each(['light', 'dark', 'light-contrast', 'dark-contrast'])(
  'in the theme %s every colour of text can be read on every ground, and every mark be seen',
  theme => {
    expect(tooLow(theme, texts, grounds, 4.5)).toEqual([])
    expect(tooLow(theme, ['p-ink'], people, 4.5)).toEqual([])
    expect(tooLow(theme, marks, plain, 3)).toEqual([])
    if (theme.endsWith('contrast')) expect(tooLow(theme, inks, plain, 7)).toEqual([])
  },
)
