/** Toggles among HTML: Markdown has no word of its own for them, and this is how they are written where it may hold HTML. */
import type { Html, RootContent } from 'mdast'

/** A piece of HTML: the begin of a toggle with its line, its end, or anything else. */
export type Piece = { begins: string } | 'ends' | { words: string }

const TAG =
  /(?<!\\)(?:<details(?:\s[^>]*)?>\s*(?:<summary(?:\s[^>]*)?>((?:\\[\s\S]|[^\\]){0,4000}?)<\/summary>)?|<\/details>)/gi

/** Are there toggles in it? */
export const holdsToggles = (node: RootContent): node is Html =>
  node.type === 'html' && /^\s*<\/?details[\s>]/i.test(node.value)

export const piecesOf = (html: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  const words = (to: number) => {
    if (html.slice(at, to).trim() !== '') pieces.push({ words: html.slice(at, to) })
  }
  for (const tag of html.matchAll(TAG)) {
    words(tag.index)
    pieces.push(tag[0].startsWith('</') ? 'ends' : { begins: (tag[1] ?? '').trim() })
    at = tag.index + tag[0].length
  }
  words(html.length)
  return pieces
}
