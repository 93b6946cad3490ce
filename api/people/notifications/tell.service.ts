import type { Knex } from 'knex'
import { EXCERPT, Notification } from '#contract/people/notifications.ts'
import type { Db } from '../../db/knex.ts'
import { bindings } from '../../db/knex.ts'
import { locked } from '../../db/locked.ts'
import { insertAll, updateAll } from '../../db/rows.ts'
import { nobody } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import { keepForMail, saidBy } from './digest.queries.ts'
import { type Events, eventsOf, type Logged, READ } from './events.ts'
import { withNames } from './mentionWords.ts'
import { keepForPush } from './push.service.ts'
import {
  countReceivers,
  stillSeeing,
  type Telling,
  toldOfArrivals,
  toldOfHistory,
  toldOfMentions,
  toldOfPages,
} from './receivers.queries.ts'

/** So many changes are read at once at most, and so many people told of entries by one transaction, but for one entry's. */
const SPAN = 300
const TOLD_AT_ONCE = 2_000
/** A statement takes 65,535 values. */
const ROWS_OF_A_STATEMENT = 1_000

/** Where the reader of a workspace stands, under lock; null when another has it, or there is no such workspace. */
const standing = async (trx: Knex, workspace: string): Promise<number | null> => {
  const held = await trx('notification_positions')
    .where({ workspace })
    .forUpdate()
    .skipLocked()
    .first<{ seq: number } | undefined>('seq')
  if (held) return held.seq
  const { rows } = await trx.raw<{ rows: { seq: number }[] }>(
    `insert into notification_positions (workspace, seq) select id, 0 from workspaces where id = ?
       on conflict do nothing returning seq`,
    [workspace],
  )
  return rows[0]?.seq ?? null
}

const changesOf = async (trx: Knex, workspace: string, after: number, to: number) =>
  await trx('changes')
    .where('scope_id', workspace)
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .whereRaw('entity = any(?)', [[...READ]])
    .orderBy('seq')
    .select<Logged[]>('seq', 'entity', 'row_id', 'op', 'row', 'before', 'actor_id', 'at')

/** How far this transaction goes: an act on many issues that many follow is told of in several. */
const within = async (trx: Knex, { activities }: Events, to: number): Promise<number> => {
  if (activities.size === 0) return to
  const counted = await countReceivers(trx, [...activities.keys()])
  const receivers = new Map(counted.map(({ id, n }) => [id, n]))
  let sum = 0
  for (const [id, { seq }] of activities) {
    const before = sum
    sum += receivers.get(id) ?? 0
    if (before > 0 && sum > TOLD_AT_ONCE) return seq - 1
  }
  return to
}

const excerpt = (words: string) => [...words].slice(0, EXCERPT).join('')

// A notification follows its comment: an author who deletes their words takes them back everywhere. Viewers of the
// issue see its rows; a row of a page stays its receiver's even after the page was closed to them, but later words do
// not reach it.
const reword = async (work: Work, reworded: Events['reworded']) => {
  if (reworded.size === 0) return
  const rows = await locked(work, Notification, of => of.whereIn('comment_id', [...reworded.keys()]))
  const ofPages = rows.filter(row => row.entity_name === 'page').map(row => row.id)
  const seeing = new Set((await stillSeeing(work.trx, ofPages)).map(({ id }) => id))
  const said = [...reworded].map(([id, one]) => ({ id, ...one }))
  const words = new Map((await withNames(work.trx, said)).map(one => [one.id, one.words]))
  const wordsOf = (row: Notification): string =>
    row.entity_name === 'page' && !seeing.has(row.id) ? '' : (words.get(row.comment_id ?? '') ?? '')
  await updateAll(
    work,
    Notification,
    rows.map(before => ({
      before,
      patch: { new_value: excerpt(wordsOf(before)) },
    })),
  )
}

/** A mention without a name gets the name of its person before it is told. */
const withNamesIn = async ({ trx }: Work, tellings: Telling[]): Promise<Telling[]> => {
  const bare = tellings.filter(({ new_value }) => new_value?.includes('@'))
  const ids = [...new Set(bare.flatMap(({ comment_id }) => comment_id ?? []))]
  if (ids.length === 0) return tellings
  const said = new Map((await withNames(trx, await saidBy(trx, ids))).map(one => [one.id, one.words]))
  return tellings.map(telling => {
    const words = said.get(telling.comment_id ?? '')
    return words === undefined ? telling : { ...telling, new_value: excerpt(words) }
  })
}

const write = async (work: Work, given: Telling[]) => {
  const tellings = await withNamesIn(work, given)
  for (let at = 0; at < tellings.length; at += ROWS_OF_A_STATEMENT) {
    const rows = await insertAll(
      Notification,
      tellings.slice(at, at + ROWS_OF_A_STATEMENT).map(values => ({ work, values })),
    )
    const ids = rows.map(row => row.id)
    await keepForMail(work.trx, ids)
    await keepForPush(work.trx, ids)
  }
}

const tell = async (work: Work, events: Events) => {
  const { trx } = work
  const { activities, mentions, arrivals } = events
  await reword(work, events.reworded)
  const [ofIssues, ofPages] = (['issue', 'page'] as const).map(of => mentions.filter(one => one.of === of))
  // Mentions first: of the same act whoever is mentioned hears nothing else.
  if (ofIssues!.length > 0) await write(work, await toldOfMentions(trx, ofIssues!))
  if (ofPages!.length > 0) await write(work, await toldOfPages(trx, ofPages!))
  if (arrivals.length > 0) await write(work, await toldOfArrivals(trx, arrivals))
  if (activities.size > 0) await write(work, await toldOfHistory(trx, activities))
}

/**
 * Reads the next changes of a workspace and notifies people of them. The reader's position moves with the rows, in one
 * transaction: wherever it is interrupted, nothing is missed and nothing told twice. Answers whether there is more.
 */
export const tellNext = async (db: Db, workspace: string, span = SPAN): Promise<boolean> => {
  const { result } = await inWork(db, { viewer: nobody }, async work => {
    const { trx } = work
    const at = await standing(trx, workspace)
    if (at === null) return false
    const counter = await trx('change_counters')
      .where('scope_id', workspace)
      .first<{ seq: number; oldest: number } | undefined>('seq', 'oldest')
    // Changes that the log no longer holds are too old to be told.
    const after = Math.max(at, counter?.oldest ?? 0)
    const seq = counter?.seq ?? 0
    if (seq <= after) return false
    const most = Math.min(seq, after + span)
    const changes = await changesOf(trx, workspace, after, most)
    const to = await within(trx, eventsOf(changes), most)
    await tell(work, eventsOf(changes.filter(change => change.seq <= to)))
    await trx('notification_positions').where({ workspace }).update({ seq: to })
    return to < seq
  })
  return result
}

/** Passes over one change that cannot be told, whatever the reason. */
export const passOver = async (db: Db, workspace: string): Promise<void> => {
  await db('notification_positions').where({ workspace }).increment('seq', 1)
}

/** Workspaces with changes that nobody has been told of; of these, or of all. */
export const untold = async (db: Db, among: string[] | null): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select w.id from workspaces w join change_counters c on c.scope_id = w.id
       left join notification_positions p on p.workspace = w.id
      where w.deleted_at is null and c.seq > coalesce(p.seq, 0) and (:among::uuid[] is null or w.id = any(:among::uuid[]))`,
    bindings({ among }),
  )
  return rows.map(({ id }) => id)
}
