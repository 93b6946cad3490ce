/** A text that comes back by call: what its sender changed is merged into the present text. */
import type { Node, Schema } from '@tiptap/pm/model'
import type { Context } from 'koa'
import * as Y from 'yjs'
import { nodeOf, openState } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { mergeInto, turnInto } from '../../collab-server/document/merge/index.ts'
import type { Work } from '../db/work.ts'
import { baseOf, rememberSent } from './handed.ts'
import { lockDocument, mustFit, replaceText, type Subject } from './store.ts'

/** A text as its sender has it, and as they were handed the one that it is made of. */
export type SentText = {
  /** `schema` can hold all that the present text holds. */
  incoming: (schema: Schema) => Node
  base: (handed: Node) => Node
}

/** The text that the sender says theirs is a change of; or that theirs is to be the text, whatever others wrote. */
export type BaseAsked = { base: string | null; replaces: boolean }
/** What the sender's text is called as a base, and whether others' edits stand beside theirs now. */
export type TextTaken = { version: string; isMerged: boolean }

export const askedBase = (ctx: Context): BaseAsked => ({
  base: ctx.get('x-base-version') || null,
  replaces: ctx.get('x-text-mode').toLowerCase() === 'replace',
})

/** Names the text that an answer holds, or that its asker sent. */
export const tellVersion = (ctx: Context, version: string | null) => {
  if (version !== null) ctx.set('X-Text-Version', version)
}
export const tellTaken = (ctx: Context, taken: TextTaken | undefined) => {
  if (!taken) return
  tellVersion(ctx, taken.version)
  if (taken.isMerged) ctx.set('X-Text-Merged', 'true')
}

type How = { asked: BaseAsked | undefined; withFiles: (node: Node) => Promise<Node> }

/**
 * Takes a new version of a text that its sender was handed. The difference of the two is applied to the present document
 * as one edit, so that what others typed meanwhile stays.
 */
export const writeText = async (
  work: Work,
  subject: Subject,
  sent: SentText,
  { asked, withFiles }: How,
): Promise<TextTaken> => {
  const stored = await lockDocument(work, subject)
  const present = openState(stored.state)
  const before = nodeOf(present)
  const { schema } = before.type
  const incoming = sent.incoming(schema)
  const base = asked?.replaces ? stored.state : await baseOf(work, stored, asked?.base ?? null)
  const handed = base === stored.state ? stored.description_html : toHtml(nodeOf(openState(base)))
  const merged = mergeInto(present, {
    base: openState(base),
    view: sent.base(fromHtml(handed, schema)),
    incoming,
  })
  mustFit(merged)
  let { version } = stored
  if (!merged.eq(before)) {
    const own = await withFiles(merged)
    if (own !== merged) turnInto(present, own)
    const text = { node: own, state: Y.encodeStateAsUpdate(present) }
    version = await replaceText(work, subject, stored, text, { isOwn: asked?.replaces ?? false })
  }
  const isAll = toHtml(merged) === toHtml(incoming)
  const state = isAll
    ? null
    : Y.encodeStateAsUpdate(turnInto(openState(Y.encodeStateAsUpdate(present)), incoming))
  const name = await rememberSent(work, { id: stored.id, version }, state)
  return { version: name, isMerged: handed !== stored.description_html }
}
