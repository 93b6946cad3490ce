import type { OwnColours } from '#contract/people/themes.ts'
import { type Base, derive, needed, type OwnTheme, type Tokens } from './derive.ts'

/** The paint of a page: the theme below, and the rules above it. */
export type Sheet = { base: OwnTheme['base']; css: string }

const rule = (selector: string, tokens: Tokens) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/** The variables of a theme of ours, as the style sheet has them. */
export const tokensOf = (theme: 'light' | 'dark'): Base => {
  const probe = document.createElement('i')
  probe.dataset.theme = theme
  document.documentElement.append(probe)
  const style = getComputedStyle(probe)
  // Read at once: an element outside of the page has no style.
  const values = new Map(needed.map(name => [name, style.getPropertyValue(name)]))
  probe.remove()
  return name => values.get(name) ?? ''
}

export const sheetOf = (colours: OwnColours): Sheet => {
  const { base, main, sidebar } = derive(colours, tokensOf)
  // Paper is light.
  return {
    base,
    css: `@media screen{${rule(':root', main)}${rule('[data-own=sidebar]', sidebar)}[data-own=sidebar]{color:var(--ink)}}`,
  }
}
