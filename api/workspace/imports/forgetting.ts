/** What imports leave behind in the store of files, and when it goes. */
import type { Knex } from 'knex'
import type { Db } from '../../db/knex.ts'
import type { FileStore } from '../../files/store.ts'
import type { Draft } from './draft.ts'
import type { Found } from './found.ts'
import { fetchedKey, unpackedKey } from './keys.ts'
import { forgetRows } from './staging/beside.ts'

const DAY = 86_400_000
/** So long a file that was imported is kept. */
const IMPORT_DAYS = 30
/** Nothing that was begun for an import comes so long after its end. */
const SETTLED_MS = 3_600_000
/** Looked at in so many nights after its end. */
const NIGHTS = 3
const BATCH = 500
/** So many files are removed at once: a bucket is far away. */
const AT_ONCE = 20

type Ended = { id: string; workspace: string; file: string | null; found: Found | null }

const removeUnknown = async (trx: Knex, store: FileStore, keys: readonly string[]): Promise<void> => {
  const known = new Set(
    await trx('file_assets')
      .whereRaw('asset = any(?)', [[...keys]])
      .pluck('asset'),
  )
  const left = keys.filter(key => !known.has(key))
  for (let at = 0; at < left.length; at += AT_ONCE)
    await Promise.all(left.slice(at, at + AT_ONCE).map(key => store.remove(key)))
}

/** Keys of what was fetched for the issues of an import. */
async function* fetchedKeys(trx: Knex, row: Ended): AsyncGenerator<string[]> {
  for (let nth = -1; ; ) {
    const rows: { nth: number; files: Draft['files'] }[] = await trx('import_rows')
      .where('import', row.id)
      .where('nth', '>', nth)
      .whereRaw(`jsonb_typeof(cells->'files') = 'array' and cells->'files' <> '[]'`)
      .orderBy('nth')
      .limit(BATCH)
      .select('nth', trx.raw(`cells->'files' as files`))
    yield rows.flatMap(({ files }) => files.map(file => fetchedKey(row, file)))
    if (rows.length < BATCH) return
    nth = rows.at(-1)!.nth
  }
}

/** Keys of what was unpacked for the pages of an import: the dry run has named these files. */
async function* unpackedKeys(trx: Knex, row: Ended): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const keys: string[] = await trx('import_keys')
      .where('import', row.id)
      .whereRaw(`key ~ '^(picture|file) [0-9a-f]{64}$'`)
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .pluck('key')
    yield keys.map(key => unpackedKey(row, key.split(' ')[1]!))
    if (keys.length < BATCH) return
    after = keys.at(-1)!
  }
}

/** Removes bytes that an import has kept and no row has come to know: it was ended between the two. */
export const removeLeft = async (trx: Knex, store: FileStore, row: Ended): Promise<void> => {
  for await (const keys of row.file === null ? fetchedKeys(trx, row) : unpackedKeys(trx, row))
    if (keys.length > 0) await removeUnknown(trx, store, keys)
}

/** Removes the file of an import, the zips that lay within it, and what else it has left in the store. */
export const removeFiles = async (trx: Knex, store: FileStore, row: Ended): Promise<void> => {
  await removeLeft(trx, store, row)
  for (const key of [row.file, ...(row.found?.parts ?? [])]) if (key) await store.remove(key)
}

const OVER = ['done', 'stopped', 'undone', 'failed']

/**
 * Files of imports and the rows that they were read into, a month after their end, or since anybody has gone on with them: what was
 * brought has its own keys. What an import that has ended has kept and not come to write goes the night after.
 */
export const forgetImports = async (db: Db, store: FileStore): Promise<number> => {
  const ended = await db('imports')
    .whereIn('state', OVER)
    .whereBetween('ended_at', [new Date(Date.now() - NIGHTS * DAY), new Date(Date.now() - SETTLED_MS)])
    .select<Ended[]>('id', 'workspace', 'file', 'found')
  for (const row of ended) await removeLeft(db, store, row)
  const before = new Date(Date.now() - IMPORT_DAYS * DAY)
  const left = await db('imports')
    .where(any =>
      any
        .whereNotNull('file')
        .orWhereExists(db('import_rows').whereRaw('import_rows.import = imports.id').select(db.raw('1'))),
    )
    .where(due =>
      due
        .where(over => over.whereIn('state', OVER).where('ended_at', '<', before))
        .orWhere(open =>
          open.whereIn('state', ['new', 'matching', 'checked']).where('updated_at', '<', before),
        ),
    )
    .limit(BATCH)
    .select<(Ended & { isOver: boolean })[]>(
      ...['id', 'workspace', 'file', 'found'],
      db.raw('ended_at is not null as "isOver"'),
    )
  for (const { isOver, ...row } of left) {
    await removeFiles(db, store, row)
    const what = row.file === null ? 'What it had read' : 'Its file'
    const said = `${what} was deleted: nobody went on with it for 30 days.`
    await forgetRows(db, row.id, isOver ? null : said)
  }
  return left.length
}
