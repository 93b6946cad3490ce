/**
 * Makes a text of the schema out of merged blocks: a block that cannot be at its place moves to the nearest that it
 * can, and nothing is lost.
 */
import { Fragment, type Node, type NodeType } from '@tiptap/pm/model'
import type { Merged } from './merged.ts'
import type { Word } from './words.ts'

/** A block with its node; `from` and `words` as in the merged blocks. */
export type Fitted = Omit<Merged, 'within' | 'shape'> & { node: Node; within: Fitted[] }

/** The words with the marks that such a block may hold. */
const dressed = (type: NodeType, words: Word[]): Word[] =>
  words.map(word =>
    word.letters.every(({ marks }) => type.allowsMarks(marks))
      ? word
      : {
          ...word,
          letters: word.letters.map(({ text, marks }) => ({ text, marks: type.allowedMarks(marks) })),
        },
  )

const contentOf = (type: NodeType, words: Word[]): Node[] => {
  const { schema } = type
  const nodes = words.flatMap(({ placed: { token }, letters }) =>
    letters.map(({ text, marks }) => (token.node ? token.node.mark(marks) : schema.text(text, marks))),
  )
  return type.validContent(Fragment.fromArray(nodes))
    ? nodes
    : nodes.map(node =>
        node.isText ? node : schema.text(node.type.name === 'hardBreak' ? '\n' : node.textContent || ' '),
      )
}

const holding = (shape: Node, within: Fitted[]): Fitted['node'] =>
  shape.type.create(shape.attrs, Fragment.fromArray(within.map(({ node }) => node)), shape.marks)

const plain = (node: Node): Fitted => ({
  node,
  from: null,
  words: null,
  within: node.isTextblock ? [] : node.children.map(plain),
})

/**
 * `block` as a child that `type` allows at this place; a list of blocks, since the enclosing block may not be allowed
 * there.
 */
const fitted = (block: Merged): { block: Fitted; after: Fitted[] } => {
  const { shape, from } = block
  const words = block.words && dressed(shape.type, block.words)
  if (words) {
    const content = Fragment.fromArray(contentOf(shape.type, words))
    return {
      block: { node: shape.type.create(shape.attrs, content, shape.marks), from, words, within: [] },
      after: [],
    }
  }
  if (block.within === null)
    return {
      block: { node: shape, from, words, within: shape.isTextblock ? [] : shape.children.map(plain) },
      after: [],
    }
  const after: Fitted[] = []
  const within: Fitted[] = []
  let match = shape.type.contentMatch
  const take = (child: Fitted): boolean => {
    const { type } = child.node
    const next = match.matchType(type)
    if (next) {
      within.push(child)
      match = next
      return true
    }
    const filler = match.fillBefore(Fragment.from(child.node))
    if (filler) {
      within.push(...filler.content.map(plain), child)
      match = match.matchFragment(filler)!.matchType(type)!
      return true
    }
    const around = match.findWrapping(type)
    if (around && around.length > 0) {
      let wrapped = child
      for (const outer of [...around].reverse())
        wrapped = { node: outer.create(null, wrapped.node), from: null, words: null, within: [wrapped] }
      return take(wrapped)
    }
    return false
  }
  const place = (child: Fitted) => {
    if (take(child)) return
    if (child.within.length > 0) for (const one of child.within) place(one)
    else if (child.node.isTextblock) {
      const { paragraph } = child.node.type.schema.nodes
      if (
        child.node.type === paragraph ||
        !take({ ...child, node: paragraph!.create(null, child.node.content) })
      )
        after.push(child)
    } else after.push(child)
  }
  for (const one of block.within) {
    const { block: child, after: left } = fitted(one)
    place(child)
    for (const rest of left) place(rest)
  }
  const rest = match.fillBefore(Fragment.empty, true)
  if (rest) within.push(...rest.content.map(plain))
  return { block: { node: holding(shape, within), from, words: null, within }, after }
}

/** The merged text. Blocks without a place are at its end. */
export const fitText = (top: Merged): Fitted => {
  const { block, after } = fitted(top)
  const { paragraph } = top.shape.type.schema.nodes
  const within = [
    ...block.within,
    ...after.filter(({ node }) => top.shape.type.contentMatch.matchType(node.type)),
  ]
  if (within.length === 0) within.push(plain(paragraph!.create()))
  return { ...block, within, node: holding(top.shape, within) }
}
