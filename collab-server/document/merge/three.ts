/** The merged text, block by block. */
import type { Node } from '@tiptap/pm/model'
import type { Block, Plan, Sides } from './blocks.ts'
import { createChildrenOf } from './children.ts'
import { type Merged, type Stored, shapeOf, shapeOfBlock } from './merged.ts'
import type { Part } from './parts.ts'
import { createBlocksOfRun } from './runs.ts'
import { tokensOf } from './tokens.ts'
import type { Word } from './words.ts'

export const createMerge = (sides: Sides, plan: Plan, stored: Stored | null) => {
  const { like } = sides
  const { blocks, runs } = plan
  const blockOf = (part: Part) => blocks.get(part)!

  const isSame = (a: Part | null, b: Part | null) =>
    a !== null && b !== null && like.printOf(a) === like.printOf(b)

  const childrenOf = createChildrenOf(plan, isSame)
  const blocksOfRun = createBlocksOfRun(plan, stored)

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

const listed = (part: Part | null): Part[] => (part ? [part] : [])

/** A block of one side alone: its words as they are. */
const wordsOf = (part: Part): Word[] =>
  tokensOf(part).map(token => {
    const placed = { token, part, lines: part, begins: false }
    return { placed, letters: token.letters, from: part.y ? placed : null }
  })
