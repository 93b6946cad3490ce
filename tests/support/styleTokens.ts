import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('../../web/style/tokens.css', import.meta.url), 'utf8')

/** The colours of a theme as the style sheet has them, by their names. */
export const tokensOf = (theme: 'light' | 'dark') => {
  const from = css.indexOf(`[data-theme="${theme}"] {`)
  const block = css.slice(from, css.indexOf('}', from))
  return (name: string) => new RegExp(`${name}: ([^;]+);`).exec(block)?.[1] ?? ''
}
