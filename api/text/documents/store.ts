import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import { DocumentRow } from '#contract/text/documents.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import { gathered } from '../../db/gather.ts'
import { bindings, type Db } from '../../db/knex.ts'
import { locked } from '../../db/locked.ts'
import { lockRows } from '../../db/order.ts'
import { touch } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { tellDescription } from '../../work/activity/description.ts'
import { followMentioned } from '../../work/activity/mentions.ts'
import { keepHanded } from './handed.ts'
import { keepSessionText } from './sessionTexts.ts'
import type { Locked, Stored, Subject } from './stored.ts'
import type { Derived, Text } from './textTasks.ts'
import { readAhead, runTask, SMALL } from './threads.ts'
import { keepVersions, type Spell } from './versions.ts'
import { tsvector } from './words.ts'

type Columns = Omit<Derived, 'length' | 'files' | 'words'> & { words: string[] | null }

// Pages alone are searched by the words of their texts. Among them is their project, for the index to find no others.
const columnsOf = (
  { kind, project_id }: Subject,
  { words, length, files, ...derived }: Derived,
): Columns => ({ ...derived, words: kind === 'page' ? [project_id, ...words] : null })

const asRow = ({ trx }: Work, { words, ...columns }: Columns) => ({
  ...columns,
  words: words && tsvector(trx, words),
})

const columns = [...DocumentRow.columns, 'description_html', 'created_by', 'updated_at', 'told_at', 'untold']

/** Texts under lock, with their nouns: calls about a noun lock it and then its text, and two orders would be two that wait for each other. */
const lockTexts = async <R extends Locked>(
  work: Work,
  subjects: readonly Subject[],
  beside: string[] = [],
): Promise<(R | undefined)[]> => {
  const ids = (kind: Subject['kind']) => subjects.flatMap(one => (one.kind === kind ? [one.id] : []))
  const nouns = new Map<string, Issue | Page>()
  const take = async (of: typeof Issue | typeof Page, wanted: string[]) => {
    if (wanted.length === 0) return
    for (const row of (await locked(work, of, rows => rows.whereIn('id', wanted), 'any')) as (Issue | Page)[])
      nouns.set(row.id, row)
  }
  await take(Issue, ids('issue'))
  await take(Page, ids('page'))
  const rows = await lockRows<R>(work, 'documents', trx =>
    trx('documents')
      .whereIn(
        'id',
        subjects.map(({ id }) => id),
      )
      .select([...columns, ...beside]),
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return subjects.map(({ id }) => {
    const row = byId.get(id)
    return row && { ...row, noun: nouns.get(id) ?? null }
  })
}

const lockRow = async <R extends Locked>(work: Work, subject: Subject, beside: string[]) =>
  (await lockTexts<R>(work, [subject], beside))[0]

/** Of several open texts that are stored by one transaction. */
const lockTogether = gathered<{ work: Work; subject: Subject }, Locked | undefined>(given =>
  lockTexts<Locked>(
    given[0]!.work,
    given.map(({ subject }) => subject),
  ),
)

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
  const text = columnsOf(subject, derived)
  const made = await work
    .trx('documents')
    .insert({
      ...subject,
      state: Buffer.from(state),
      ...asRow(work, text),
      created_by: work.viewer.id || null,
      updated_by: work.viewer.id || null,
    })
    .onConflict('id')
    .ignore()
    .returning('id')
  const stored = must(await select(), 'the text just made')
  if (made.length > 0 && subject.kind === 'issue' && stored.noun)
    await followMentioned(work, stored.noun as Issue, [], text.mentions)
  // Of a text that begins nobody has to be informed but those whom it names.
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
          ...{ ...subject, ...asRow(work, columnsOf(subject, derived)) },
          ...{ state: Buffer.from(state), created_at: at, updated_at: at, created_by: by, updated_by: by },
        }
      }),
    )
    .returning(DocumentRow.columns)) as { mentions: string[] }[]
  // Of a text that begins nobody has to be informed but those whom it names.
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

/** A text that is written all the time is reported to others at most so often, and once more when the writing ends. */
export const QUIET_MS = 10_000

type Given = { work: Work; subject: Subject; before: Locked; text: Text; how: Spell; isTold: boolean }
type Replaced = RowOf<typeof DocumentRow>

const withThese = (before: string[] | null, authors: readonly string[]) => [
  ...new Set([...(before ?? []), ...authors]),
]
const authorsOf = ({ work, how }: Pick<Given, 'work' | 'how'>): string[] =>
  how.authors ?? (work.viewer.id ? [work.viewer.id] : [])

const NEW_TEXT = {
  id: 'uuid',
  state: 'bytea',
  description_html: 'text',
  description_stripped: 'text',
  mentions: 'uuid[]',
  embedded_issues: 'uuid[]',
  mentioned_pages: 'uuid[]',
  words: 'text[]',
  schema_version: 'int',
  updated_by: 'uuid',
  told_at: 'timestamptz',
  untold: 'uuid[]',
} as const

const NEW_STAMP = { id: 'uuid', updated_by: 'uuid' } as const

/** Rows as the values of a statement: with types, since PostgreSQL guesses none for parameters. */
const valuesOf = <C extends Record<string, string>>(types: C, rows: Record<keyof C, unknown>[]) => {
  const names = Object.keys(types)
  const one = `(${names.map(name => `?::${types[name]}`).join(', ')})`
  return {
    sql: `(values ${rows.map(() => one).join(', ')}) as given(${names.join(', ')})`,
    values: bindings(rows.flatMap(row => names.map(name => row[name]))),
  }
}

const writeTexts = async (given: readonly Given[]): Promise<Replaced[]> => {
  const { trx, now } = given[0]!.work
  const rows = given.map(({ work, subject, before, text, how, isTold }) => ({
    id: subject.id,
    state: Buffer.from(text.state),
    ...columnsOf(subject, text.derived),
    updated_by: work.viewer.id || null,
    told_at: isTold ? work.now : before.told_at,
    untold: isTold ? null : withThese(before.untold, authorsOf({ work, how })),
  }))
  const { sql, values } = valuesOf(NEW_TEXT, rows)
  const { rows: written } = await trx.raw<{ rows: Replaced[] }>(
    `update documents set state = given.state, description_html = given.description_html,
            description_stripped = given.description_stripped, mentions = given.mentions,
            embedded_issues = given.embedded_issues, mentioned_pages = given.mentioned_pages,
            words = array_to_tsvector(given.words), schema_version = given.schema_version,
            told_at = given.told_at, untold = given.untold, updated_by = given.updated_by, updated_at = ?,
            version = documents.version + 1, revision = documents.revision + 1
       from ${sql} where documents.id = given.id
     returning ${DocumentRow.columns.map(name => `documents.${name}`).join(', ')}`,
    [now, ...values],
  )
  const byId = new Map(written.map(row => [row.id, row]))
  return given.map(({ subject }) => must(byId.get(subject.id), 'the text just stored'))
}

/** Nouns are changed as their texts are, at once and exactly; others are informed later. */
const stampQuietly = async (table: 'issues' | 'pages', given: readonly Given[]) => {
  if (given.length === 0) return
  const { trx, now } = given[0]!.work
  const rows = given.map(({ work, subject }) => ({ id: subject.id, updated_by: work.viewer.id || null }))
  const { sql, values } = valuesOf(NEW_STAMP, rows)
  await trx.raw(
    `update ${table} set updated_at = greatest(?::timestamptz, updated_at), updated_by = given.updated_by,
            revision = revision + 1 from ${sql} where ${table}.id = given.id`,
    [now, ...values],
  )
}

const replaceTexts = async (given: Given[]): Promise<Replaced[]> => {
  const [{ work }] = given as [Given]
  const ofKind = (kind: Subject['kind'], some: readonly Given[] = given) =>
    some.filter(({ subject, before }) => subject.kind === kind && before.noun)
  await keepHanded(
    work,
    given.map(({ subject }) => subject.id),
  )
  await keepVersions(given.filter(({ subject }) => subject.kind === 'page'))
  const rows = await writeTexts(given)
  const quiet = given.filter(({ isTold }) => !isTold)
  await stampQuietly('issues', ofKind('issue', quiet))
  await stampQuietly('pages', ofKind('page', quiet))
  return rows
}
const replaceTogether = gathered(replaceTexts)

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every(id => other.includes(id))

// The people who are mentioned are informed at once, and the first words after a pause.
const mayBeQuiet = ({ now }: Work, { told_at, mentions }: Locked, { derived }: Text) =>
  told_at !== null && Date.parse(now) - Date.parse(told_at) < QUIET_MS && sameIds(mentions, derived.mentions)

/** Nothing is announced of a noun that was deleted meanwhile: its viewers would see it again. */
const isThere = (noun: Locked['noun']): noun is Issue | Page => noun?.deleted_at === null

/** What follows from a text's change for its noun: it moves `updated_at` and everyone's copy. */
const tellNoun = async ({ work, subject, before, text, how }: Given) => {
  if (!isThere(before.noun)) return
  if (subject.kind === 'page') return void (await touch(work, Page, before.noun as Page))
  const issue = await touch(work, Issue, before.noun as Issue)
  const { description_html, mentions } = text.derived
  await tellDescription(work, issue, {
    before: before.untold ? null : before.description_html,
    now: description_html,
    authors: withThese(before.untold, authorsOf({ work, how })),
  })
  await followMentioned(work, issue, before.mentions, mentions)
}

/**
 * Stores an open document, which becomes the stored one as it is: `known` is the version that it holds all of. Null when
 * others have stored another version meanwhile. That is the open document's to take in first: merged here, words would go
 * with the block that a call has replaced. Several that are stored by one transaction share its statements.
 */
export const storeOpen = async (
  work: Work,
  subject: Subject,
  { known, ...text }: Text & { known: number | null },
  how: Spell,
): Promise<{ version: number; isTold: boolean } | null> => {
  const before = await lockTogether({ work, subject })
  if (!before) await lockDocument(work, subject)
  if (before?.version !== known || !before) return null
  const given = { work, subject, before, text, how, isTold: !mayBeQuiet(work, before, text) }
  const row = await replaceTogether(given)
  await note(work, DocumentRow, 'update', row, before)
  if (given.isTold) await tellNoun(given)
  return { version: row.version, isTold: given.isTold }
}

/** Stores a new state of a text: `state` includes everything stored before. Answers the new version. */
export const replaceText = async (
  work: Work,
  subject: Subject,
  before: Locked,
  text: Text,
  how: Spell = {},
): Promise<number> => {
  const given = { work, subject, before, text, how, isTold: true }
  const [row] = await replaceTexts([given])
  await keepSessionText(work, subject, before, { state: text.state, version: row!.version })
  await note(work, DocumentRow, 'update', row!, before)
  await tellNoun(given)
  return row!.version
}

/** Informs others of what has been stored quietly, if anything has. */
export const tellStored = async (work: Work, subject: Subject): Promise<void> => {
  const row = await lockRow<Locked>(work, subject, [])
  if (!row?.untold) return
  const { untold: authors, noun, description_html: now } = row
  await work.trx('documents').where('id', subject.id).update({ told_at: work.now, untold: null })
  if (!isThere(noun)) return
  if (subject.kind === 'page') return note(work, Page, 'update', noun, noun)
  await note(work, Issue, 'update', noun, noun)
  await tellDescription(work, noun as Issue, { before: null, now, authors })
}
