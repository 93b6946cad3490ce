import type { Knex } from 'knex'
import type { DocumentKind } from '#contract/documents.ts'
import { fail } from '#contract/errors.ts'
import {
  bringsUnknown,
  documentSchema,
  editState,
  holdsUnknown,
  mergeDocuments,
  nodeOf,
  openState,
  sharesHistory,
} from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import type { ServerViewer } from '../db/viewer.ts'
import type { Work } from '../db/work.ts'
import { lockDocument, mergeUpdate, type Subject } from './store.ts'

const EMPTY = '<p></p>'
type Noun = { id: string; project_id: string } & ({ workspace_id: string } | { workspace: string })

const subjectOf = (kind: DocumentKind, row: Noun): Subject => ({
  kind,
  id: row.id,
  project_id: row.project_id,
  workspace_id: 'workspace_id' in row ? row.workspace_id : row.workspace,
})

const actorOf = (viewer: ServerViewer) => viewer.session ?? (viewer.token ? `token:${viewer.token.id}` : '')

const rememberBase = async (trx: Knex, viewer: ServerViewer, documentId: string, html: string) => {
  const actor = actorOf(viewer)
  if (!actor) return
  await trx.raw(
    `insert into document_bases as b (document_id, actor, html) values (?, ?, ?)
     on conflict (document_id, actor) do update set html = excluded.html, at = now()
     where b.html <> excluded.html or b.at < now() - interval '1 hour'`,
    [documentId, actor, html],
  )
}

/** The text as HTML; what is handed out is remembered as the base of what this caller may send back. */
export const readHtml = async (
  trx: Knex,
  viewer: ServerViewer,
  _kind: DocumentKind,
  id: string,
): Promise<string> => {
  const row = (await trx('documents').where('id', id).first('description_html')) as
    | { description_html: string }
    | undefined
  const html = row?.description_html ?? EMPTY
  if (row) await rememberBase(trx, viewer, id, html)
  return html
}

/** The first text of a noun that is just being made: part of its making, not a change of it. */
export const beginText = async (work: Work, kind: DocumentKind, row: Noun, html: string): Promise<void> => {
  const stored = await lockDocument(work, subjectOf(kind, row), html)
  await rememberBase(work.trx, work.viewer, row.id, stored.description_html)
}

/**
 * Takes a text sent as HTML: a new version of what its sender was last handed. The difference of the two is applied to the
 * present document as one edit, so that what others typed meanwhile stays.
 */
export const writeHtml = async (work: Work, kind: DocumentKind, row: Noun, html: string): Promise<void> => {
  const subject = subjectOf(kind, row)
  const stored = await lockDocument(work, subject)
  const base = (await work
    .trx('document_bases')
    .where({ document_id: row.id, actor: actorOf(work.viewer) })
    .whereRaw(`at > now() - interval '24 hours'`)
    .first('html')) as { html: string } | undefined
  const present = nodeOf(openState(stored.state))
  const { schema } = present.type
  const incoming = fromHtml(html, schema)
  // HTML cannot carry what our schema does not know: in the base it is not there, in the present text it is, and stays.
  const handed = base?.html ?? (schema === documentSchema ? null : toHtml(present))
  const merged = mergeDocuments(handed === null ? present : fromHtml(handed, schema), present, incoming)
  if (!merged.eq(present)) await mergeUpdate(work, subject, stored, editState(stored.state, merged))
  await rememberBase(work.trx, work.viewer, row.id, toHtml(incoming))
}

/** The text as one Yjs update; made on first use, so it is never empty. */
export const readBinary = async (work: Work, kind: DocumentKind, row: Noun): Promise<Uint8Array> =>
  (await lockDocument(work, subjectOf(kind, row))).state

type BinaryBody = { description_binary?: string | undefined; description_html?: string | undefined }

/**
 * Merges a Yjs update. One of a foreign history would put its whole text beside ours; its HTML is taken as a new version
 * instead.
 */
export const mergeBinary = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  body: BinaryBody,
): Promise<void> => {
  const text = body.description_binary ?? ''
  if (!/^[A-Za-z0-9+/_=-]+$/.test(text)) fail('document.noBinary')
  const update = Buffer.from(text, 'base64')
  const stored = await lockDocument(work, subjectOf(kind, row))
  try {
    nodeOf(openState(update))
    // Nor is one taken as it is that would bring in what our schema does not know, or comes from an editor that did not
    // know all that is there: such an editor takes it out.
    const isStrange = bringsUnknown(update) || holdsUnknown(openState(stored.state))
    if (isStrange || !sharesHistory(stored.state, update)) {
      if (body.description_html === undefined) return fail('document.noBinary')
      return await writeHtml(work, kind, row, body.description_html)
    }
  } catch (error) {
    if ((error as { code?: string }).code) throw error
    return fail('document.noBinary')
  }
  await mergeUpdate(work, subjectOf(kind, row), stored, update)
}
