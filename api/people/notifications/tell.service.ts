import type { Knex } from 'knex'
import { EXCERPT, Notification } from '#contract/people/notifications.ts'
import { locked } from '../../db/locked.ts'
import { insertAll, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { keepForMail, saidBy } from './digest.queries.ts'
import { type Events, eventsOf, type Logged } from './events.ts'
import { tellOfImports } from './imports.ts'
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

/** So many people are notified of entries by one transaction, but for one entry's. */
const TOLD_AT_ONCE = 2_000
/** A statement takes 65,535 values. */
const ROWS_OF_A_STATEMENT = 1_000

/** How far this transaction goes: an act on many issues with many followers takes several transactions. */
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

/** A mention without a name gets the name of its person before it is sent. */
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

const tellOf = async (work: Work, events: Events) => {
  const { trx } = work
  const { activities, mentions, arrivals } = events
  await reword(work, events.reworded)
  await tellOfImports(work, events.ends)
  const [ofIssues, ofPages] = (['issue', 'page'] as const).map(of => mentions.filter(one => one.of === of))
  // Mentions first: of the same act whoever is mentioned gets no other news.
  if (ofIssues!.length > 0) await write(work, await toldOfMentions(trx, ofIssues!))
  if (ofPages!.length > 0) await write(work, await toldOfPages(trx, ofPages!))
  if (arrivals.length > 0) await write(work, await toldOfArrivals(trx, arrivals))
  if (activities.size > 0) await write(work, await toldOfHistory(trx, activities))
}

/** Notifies people of changes of a workspace, of as many as one transaction should; answers how far it came, if not to the end. */
export const tell = async (work: Work, changes: Logged[]): Promise<number | undefined> => {
  const last = changes.at(-1)!.seq
  const to = await within(work.trx, eventsOf(changes), last)
  await tellOf(work, eventsOf(changes.filter(change => change.seq <= to)))
  return to < last ? to : undefined
}
