/**
 * Limits within the parser. Of each sign that may begin something it looks at all that is before or behind it in the
 * paragraph, so that its time would grow with the square of their number: signs beyond the limit are words.
 */
import type { Code, Extension, State, TokenizeContext } from 'micromark-util-types'

/** Of one paragraph, heading or cell: more than anyone writes. */
const MOST_SIGNS = 500
/** Letters that all the signs of a paragraph may look through. */
const MOST_LOOKS = 20_000_000
/** For each the parser copies all that it has read. */
const MOST_UNDERLINED = 300

const signs = new WeakMap<TokenizeContext, number>()

/** Reads a sign as a word where its paragraph has had enough of them. */
const limited = (most: number): Extension => ({
  text: Object.fromEntries(
    Array.from('!&*<[]_`~', sign => [
      sign.charCodeAt(0),
      {
        name: 'tooManySigns',
        // Within a row of them no code begins, as the parser's own construct says.
        previous(this: TokenizeContext, code: Code) {
          return sign !== '`' || code !== 96 || this.events.at(-1)?.[1].type === 'characterEscape'
        },
        tokenize(this: TokenizeContext, effects, ok, nok): State {
          return (code: Code) => {
            const count = (signs.get(this) ?? 0) + 1
            signs.set(this, count)
            if (count <= most) return nok(code)
            effects.enter('data')
            return toLineEnd(code)
          }
          function toLineEnd(code: Code): State | undefined {
            if (code !== null && !(code < -2)) {
              effects.consume(code)
              return toLineEnd
            }
            effects.exit('data')
            return ok(code)
          }
        },
      },
    ]),
  ),
})

const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/gm

const hasManyUnderlined = (markdown: string) => {
  let count = 0
  for (const _ of markdown.matchAll(UNDERLINE)) if (++count > MOST_UNDERLINED) return true
  return false
}

/** For each word it may look back as far as the last open bracket, whether an address can be there. */
const LONGEST_LINKED = 8_000
const ADDRESS = /www\.|:\/\/|@/i
/** And at each of these whether the address ends there. */
const ENDINGS = /(?:[!"'),.*:;?_~\]]|&[a-z]+;){100}/i
const PARAGRAPHS = /\n[ \t]*(?=\n)|\n(?= {0,3}[-+*][ \t]+\S)/

const isLong = (paragraph: string) => paragraph.length > LONGEST_LINKED && paragraph.includes('[')

const hasAddresses = (markdown: string) =>
  ADDRESS.test(markdown) && !ENDINGS.test(markdown) && !markdown.split(PARAGRAPHS).some(isLong)

const ADDRESSES = ['emailAutolink', 'protocolAutolink', 'wwwAutolink']

/** What the parser needs to know to read this within a time that grows with its length alone. */
export const limitsFor = (markdown: string): Extension[] => [
  limited(Math.min(MOST_SIGNS, Math.floor(MOST_LOOKS / (markdown.length + 1)))),
  {
    disable: {
      null: [
        ...(hasManyUnderlined(markdown) ? ['setextUnderline'] : []),
        ...(hasAddresses(markdown) ? [] : ADDRESSES),
      ],
    },
  },
]

/** Lines in a row that go on with a quote or item without its sign. */
const MOST_LAZY = 200

const SIGN = /^[ \t]*(?:>|[-+*]|\d{1,9}[.)])/
const FENCE = /^([ \t>]*)(`{3,}|~{3,})/

/** Says of line after line whether it is code between fences, as far as these can be seen from their beginnings. */
const fences = () => {
  let open: { before: string; sign: string } | null = null
  return (line: string): boolean => {
    const [, before = '', sign] = FENCE.exec(line) ?? []
    const isWithin = open !== null && (/^[ \t>]*/.exec(line)?.[0].length ?? 0) >= open.before.length
    if (!isWithin) open = sign ? { before, sign } : null
    else if (sign?.startsWith(open!.sign) && line.trim().endsWith(sign)) open = null
    return isWithin
  }
}

/** Ends a quote or item that goes on without its sign for longer than anyone writes. */
export const withFewLazyLines = (markdown: string): string => {
  const isCode = fences()
  let [isWithin, lazy] = [false, 0]
  return markdown
    .split('\n')
    .map(line => {
      if (isCode(line) || line.trim() === '') [isWithin, lazy] = [false, 0]
      else if (SIGN.test(line)) [isWithin, lazy] = [true, 0]
      else if (isWithin && !/^[ \t]{2}/.test(line)) lazy += 1
      if (lazy <= MOST_LAZY) return line
      ;[isWithin, lazy] = [false, 0]
      return `\n${line}`
    })
    .join('\n')
}
