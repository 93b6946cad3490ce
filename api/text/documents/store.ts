import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import { DocumentRow } from '#contract/text/documents.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Length } from '#document'
import type { Db } from '../../db/knex.ts'
import { lockedOne } from '../../db/locked.ts'
import { lockRows } from '../../db/order.ts'
import { touch } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { tellDescription } from '../../work/activity/description.ts'
import { followMentioned } from '../../work/activity/mentions.ts'
import { keepHanded } from './handed.ts'
import type { Locked, Stored, Subject } from './stored.ts'
import type { Derived, Text } from './textTasks.ts'
import { deriveOpen, type OpenText, readAhead, runTask, SMALL } from './threads.ts'
import { keepVersion, type Spell } from './versions.ts'
import { tsvector } from './words.ts'

const columnsOf = (
  { trx }: Work,
  { kind, project_id }: Subject,
  { words, length, files, ...derived }: Derived,
) => ({
  ...derived,
  // Pages alone are searched by the words of their texts. Among them is their project, for the index to find no others.
  words: kind === 'page' ? tsvector(trx, [project_id, ...words]) : null,
})

const columns = [...DocumentRow.columns, 'description_html', 'created_by', 'updated_at']

// Before its text: calls about a noun lock it and then its text, and two orders would be two that wait for each other.
const lockNoun = async (work: Work, { kind, id }: Subject): Promise<Issue | Page | null> =>
  (await (kind === 'issue' ? lockedOne(work, Issue, { id }, 'any') : lockedOne(work, Page, { id }, 'any'))) ??
  null

const lockRow = async <R extends Locked>(work: Work, subject: Subject, beside: string[]) => {
  const noun = await lockNoun(work, subject)
  const [row] = await lockRows<R>(work, 'documents', trx =>
    trx('documents')
      .where('id', subject.id)
      .select([...columns, ...beside]),
  )
  return row && { ...row, noun }
}

const withoutBytes = (stored: Stored) =>
  Object.fromEntries(DocumentRow.columns.map(name => [name, stored[name as keyof Stored]]))

/**
 * The stored text under lock, with its noun. The first state of a document is made here and nowhere else: a second
 * caller waits for the first one's row, so a text never begins twice.
 */
export const lockDocument = async (work: Work, subject: Subject, first?: Text): Promise<Stored> => {
  const select = () => lockRow<Stored>(work, subject, ['state'])
  const known = await select()
  if (known) return known
  const { state, derived } = first ?? (await runTask('blank', {}))
  const text = columnsOf(work, subject, derived)
  const made = await work
    .trx('documents')
    .insert({
      ...subject,
      state: Buffer.from(state),
      ...text,
      created_by: work.viewer.id || null,
      updated_by: work.viewer.id || null,
    })
    .onConflict('id')
    .ignore()
    .returning('id')
  const stored = must(await select(), 'the text just made')
  if (made.length > 0 && subject.kind === 'issue' && stored.noun)
    await followMentioned(work, stored.noun as Issue, [], text.mentions)
  // Of a text that begins nobody has to hear but those whom it names.
  if (made.length > 0 && text.mentions.length > 0)
    await note(work, DocumentRow, 'create', withoutBytes(stored), null)
  return stored
}

type NewText = {
  id: string
  kind: DocumentKind
  workspace_id: string
  project_id: string
  text: Text
  at: string
  by: string | null
}

/** First texts of nouns that are made together, in one statement: none of them has one yet. */
export const insertTexts = async (work: Work, given: readonly NewText[]): Promise<void> => {
  if (given.length === 0) return
  const rows = (await work
    .trx('documents')
    .insert(
      given.map(({ id, kind, workspace_id, project_id, text: { state, derived }, at, by }) => {
        const subject = { id, kind, workspace_id, project_id }
        return {
          ...{ ...subject, ...columnsOf(work, subject, derived) },
          ...{ state: Buffer.from(state), created_at: at, updated_at: at, created_by: by, updated_by: by },
        }
      }),
    )
    .returning(DocumentRow.columns)) as { mentions: string[] }[]
  // Of a text that begins nobody has to hear but those whom it names.
  for (const row of rows) if (row.mentions.length > 0) await note(work, DocumentRow, 'create', row, null)
}

/**
 * Reads the stored version that an open document has begun with, so that its first store has only the changes to read.
 * Answers the state vector of that version; null where nothing is won by it.
 */
export const readStored = async (db: Db, { id }: Subject, open: { name: string; known: number }) => {
  const row = await db('documents')
    .where({ id, version: open.known })
    .whereRaw('octet_length(state) > ?', [SMALL])
    .first<{ state: Buffer } | undefined>('state')
  return row ? readAhead(open.name, row.state) : null
}

/**
 * Stores an open document, which becomes the stored one as it is: `known` is the version that it holds all of. Null when
 * others have stored another version meanwhile. That is the open document's to take in first: merged here, words would go
 * with the block that a call has replaced.
 */
export const storeOpen = async (
  work: Work,
  subject: Subject,
  open: OpenText & { known: number | null },
  how: Spell,
): Promise<{ version: number; length: Length } | null> => {
  const row = await lockRow<Locked>(work, subject, [])
  if (!row) await lockDocument(work, subject)
  if (row?.version !== open.known || !row) return null
  const text = { state: open.state, derived: await deriveOpen(open) }
  return { version: await replaceText(work, subject, row, text, how), length: text.derived.length }
}

/** Stores a new state of a text: `state` includes everything stored before. Answers the new version. */
export const replaceText = async (
  work: Work,
  subject: Subject,
  before: Locked,
  { state, derived }: Text,
  how: Spell = {},
): Promise<number> => {
  const text = columnsOf(work, subject, derived)
  await keepHanded(work, subject.id)
  if (subject.kind === 'page') await keepVersion(work, before, how)
  const [row] = (await work
    .trx('documents')
    .where('id', subject.id)
    .update({
      state: Buffer.from(state),
      ...text,
      version: work.trx.raw('version + 1'),
      revision: work.trx.raw('revision + 1'),
      updated_at: work.now,
      updated_by: work.viewer.id || null,
    })
    .returning(DocumentRow.columns)) as RowOf<typeof DocumentRow>[]
  await note(work, DocumentRow, 'update', row!, before)
  // A text's change is a change of its issue or page: it moves `updated_at` and everyone's copy.
  if (before.noun && subject.kind === 'page') await touch(work, Page, before.noun as Page)
  if (before.noun && subject.kind === 'issue') {
    const issue = await touch(work, Issue, before.noun as Issue)
    await tellDescription(work, issue, before.description_html, text.description_html)
    await followMentioned(work, issue, before.mentions, text.mentions)
  }
  return row!.version
}
