import { Fragment, type Node } from '@tiptap/pm/model'
import { commonPairs, mergeThree, weave } from './merge.ts'
import { isKnownMark } from './unknown.ts'

/** One character with its marks, or one inline node: what a paragraph consists of when two edits of it are merged. */
type Atom = { node: Node; key: string }

const atomsOf = (block: Node): Atom[] => {
  const atoms: Atom[] = []
  for (const child of block.children) {
    if (!child.isText) {
      atoms.push({ node: child, key: JSON.stringify(child.toJSON()) })
      continue
    }
    // What our schema does not know no HTML can carry: in comparing it does not count.
    const known = child.marks.filter(mark => isKnownMark(mark.type.name))
    const marks = JSON.stringify(known.map(mark => mark.toJSON() as unknown))
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

/** Of attributes that only one side changed, that side's; of those that both did, the present. */
const shapeOf = (base: Node, present: Node, incoming: Node): Node => {
  if (present.type !== incoming.type || present.type !== base.type)
    return present.sameMarkup(base) ? incoming : present
  const attrs = Object.fromEntries(
    Object.entries(present.attrs).map(([name, value]) => [
      name,
      sameValue(value, base.attrs[name]) ? incoming.attrs[name] : value,
    ]),
  )
  return present.type.create(attrs, null, present.marks)
}
const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Both edits of one text block: insertions of both stay, what either deleted goes. */
const mergeBlock = (base: Node, present: Node, incoming: Node): Node => {
  const [old, mine] = [atomsOf(base), atomsOf(present)]
  // Letters that are still there wear what they wear at present, marks included that the base could not carry.
  for (const [at, to] of commonPairs(old, mine, sameAtom)) old[at] = mine[to]!
  const atoms = mergeThree(old, mine, atomsOf(incoming), sameAtom, (base, present, incoming) =>
    weave(base, present, incoming, sameAtom),
  )
  return shapeOf(base, present, incoming).copy(Fragment.fromArray(atoms.map(atom => atom.node)))
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
  return shapeOf(base, present, incoming).copy(
    Fragment.fromArray(mergeChildren(children(base), children(present), children(incoming))),
  )
}

/** What the present document becomes when someone turns `base`, which they had been handed, into `incoming`. */
export const mergeDocuments = (base: Node, present: Node, incoming: Node): Node => {
  if (incoming.eq(base)) return present
  if (present.eq(base)) return incoming
  return mergeNode(base, present, incoming) ?? incoming
}
