/** What in a text would be read as a sign of Markdown, told apart from signs. */

const isBetweenLetters = (text: string, at: number) =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')

export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_[\]<~]|&(?=#?\w+;)/g, (sign, at: number) =>
      sign === '_' && isBetweenLetters(text, at) ? sign : `\\${sign}`,
    )
    .replace(/^(\s*)([#+>-]|={2,})/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')

/** A fence that does not stand in the text itself. */
export const fenced = (text: string, least: number): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest >= least ? longest + 1 : least)
}

export const quoted = (text: string): string =>
  text
    .split('\n')
    .map(line => (line ? `> ${line}` : '>'))
    .join('\n')

/** An address within brackets: blanks and brackets of its own would end it. */
export const spanOf = (href: string): string =>
  /[\s()<>]/.test(href) ? `<${href.replace(/[\r\n]/g, '').replace(/[<>]/g, encodeURIComponent)}>` : href
