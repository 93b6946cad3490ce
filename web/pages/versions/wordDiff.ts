/** The difference of two texts, word by word. */
import type { Node } from '@tiptap/pm/model'
import { diffArrays } from 'diff'

type Word = { text: string; from: number; to: number }
export type Differences = {
  /** Places of the later text that the earlier one lacks. */
  added: { from: number; to: number }[]
  /** Words of the earlier text that the later one lacks, and where in the later one they would be. */
  removed: { at: number; text: string }[]
}

/** Beyond so many steps everything between is called changed: nobody reads such a comparison word by word. */
const MAX_STEPS = 2_000

const wordsOf = (doc: Node): Word[] => {
  const words: Word[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock) {
      // A block's kind is a word of its own: a paragraph that became a heading has changed.
      words.push({ text: `\n${node.type.name}${node.attrs.level ?? ''}`, from: at, to: at + 1 })
      return true
    }
    if (node.isText)
      for (const match of (node.text ?? '').matchAll(/\s+|[\p{L}\p{N}\p{M}_’']+|./gsu))
        words.push({ text: match[0], from: at + match.index, to: at + match.index + match[0].length })
    else if (node.isLeaf)
      words.push({
        text: `\0${node.type.name}${JSON.stringify(node.attrs)}`,
        from: at,
        to: at + node.nodeSize,
      })
    return true
  })
  return words
}

const shownText = (word: Word) =>
  word.text.startsWith('\n') ? ' ' : word.text.startsWith('\0') ? '▫' : word.text

/** How the later text came from the earlier one. */
export const differencesOf = (earlier: Node, later: Node): Differences => {
  const [a, b] = [wordsOf(earlier), wordsOf(later)]
  const texts = (words: Word[]) => words.map(word => word.text)
  const parts = diffArrays(texts(a), texts(b), { maxEditLength: MAX_STEPS }) ?? [
    { removed: true, added: false, count: a.length },
    { removed: false, added: true, count: b.length },
  ]
  const found: Differences = { added: [], removed: [] }
  let [i, j] = [0, 0]
  for (const { removed, added, count } of parts) {
    if (removed) {
      const text = a
        .slice(i, i + count)
        .map(shownText)
        .join('')
        .trim()
      if (text) found.removed.push({ at: b[j]?.from ?? later.content.size, text })
    }
    if (added)
      for (const word of b.slice(j, j + count)) {
        const last = found.added.at(-1)
        if (last?.to === word.from) last.to = word.to
        else found.added.push({ from: word.from, to: word.to })
      }
    if (!added) i += count
    if (!removed) j += count
  }
  return found
}
