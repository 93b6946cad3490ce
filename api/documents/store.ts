import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import type { RowOf } from '#contract/define.ts'
import { type DocumentKind, DocumentRow } from '#contract/documents.ts'
import { Issue } from '#contract/issues.ts'
import { Page } from '#contract/pages.ts'
import {
  embeddedIssuesOf,
  emptyNode,
  mentionsOf,
  nodeOf,
  openState,
  SCHEMA_VERSION,
  stateOf,
  toText,
} from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { touch } from '../db/rows.ts'
import { note, type Work } from '../db/work.ts'

/** The noun that a text belongs to. */
export type Subject = { kind: DocumentKind; id: string; workspace_id: string; project_id: string }
export type Stored = RowOf<typeof DocumentRow> & { state: Buffer; description_html: string }

const derived = (node: Node) => ({
  description_html: toHtml(node),
  description_stripped: toText(node),
  mentions: mentionsOf(node),
  embedded_issues: embeddedIssuesOf(node),
})

const columns = [...DocumentRow.columns, 'state', 'description_html']

/**
 * The stored text under lock. The first state of a document is made here and nowhere else: whoever comes second waits for
 * the row of the first, so that a text is never begun twice.
 */
export const lockDocument = async (work: Work, subject: Subject, html?: string): Promise<Stored> => {
  const select = () =>
    work.trx('documents').where('id', subject.id).forUpdate().first(columns) as Promise<Stored | undefined>
  const known = await select()
  if (known) return known
  const node = html === undefined ? emptyNode() : fromHtml(html)
  await work
    .trx('documents')
    .insert({
      ...subject,
      state: Buffer.from(stateOf(node)),
      schema_version: SCHEMA_VERSION,
      ...derived(node),
      created_by: work.viewer.id || null,
      updated_by: work.viewer.id || null,
    })
    .onConflict('id')
    .ignore()
  return (await select())!
}

/** Merges an update into the stored state: never overwrites. Returns the state that is then stored. */
export const mergeUpdate = async (
  work: Work,
  subject: Subject,
  before: Stored,
  update: Uint8Array,
): Promise<Uint8Array> => {
  const doc = openState(before.state)
  Y.applyUpdate(doc, update)
  const state = Y.encodeStateAsUpdate(doc)
  if (Buffer.compare(Buffer.from(state), before.state) === 0) return state
  const node = nodeOf(doc)
  const [row] = (await work
    .trx('documents')
    .where('id', subject.id)
    .update({
      state: Buffer.from(state),
      schema_version: SCHEMA_VERSION,
      ...derived(node),
      version: work.trx.raw('version + 1'),
      revision: work.trx.raw('revision + 1'),
      updated_at: work.now,
      updated_by: work.viewer.id || null,
    })
    .returning(DocumentRow.columns)) as RowOf<typeof DocumentRow>[]
  await note(work, DocumentRow, 'update', row!, before)
  await touchSubject(work, subject)
  return state
}

// A text's change is a change of its issue or page: it moves `updated_at` and everyone's copy.
const touchSubject = async (work: Work, subject: Subject) => {
  const of = subject.kind === 'issue' ? Issue : Page
  const row = (await work.trx(of.table).where('id', subject.id).forUpdate().first(of.columns)) as
    | RowOf<typeof of>
    | undefined
  if (row) await touch(work, of, row as never)
}
