import type { Node } from '@tiptap/pm/model'
import type { Block } from './blocks.ts'
import type { Matching } from './matching.ts'
import type { Part } from './parts.ts'
import type { Word } from './words.ts'

/**
 * A merged block: its shape and contents. `from`: the present block that it continues. A block without words and inner
 * blocks is its shape, whole.
 */
export type Merged = { shape: Node; from: Part | null; within: Merged[] | null; words: Word[] | null }

/** The handed-out text may say less than the stored one: `stored` pairs the base's words with those there. */
export type Stored = { toStored: Matching; storedToPresent: Matching }

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Kind and attributes: of the side that changed them; of the present text where both did. */
export const shapeOf = (base: Node, present: Node, incoming: Node): Node => {
  if (incoming.type !== base.type && present.type === base.type) return incoming
  const attrs = Object.fromEntries(
    Object.entries(present.attrs).map(([name, value]) => {
      const isTheirs = sameValue(value, base.attrs[name]) && name in incoming.attrs && name in base.attrs
      return [name, isTheirs ? incoming.attrs[name] : value]
    }),
  )
  return present.type.create(attrs, null, present.marks)
}

export const shapeOfBlock = ({ base, present, incoming }: Block): Node => {
  if (base && present && incoming) return shapeOf(base.node, present.node, incoming.node)
  return (present ?? incoming ?? base)!.node
}
