/** Keeps the entries of the search: by a reader of the log, and by going through the rows that are older than its position. */
import { setTimeout } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Db } from '../../db/knex.ts'
import type { ReadChange, Reader } from '../../live/readNext.ts'
import { type Raw, READ, rawRows, type Source, sources } from './sources.ts'
import { forgivenOf, formsOf, plain, vectorOf } from './words.ts'

const NAME = 'search'
/** Each may bring a long text. */
const BATCH = 50
const LONGEST_NAME = 300

const write = async (trx: Knex, { kind }: Source, workspace: string, rows: readonly Raw[]) => {
  if (rows.length === 0) return
  const names = rows.flatMap(({ name, also }) => forgivenOf(`${name} ${also ?? ''}`))
  const words = [...new Set(names)].map(word => ({ word, forms: formsOf(word) }))
  if (words.length > 0)
    await trx.raw(
      `insert into search_words (workspace, word, forms)
         select :workspace, word, forms from jsonb_to_recordset(:words) as given (word text, forms text[])
       on conflict do nothing`,
      { workspace, words: JSON.stringify(words) },
    )
  const entries: { id: string; name: string; made: string; names: string; words: string }[] = []
  for (const { id, name, also, body, made } of rows) {
    const named = [name, ...(also ? [also] : [])]
    entries.push({
      id,
      name: plain(name).slice(0, LONGEST_NAME).toWellFormed(),
      made,
      names: await vectorOf(named, ''),
      words: await vectorOf(named, body ?? ''),
    })
  }
  await trx.raw(
    `insert into search_entries (id, kind, workspace, made, name, names, words)
       select id, :kind, :workspace, made, name, names::tsvector, words::tsvector
         from jsonb_to_recordset(:entries) as given (id uuid, made timestamptz, name text, names text, words text)
     on conflict (id) do update
       set made = excluded.made, name = excluded.name, names = excluded.names, words = excluded.words
       where (search_entries.made, search_entries.name, search_entries.names, search_entries.words)
             is distinct from (excluded.made, excluded.name, excluded.names, excluded.words)`,
    { kind, workspace, entries: JSON.stringify(entries) },
  )
}

// The rows as they are now, not as the change had them: taken again, or after a later one, a change does no harm.
const renew = async (trx: Knex, source: Source, workspace: string, ids: string[]) => {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const rows = await rawRows(trx, source, workspace).whereRaw('t.id = any(?::uuid[])', [some])
    const there = new Set(rows.map(({ id }) => id))
    await trx.raw('delete from search_entries where kind = ? and id = any(?::uuid[])', [
      source.kind,
      some.filter(id => !there.has(id)),
    ])
    await write(trx, source, workspace, rows)
  }
}

const take = async ({ trx }: { trx: Knex }, changes: ReadChange[], workspace: string) => {
  const touched = new Map<string, Set<string>>()
  const touch = (kind: string, id: string) => touched.set(kind, (touched.get(kind) ?? new Set()).add(id))
  for (const { entity, row_id, row } of changes)
    if (entity === 'document') touch(row.kind as string, row_id)
    else touch(entity, row_id)
  const people = [...(touched.get('user') ?? [])]
  if (people.length > 0)
    for (const id of await trx('workspace_members')
      .where('workspace_id', workspace)
      .whereIn('member_id', people)
      .pluck('id'))
      touch('workspace_member', id)
  for (const source of sources) await renew(trx, source, workspace, [...(touched.get(source.of.name) ?? [])])
  return undefined
}

/** Begins with what changes from now on: what was there before is filled in. */
export const searchReader: Reader = { name: NAME, reads: READ, begins: 'now', most: 300, take }

type Fill = { kind: number; after: string | null; ended_at: string | null }
const BEGIN: Fill = { kind: 0, after: null, ended_at: null }

/**
 * The next rows of a workspace that are not yet filled in; false when there are none. Under the lock of the reader, so
 * that no older state of a row replaces a newer one.
 */
export const fillNext = (db: Db): Promise<boolean> =>
  db.transaction(async trx => {
    const { rows } = await trx.raw<{ rows: { workspace: string }[] }>(
      `select workspace from readers where name = ? and not exists (
         select 1 from search_fills f where f.workspace = readers.workspace and f.ended_at is not null)
        limit 1 for update skip locked`,
      [NAME],
    )
    const [found] = rows
    if (!found) return false
    const { workspace } = found
    // Read under the lock: another server may have gone on meanwhile.
    const at = (await trx('search_fills').where({ workspace }).first<Fill | undefined>()) ?? BEGIN
    if (at.ended_at) return true
    const source = sources[at.kind]!
    const some = rawRows(trx, source, workspace).limit(BATCH)
    if (at.after) some.where('t.id', '>', at.after)
    const raw = await some
    const isLast = raw.length < BATCH
    const upTo = isLast ? null : raw.at(-1)!.id
    // Entries of rows that are gone.
    await trx.raw(
      `delete from search_entries where workspace = :workspace and kind = :kind and id <> all(:ids::uuid[])
          and (:after::uuid is null or id > :after::uuid) and (:upTo::uuid is null or id <= :upTo::uuid)`,
      { workspace, kind: source.kind, ids: raw.map(({ id }) => id), after: at.after, upTo } as never,
    )
    await write(trx, source, workspace, raw)
    const kind = at.kind + (isLast ? 1 : 0)
    await trx.raw(
      `insert into search_fills (workspace, kind, after, ended_at)
         values (:workspace, :kind, :after, case when :isEnd then now() end)
       on conflict (workspace) do update set kind = excluded.kind, after = excluded.after, ended_at = excluded.ended_at`,
      { workspace, kind, after: upTo, isEnd: kind === sources.length } as never,
    )
    return true
  })

const POLL_MS = 1_000

/** Fills in what is not yet in the search: once, and again when somebody has asked for all of it to be made anew. */
export const startFilling = ({ db, log }: { db: Db; log: Logger }) => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      let isMore = false
      try {
        isMore = await fillNext(db)
      } catch (error) {
        log.warn({ err: error }, 'the search waits to be filled')
      }
      if (!isMore)
        await setTimeout(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Has running servers make all entries anew; meanwhile what is there is found. */
export const rebuildSearch = async (db: Db): Promise<void> => {
  await db('search_fills').delete()
}
