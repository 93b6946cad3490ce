import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { entities } from '#contract/index.ts'
import type { Db } from '../db/knex.ts'
import { forgetEmptyTallies } from '../db/tallies.ts'
import { openStore, type Place } from '../files/open.ts'
import type { FileStore } from '../files/store.ts'
import type { Settings } from '../settings.ts'
import { forgetImports } from '../workspace/imports/forgetting.ts'

const BATCH = 500
/** So many files are removed at once: a bucket is far away. */
const AT_ONCE = 20
const DAY = 86_400_000
/** An upload that was never confirmed is given up after so many days. */
const UNSENT_DAYS = 7

/** Rows that live in a workspace; people, sessions and the instance outlast what they made. */
const kinds = [...new Map(Object.values(entities).map(of => [of.table, of])).values()].filter(
  of => of.place.workspace,
)

type Reference = { child: string; column: string; parent: string }

// Rows of these are kept while another row names them: the database would refuse, and rightly.
const keptReferences = async (db: Db): Promise<Reference[]> => {
  const { rows } = await db.raw<{ rows: Reference[] }>(
    `select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confdeltype = 'a'`,
  )
  return rows
}

const expiredIn = (db: Knex, table: string, before: Date) =>
  db(table).where(`${table}.deleted_at`, '<', before).select('id')

/** The rows that may go: deleted long ago, or in a project or workspace deleted long ago. */
const doomed = (db: Knex, of: Entity, before: Date): Knex.QueryBuilder => {
  const { workspace, project } = of.place
  return db(of.table).where(any => {
    any.where(`${of.table}.deleted_at`, '<', before)
    if (workspace && of.table !== 'workspaces')
      any.orWhereIn(`${of.table}.${workspace}`, expiredIn(db, 'workspaces', before))
    if (project && of.table !== 'projects')
      any.orWhereIn(`${of.table}.${project}`, expiredIn(db, 'projects', before))
    if (of.table !== 'file_assets') return
    any.orWhereIn('file_assets.issue', expiredIn(db, 'issues', before))
    any.orWhereIn('file_assets.comment', expiredIn(db, 'issue_comments', before))
    any.orWhereIn('file_assets.page', expiredIn(db, 'pages', before))
    any.orWhereIn('file_assets.page_comment', expiredIn(db, 'page_comments', before))
    any.orWhereIn('file_assets.draft_issue', expiredIn(db, 'draft_issues', before))
    any.orWhere(unsent =>
      unsent
        .where('is_uploaded', false)
        .where('file_assets.created_at', '<', new Date(Date.now() - UNSENT_DAYS * DAY)),
    )
  })
}

// Before the commit: cut off in between, the next run finds the rows again, never bytes that no row knows. A copy of an
// image is another row on the same bytes.
const removeBytes = async (trx: Knex, store: FileStore, keys: string[]) => {
  const shared = new Set(await trx('file_assets').whereIn('asset', keys).pluck('asset'))
  const gone = keys.filter(key => !shared.has(key))
  for (let at = 0; at < gone.length; at += AT_ONCE)
    await Promise.all(gone.slice(at, at + AT_ONCE).map(key => store.remove(key)))
}

// A placeholder has the id of its face, which is nobody's account: both go together, once nothing names the face.
const FACES = { table: 'placeholders', beside: ['accounts', 'users'] }
const parentsOf = (table: string) => (table === FACES.table ? [table, ...FACES.beside] : [table])

const purgeBatch = (db: Db, store: FileStore, of: Entity, references: Reference[], before: Date) =>
  db.transaction(async trx => {
    const query = doomed(trx, of, before)
    const parents = parentsOf(of.table)
    for (const { child, column } of references.filter(
      ({ child, parent }) => parents.includes(parent) && !parents.includes(child),
    ))
      query.whereNotExists(
        trx(`${child} as naming`).whereRaw('?? = ??', [`naming.${column}`, `${of.table}.id`]),
      )
    // Of which group a state was, the flow of issues is read from: it stays as long as a history names it.
    if (of.table === 'states')
      for (const side of ['old_identifier', 'new_identifier'])
        query.whereNotExists(
          trx('issue_activities as move')
            .where({ field: 'state', deleted_at: null })
            .whereRaw('?? = states.id', [`move.${side}`]),
        )
    // No more of a row than that: a job that is over waits until infinity, which is no moment of JavaScript.
    const named = of.table === 'file_assets' ? ['id', 'asset'] : ['id']
    const rows: { id: string; asset?: string }[] = await query
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .select(named.map(name => `${of.table}.${name}`))
    if (rows.length === 0) return 0
    const ids = rows.map(row => row.id)
    for (const table of ['documents', 'search_entries']) await trx(table).whereIn('id', ids).delete()
    for (const table of ['document_bases', 'handed_texts', 'session_texts'])
      await trx(table).whereIn('document_id', ids).delete()
    for (const table of parents) await trx(table).whereIn('id', ids).delete()
    if (of.table === 'file_assets')
      await removeBytes(
        trx,
        store,
        rows.map(row => row.asset ?? ''),
      )
    return ids.length
  })

/**
 * Forgets for good the rows deleted `HARD_DELETE_AFTER_DAYS` ago, with all that belongs to them, a batch at a time. A
 * row that another one still names waits for that one: children go before their parents, whatever the order of the
 * tables.
 */
export const purge = async (
  db: Db,
  settings: Place & Pick<Settings, 'hardDeleteAfterDays'>,
): Promise<Record<string, number>> => {
  const store = openStore(settings)
  const before = new Date(Date.now() - settings.hardDeleteAfterDays * DAY)
  const references = await keptReferences(db)
  const purged: Record<string, number> = {}
  for (let again = true; again; ) {
    again = false
    for (const of of kinds)
      for (let count = BATCH; count === BATCH; ) {
        count = await purgeBatch(db, store, of, references, before)
        if (count === 0) continue
        purged[of.table] = (purged[of.table] ?? 0) + count
        again = true
      }
  }
  purged.imports = await forgetImports(db, store)
  purged.tallies = await forgetEmptyTallies(db)
  purged.unfinished = await store.sweep(new Date(Date.now() - DAY))
  return purged
}
