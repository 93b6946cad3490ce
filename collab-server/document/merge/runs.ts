/** The blocks that a run of words has become, when both sides have edited it. */
import type { Block, Plan, Run } from './blocks.ts'
import { type Merged, type Stored, shapeOfBlock } from './merged.ts'
import { linesOf, type Part } from './parts.ts'
import { isSpace, isWord } from './tokens.ts'
import { alignById, alignByKeys, alignThrough, mergeWords, type Placed, type Word, wordsIn } from './words.ts'

/** Without the spaces that parted them from words that have gone. */
const trimmed = (words: Word[]): Word[] => {
  const isSpoken = ({ placed }: Word) => !isSpace(placed.token)
  return words.slice(words.findIndex(isSpoken), words.findLastIndex(isSpoken) + 1)
}

export const createBlocksOfRun = ({ blocks }: Plan, stored: Stored | null) => {
  const words = (run: Run) => {
    const [base, present, incoming] = [wordsIn(run.base), wordsIn(run.present), wordsIn(run.incoming)]
    const origins = stored ? wordsIn(run.base.flatMap(part => stored.toStored.to.get(part) ?? [])) : null
    const toPresent = origins
      ? alignThrough(alignByKeys(base, origins), alignById(origins, present))
      : alignById(base, present)
    const isGone = run.incoming.length === 0
    const old = new Set(isGone ? origins?.flatMap(({ token }) => token.id ?? []) : [])
    const isOld = old.size > 0 ? ({ token }: Placed) => token.id !== null && old.has(token.id) : undefined
    return mergeWords({ base, present, incoming, toPresent, toIncoming: alignByKeys(base, incoming), isOld })
  }

  /** One block of words, in its item of a list where it has one. */
  const lineOf = (block: Block, from: Part | null, words: Word[]): Merged => {
    const outer = (from ?? block.incoming ?? block.base)!
    const lines = {
      base: linesOf(block.base),
      present: linesOf(block.present),
      incoming: linesOf(block.incoming),
    }
    const inner: Merged = { shape: shapeOfBlock(lines), from: linesOf(from), within: null, words }
    return linesOf(outer) === outer
      ? inner
      : { shape: shapeOfBlock(block), from, within: [inner], words: null }
  }

  /** The blocks that a run of words has become. */
  const blocksOfRun = (run: Run): Merged[] => {
    const isKept = run.present.length > 0 && run.incoming.length > 0
    const [base = null, present = null, incoming = null] = [run.base[0], run.present[0], run.incoming[0]]
    const starts = [{ block: { base, present, incoming }, from: present }]
    const pieces: Word[][] = [[]]
    for (const word of words(run)) {
      if (!word.placed.begins) {
        pieces.at(-1)!.push(word)
        continue
      }
      const { part } = word.placed
      const own = blocks.get(part)!
      const alone = {
        base: null,
        present: own.present === part ? part : null,
        incoming: own.incoming === part ? part : null,
      }
      starts.push({ block: word.from ? own : alone, from: word.from?.part ?? null })
      pieces.push([])
    }
    const says = (piece: Word[]) =>
      piece.some(({ placed: { token } }) => isWord(token) || token.node !== null)
    // A part split off by one side goes when the other side takes out all that it says.
    const isEmptied = ({ block: { base, present, incoming } }: (typeof starts)[number]) =>
      !base && (present ?? incoming)!.node.content.size > 0
    return starts.flatMap(({ block, from }, n): Merged[] =>
      (isKept && !(n > 0 && isEmptied(starts[n]!))) || says(pieces[n]!)
        ? [lineOf(block, from, isKept ? pieces[n]! : trimmed(pieces[n]!))]
        : [],
    )
  }
  return blocksOfRun
}
