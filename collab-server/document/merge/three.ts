/** The merged text, block by block. */
import type { Node } from '@tiptap/pm/model'
import type { Block, Plan, Run, Sides } from './blocks.ts'
import { createChildrenOf } from './children.ts'
import type { Matching } from './matching.ts'
import { linesOf, type Part } from './parts.ts'
import { isSpace, isWord, tokensOf } from './tokens.ts'
import { alignById, alignByKeys, alignThrough, mergeWords, type Placed, type Word, wordsIn } from './words.ts'

/**
 * A merged block: its shape and contents. `from`: the present block that it continues. A block without words and inner
 * blocks is its shape, whole.
 */
export type Merged = { shape: Node; from: Part | null; within: Merged[] | null; words: Word[] | null }

/** The handed-out text may say less than the stored one: `stored` pairs the base's words with those there. */
export type Stored = { toStored: Matching; storedToPresent: Matching }

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Kind and attributes: of the side that changed them; of the present text where both did. */
const shapeOf = (base: Node, present: Node, incoming: Node): Node => {
  if (incoming.type !== base.type && present.type === base.type) return incoming
  const attrs = Object.fromEntries(
    Object.entries(present.attrs).map(([name, value]) => {
      const isTheirs = sameValue(value, base.attrs[name]) && name in incoming.attrs && name in base.attrs
      return [name, isTheirs ? incoming.attrs[name] : value]
    }),
  )
  return present.type.create(attrs, null, present.marks)
}

const shapeOfBlock = ({ base, present, incoming }: Block): Node => {
  if (base && present && incoming) return shapeOf(base.node, present.node, incoming.node)
  return (present ?? incoming ?? base)!.node
}

export const createMerge = (sides: Sides, plan: Plan, stored: Stored | null) => {
  const { like } = sides
  const { blocks, runs } = plan
  const blockOf = (part: Part) => blocks.get(part)!

  const isSame = (a: Part | null, b: Part | null) =>
    a !== null && b !== null && like.printOf(a) === like.printOf(b)

  const childrenOf = createChildrenOf(plan, isSame)

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
      const own = blockOf(part)
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

  /** A block without words or blocks, such as an image. */
  const thing = (block: Block): Merged[] => {
    const { base, present, incoming } = block
    if (base && present && incoming)
      return [{ shape: shapeOfThing(base, present, incoming), from: present, within: null, words: null }]
    // One side took it away: it stays only if the other changed it.
    const left = (present ?? incoming)!
    if (base && isSame(base, left)) return []
    if (base && present && stored && !changedSince(base, present)) return []
    return [{ shape: left.node, from: present, within: null, words: null }]
  }
  const shapeOfThing = (base: Part, present: Part, incoming: Part): Node =>
    present.node.childCount > 0 || incoming.node.childCount > 0
      ? (isSame(base, present) ? incoming : present).node
      : shapeOf(base.node, present.node, incoming.node)
  const changedSince = (base: Part, present: Part) => {
    const origin = stored?.toStored.to.get(base)
    return !origin || !isSame(origin, present)
  }

  const mergeBlock = (block: Block): Merged[] => {
    const run = runs.get(block)
    if (run && run.lead !== block) return []
    const { base, present, incoming } = block
    const part = present ?? incoming
    if (!run && !part) return []
    if (!run && present?.isText && isSame(base, incoming))
      return [{ shape: present.node, from: present, within: null, words: null }]
    if (run || part?.isText || base?.isText) {
      if (!run && !base && part)
        return [{ shape: part.node, from: present, within: null, words: wordsOf(part) }]
      return blocksOfRun(
        run ?? { lead: block, base: listed(base), present: listed(present), incoming: listed(incoming) },
      )
    }
    const holds = [base, present, incoming].some(one => one && one.parts.length > 0)
    if (!holds) return thing(block)
    const within = childrenOf(block).flatMap(mergeBlock)
    const isNew = !base
    // An enclosing block that lost all of its content is gone, except a cell: a table keeps all of its cells.
    if (within.length === 0 && (isNew || !present || !incoming || part?.node.type.spec.tableRole !== 'cell'))
      return []
    return [{ shape: shapeOfBlock(block), from: present, within, words: null }]
  }

  return (): Merged => {
    const top = blockOf(sides.base)
    return {
      shape: sides.present.node,
      from: sides.present,
      within: childrenOf(top).flatMap(mergeBlock),
      words: null,
    }
  }
}

/** Without the spaces that parted them from words that have gone. */
const trimmed = (words: Word[]): Word[] => {
  const isSpoken = ({ placed }: Word) => !isSpace(placed.token)
  return words.slice(words.findIndex(isSpoken), words.findLastIndex(isSpoken) + 1)
}

const listed = (part: Part | null): Part[] => (part ? [part] : [])

/** A block of one side alone: its words as they are. */
const wordsOf = (part: Part): Word[] =>
  tokensOf(part).map(token => {
    const placed = { token, part, lines: part, begins: false }
    return { placed, letters: token.letters, from: part.y ? placed : null }
  })
