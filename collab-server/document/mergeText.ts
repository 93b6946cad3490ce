import { Fragment, type Node } from '@tiptap/pm/model'
import { mergeThree, weave } from './merge.ts'

/** One character with its marks, or one inline node: what a paragraph consists of when two edits of it are merged. */
type Atom = { node: Node; key: string }

const atomsOf = (block: Node): Atom[] => {
  const atoms: Atom[] = []
  for (const child of block.children) {
    if (!child.isText) {
      atoms.push({ node: child, key: JSON.stringify(child.toJSON()) })
      continue
    }
    const marks = JSON.stringify(child.marks.map(mark => mark.toJSON() as unknown))
    let at = 0
    // Whole characters: half of one beside half of another would be neither.
    for (const character of child.text!) {
      atoms.push({ node: child.cut(at, at + character.length), key: `${character}${marks}` })
      at += character.length
    }
  }
  return atoms
}

const sameAtom = (a: Atom, b: Atom) => a.key === b.key
const sameNode = (a: Node, b: Node) => a.eq(b)

/** Both edits of one text block: insertions of both stay, what either deleted goes. */
const mergeBlock = (base: Node, present: Node, incoming: Node): Node => {
  const atoms = mergeThree(
    atomsOf(base),
    atomsOf(present),
    atomsOf(incoming),
    sameAtom,
    (old, mine, theirs) => weave(old, mine, theirs, sameAtom),
  )
  const shape = present.sameMarkup(base) ? incoming : present
  return shape.copy(Fragment.fromArray(atoms.map(atom => atom.node)))
}

const canMerge = (base: Node, present: Node, incoming: Node) =>
  base.isTextblock && present.isTextblock && incoming.isTextblock

const mergeChildren = (base: Node[], present: Node[], incoming: Node[]): Node[] =>
  mergeThree(base, present, incoming, sameNode, (old, mine, theirs) => {
    if (mine.length === theirs.length && mine.every((node, at) => node.eq(theirs[at]!))) return mine
    if (old.length === 0) return [...mine, ...theirs]
    // Block by block where both sides still have the blocks of the base; what is new on a side follows.
    if (mine.length >= old.length && theirs.length >= old.length) {
      const merged = old.map((block, at) => mergeNode(block, mine[at]!, theirs[at]!))
      if (merged.every(node => node !== null))
        return [...(merged as Node[]), ...mine.slice(old.length), ...theirs.slice(old.length)]
    }
    // One side took blocks away that the other changed: changed text is never lost.
    const changed = (side: Node[]) => side.filter(node => !old.some(known => known.eq(node)))
    return [...changed(mine), ...changed(theirs)]
  })

const mergeNode = (base: Node, present: Node, incoming: Node): Node | null => {
  if (present.eq(incoming) || incoming.eq(base)) return present
  if (present.eq(base)) return incoming
  if (canMerge(base, present, incoming)) return mergeBlock(base, present, incoming)
  if (base.type !== present.type || base.type !== incoming.type || base.isLeaf) return null
  const children = (node: Node) => [...node.children]
  return present.copy(
    Fragment.fromArray(mergeChildren(children(base), children(present), children(incoming))),
  )
}

/** What the present document becomes when someone turns `base`, which they had been handed, into `incoming`. */
export const mergeDocuments = (base: Node, present: Node, incoming: Node): Node => {
  if (incoming.eq(base)) return present
  if (present.eq(base)) return incoming
  return mergeNode(base, present, incoming) ?? incoming
}
