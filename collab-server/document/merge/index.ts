/**
 * A three-way merge of texts. Blocks and words of the base are found again in the present text by their identity, and
 * in the incoming one by their words. Then additions of either side stay, deletions of either side go, and moved,
 * turned or wrapped blocks follow the side that did it.
 */
import type { Node, Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { FRAGMENT } from '../schema.ts'
import { nodeOf, openState } from '../state.ts'
import { joinedSchema, schemaFor } from '../unknown.ts'
import { planOf, type Sides } from './blocks.ts'
import { writeMerged } from './edit.ts'
import { type Fitted, fitText } from './fit.ts'
import { Matching, matchByIdentity, matchByWords, through } from './matching.ts'
import type { Stored } from './merged.ts'
import { allOf, type Part, partsIn, partsOf } from './parts.ts'
import { bound } from './price.ts'
import { createLikeness, type Likeness } from './similar.ts'
import { createMerge } from './three.ts'

const inSchema = (node: Node, schema: Schema): Node =>
  node.type.schema === schema ? node : schema.nodeFromJSON(node.toJSON())

const isSameTree = (a: Part, b: Part, like: Likeness) => like.printOf(a) === like.printOf(b)

/** The base as its reader has it, beside the stored one that it was made of. */
const matchView = (view: Part, stored: Part, like: Likeness): Matching => {
  if (!isSameTree(view, stored, like)) return matchByWords(view, stored, like)
  const found = new Matching()
  const there = allOf(stored)
  for (const [n, part] of allOf(view).entries()) found.pair(part, there[n]!)
  return found
}

const mergeParts = (sides: Sides, stored: Stored | null): Fitted =>
  fitText(createMerge(sides, planOf(sides), stored)())

/** The present text after somebody turns `base`, which they had been handed, into `incoming`. */
export const mergeDocuments = (base: Node, present: Node, incoming: Node): Node => {
  const like = createLikeness()
  const [was, here, there] = [partsOf(base), partsOf(present), partsOf(incoming)]
  bound([was, here, there], like)
  const toPresent = matchByWords(was, here, like)
  const toIncoming = matchByWords(was, there, like)
  return mergeParts({ base: was, present: here, incoming: there, toPresent, toIncoming, like }, null).node
}

export type TextEdit = {
  /** The stored state that was handed out. */
  base: Y.Doc
  /** The same as its reader got it: by way of HTML or Markdown. */
  view: Node
  /** The reader's edit of it. */
  incoming: Node
}

/** Makes the edit in the present text, which is another state of the same document as the base; answers what it holds then. */
export const mergeInto = (present: Y.Doc, { base, view, incoming }: TextEdit): Node => {
  const like = createLikeness()
  // Each of them may hold what the others' schemas do not know.
  const schema = joinedSchema([schemaFor(present), schemaFor(base), view.type.schema, incoming.type.schema])
  const [stored, here] = [partsIn(base, schema), partsIn(present, schema)]
  const [was, there] = [partsOf(inSchema(view, schema)), partsOf(inSchema(incoming, schema))]
  bound([was, stored, here, there], like)
  const toStored = matchView(was, stored, like)
  const storedToPresent = matchByIdentity(stored, here)
  const toPresent = matchByWords(was, here, like, through(toStored, storedToPresent))
  const toIncoming = matchByWords(was, there, like)
  const merged = mergeParts(
    { base: was, present: here, incoming: there, toPresent, toIncoming, like },
    { toStored, storedToPresent },
  )
  writeMerged(present, present.getXmlFragment(FRAGMENT), merged)
  return merged.node
}

/** Turns the text of a document into another; common parts keep their identity. */
export const turnInto = (doc: Y.Doc, wanted: Node): Y.Doc => {
  mergeInto(doc, { base: openState(Y.encodeStateAsUpdate(doc)), view: nodeOf(doc), incoming: wanted })
  return doc
}
