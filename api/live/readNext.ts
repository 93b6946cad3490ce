/** One step of a reader of the log in one workspace, and its positions. */
import type { Knex } from 'knex'
import type { EntityName } from '#contract/index.ts'
import { messageOf } from '#contract/messageOf.ts'
import { bindings, type Db } from '../db/knex.ts'
import { nobody } from '../db/viewer.ts'
import { inWork, type Work } from '../db/work.ts'
import type { LoggedChange } from './log.ts'

/** `import_id`: of the import whose job has made it. */
export type ReadChange = LoggedChange & { at: string; import_id: string | null }

export type Reader = {
  /** Its positions are kept under this name. */
  name: string
  /** Does it pass over what an import brings? What becomes of the import itself reaches it all the same. */
  skipsImports?: boolean
  /** The kinds of rows whose changes it takes; without, all. */
  reads?: readonly EntityName[]
  /** A workspace without a position is read from its first change, or from now on. */
  begins: 'first' | 'now'
  /** So many changes are passed in one transaction at most. */
  most: number
  /**
   * Takes changes of one workspace, in their order. The position moves in the same transaction: writes of `work` happen
   * exactly once, effects elsewhere at least once. Answers the number of the last change that it took, where it left
   * some for the next transaction.
   */
  take(work: Work, changes: ReadChange[], workspace: string): Promise<number | undefined>
}

/** Seconds until the next try of a change that fails; after the last of them it is passed over. */
const PAUSES = [1, 2, 5, 10, 30, 60]

type Standing = { seq: number; alone_to: number }

// Under lock; null when another server reads the workspace, it waits after a failure, or it is gone.
const standing = async (trx: Knex, { name, begins }: Reader, workspace: string): Promise<Standing | null> => {
  const held = await trx('readers')
    .where({ name, workspace })
    .where('next_at', '<=', trx.fn.now())
    .forUpdate()
    .skipLocked()
    .first<Standing | undefined>('seq', 'alone_to')
  if (held) return held
  const { rows } = await trx.raw<{ rows: Standing[] }>(
    `insert into readers (name, workspace, seq)
       select :name, w.id, case when :begins = 'now' then coalesce(c.seq, 0) else coalesce(c.oldest, 0) end
         from workspaces w left join change_counters c on c.scope_id = w.id where w.id = :workspace
       on conflict do nothing returning seq, alone_to`,
    { name, begins, workspace },
  )
  return rows[0] ?? null
}

const changesOf = async (
  trx: Knex,
  { reads, skipsImports }: Reader,
  workspace: string,
  after: number,
  to: number,
) => {
  const rows = trx('changes')
    .where('scope_id', workspace)
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .orderBy('seq')
    .select<ReadChange[]>(
      'seq',
      'entity',
      'row_id',
      'op',
      'row',
      'before',
      'mutation_id',
      'actor_id',
      'import_id',
      'at',
    )
  if (reads) rows.whereRaw('entity = any(?)', [[...reads]])
  if (skipsImports) rows.whereRaw("(import_id is null or entity = 'import')")
  return await rows
}

type Pass = { name: string; workspace: string; first: number; last: number; said: string }

const pass = async (trx: Knex, { name, workspace, first, last, said }: Pass) => {
  await trx.raw(
    `insert into passed_changes (name, workspace, first, last, said, change)
       select :name, :workspace, :first, :last, :said,
              (select to_jsonb(c) from changes c where scope_id = :workspace and seq = :first)
       on conflict do nothing`,
    { name, workspace, first, last, said },
  )
}

/** A step that failed: from where, and up to which change. */
class Failed extends Error {
  readonly after: number
  readonly to: number
  constructor(after: number, to: number, cause: unknown) {
    super(messageOf(cause), { cause })
    this.after = after
    this.to = to
  }
}

/** Changes that a reader never takes: it failed at one, or the log no longer holds them. */
export type Passed = { first: number; last: number; said: string; error?: unknown }
export type Step = { isMore: boolean; failed?: unknown; passed?: Passed }

const inOneWork = async (db: Db, reader: Reader, workspace: string): Promise<Step> => {
  const { name } = reader
  let tried: { after: number; to: number } | null = null
  const step = async (work: Work): Promise<Step> => {
    const { trx } = work
    const at = await standing(trx, reader, workspace)
    if (!at) return { isMore: false }
    const { seq: after } = at
    const move = (seq: number) => trx('readers').where({ name, workspace }).update({ seq, tries: 0 })
    const counter = await trx('change_counters')
      .where('scope_id', workspace)
      .first<{ seq: number; oldest: number } | undefined>('seq', 'oldest')
    const { seq, oldest } = counter ?? { seq: 0, oldest: 0 }
    if (after < oldest) {
      const passed = { first: after + 1, last: oldest, said: 'the log no longer holds them' }
      await pass(trx, { name, workspace, ...passed })
      await move(oldest)
      return { isMore: oldest < seq, passed }
    }
    const most = Math.min(seq, after + (after < at.alone_to ? 1 : reader.most))
    tried = { after, to: most }
    const changes = await changesOf(trx, reader, workspace, after, most)
    const to = (changes.length > 0 && (await reader.take(work, changes, workspace))) || most
    await move(to)
    return { isMore: to < seq }
  }
  try {
    return (await inWork(db, { viewer: nobody }, step)).result
  } catch (error) {
    // Before anything was taken it is no change's fault.
    if (!tried) throw error
    const { after, to } = tried as { after: number; to: number }
    throw new Failed(after, to, error)
  }
}

// Tries are counted at the position where it failed: whatever another server has come to meanwhile counts.
const noteFailure = async (
  db: Db,
  { name, workspace, pauses }: { name: string; workspace: string; pauses: readonly number[] },
  { after, to, message, cause }: Failed,
): Promise<Step> =>
  db.transaction(async trx => {
    await trx('readers').insert({ name, workspace, seq: after }).onConflict().ignore()
    const mine = () => trx('readers').where({ name, workspace, seq: after })
    const row = await mine().forUpdate().skipLocked().first<{ tries: number } | undefined>('tries')
    // Another server is at it, or past it: the failure is that one's to count.
    if (!row) return { isMore: false, failed: cause }
    const pause = pauses[row.tries]
    if (pause === undefined && to === after + 1) {
      await pass(trx, { name, workspace, first: to, last: to, said: message })
      await mine().update({ seq: to, tries: 0 })
      return { isMore: true, passed: { first: to, last: to, said: message, error: cause } }
    }
    await mine().update({
      tries: row.tries + 1,
      next_at: trx.raw('now() + make_interval(secs => ?)', [pause ?? pauses.at(-1)!]),
      alone_to: trx.raw('greatest(alone_to, ?)', [to]),
    })
    return { isMore: false, failed: cause }
  })

/**
 * Reads the next changes of a workspace, unless another server does. After a failure those of the failed batch are taken
 * one by one: the ones around a faulty change are taken all the same, and it alone is passed over in the end, with a
 * record in `passed_changes`.
 */
export const readNext = async (
  db: Db,
  reader: Reader,
  workspace: string,
  pauses: readonly number[] = PAUSES,
): Promise<Step> => {
  try {
    return await inOneWork(db, reader, workspace)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return noteFailure(db, { name: reader.name, workspace, pauses }, error)
  }
}

/** Workspaces with changes that a reader may take now; of these, or of all. */
export const unread = async (db: Db, name: string, among: string[] | null): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select w.id from workspaces w join change_counters c on c.scope_id = w.id
       left join readers r on r.name = :name and r.workspace = w.id
      where w.deleted_at is null and (r.seq is null or (c.seq > r.seq and r.next_at <= now()))
        and (:among::uuid[] is null or w.id = any(:among::uuid[]))`,
    bindings({ name, among }),
  )
  return rows.map(({ id }) => id)
}

/** How far a reader is behind: changes, seconds since the oldest of them, workspaces at a fault, and ranges passed over. */
export type Lag = { changes: number; seconds: number; failing: number; passed: number }

export const lagOf = async (db: Db, name: string): Promise<Lag> => {
  const { rows } = await db.raw<{ rows: Lag[] }>(
    `select coalesce(sum(c.seq - r.seq), 0)::int as changes,
            coalesce(extract(epoch from now() - min(oldest.at)), 0)::int as seconds,
            count(*) filter (where r.tries > 0)::int as failing,
            (select count(*) from passed_changes p where p.name = :name)::int as passed
       from readers r join workspaces w on w.id = r.workspace and w.deleted_at is null
       join change_counters c on c.scope_id = r.workspace and c.seq > r.seq
       left join lateral (select at from changes where scope_id = r.workspace and seq > r.seq order by seq limit 1) oldest
         on true
      where r.name = :name`,
    { name },
  )
  return rows[0]!
}
