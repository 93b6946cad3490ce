import { setTimeout } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { codeOf } from '#contract/messageOf.ts'
import { columnsOfRule, type Row } from '#contract/rules.ts'
import { publish } from './commits.ts'
import { asDatetimeSql, type Db, prepared, rootOf } from './knex.ts'
import type { Note, Op } from './note.ts'
import { beginLocks, type Locks, type Need, OutOfOrder } from './order.ts'
import { recountTallies, TALLY, talliesOf } from './tallies.ts'
import type { ServerViewer } from './viewer.ts'

/**
 * One transaction with its author and its changes so far; several may share one. Writes go through `rows.ts`, which
 * notes each of them here; the last statement before commit turns the notes into the change log, so a silent write
 * cannot be expressed.
 */
export type Work = {
  trx: Knex.Transaction
  viewer: ServerViewer
  now: string
  /** When it is said to happen, where that is not now. */
  at: string | null
  /** Given by our browser with each write: the id of the change, and of the row when the call creates one. */
  mutationId: string | null
  /** The entity of the row that the call creates, until that exists: it takes the mutation's id. */
  creates: Entity | null
  /** The session of an agent that its changes are part of. */
  session: string | null
  /** The import that its changes are part of: they notify nobody and are sent nowhere. */
  import: { id: string; from: string } | null
  /** A workspace whose issues it has written without notes: their kept counts are counted again before it commits. */
  recounts: string | null
  /** There is more to do than one transaction should hold: the call is carried out again in the next. */
  isUnfinished: boolean
  notes: Note[]
  locks: Locks
}

/** Highest sequence number per scope id that the transaction wrote. */
export type Written = Record<string, number>

export const INSTANCE_SCOPE = '00000000-0000-0000-0000-000000000000'

const ownScopesOf = async (work: Work, of: Entity, row: Row): Promise<string[]> => {
  if (of.scope === 'instance') return [INSTANCE_SCOPE]
  if (of.scope === 'user') return [row[of.place.user!] as string]
  if (of.place.workspace) return [row[of.place.workspace] as string]
  return work
    .trx('workspace_members')
    .where({ member_id: row.id as string, is_active: true })
    .pluck('workspace_id')
}

const scopesOf = async (work: Work, of: Entity, row: Row): Promise<string[]> => {
  const own = await ownScopesOf(work, of, row)
  return of.toInstance ? [...own, INSTANCE_SCOPE] : own
}

// Readers need of the old row only the changed columns and those that decided who saw it; never a column beside the
// wire, such as the bytes of a text.
const kept = (of: Entity, before: Row, row: Row): Row => {
  const deciding = columnsOfRule(of.read)
  return Object.fromEntries(
    of.columns.flatMap((name): [string, unknown][] => {
      const isKept = deciding.includes(name) || JSON.stringify(before[name]) !== JSON.stringify(row[name])
      return name in before && isKept ? [[name, before[name]]] : []
    }),
  )
}

/** Notes one change of a flat row; `scopes` overrides who is informed (a person who just joined a workspace). */
export const note = async (
  work: Work,
  of: Entity,
  op: Op,
  row: Row,
  before: Row | null,
  scopes?: string[],
): Promise<void> => {
  for (const scope of scopes ?? (await scopesOf(work, of, row)))
    work.notes.push({
      scope,
      // The instance's counter is locked before those of people, whatever says it.
      personal: of.scope === 'user' && scope !== INSTANCE_SCOPE,
      entity: of.name,
      id: row.id as string,
      op,
      row,
      before: before && kept(of, before, row),
    })
}

/** Rows that copies elsewhere follow by `updated_at`: among them it rises with each commit. */
const STAMPED = 'issue'

// A slow transaction commits after others that began later, and a client that asked in between for "all after the
// newest that I know" would never get its rows. Under the counter's lock that is known, and they are stamped anew.
const restamp = async (trx: Knex, notes: Note[], stamps: Map<string, string>): Promise<void> => {
  const late = notes.filter(
    ({ entity, scope, row }) => entity === STAMPED && row.updated_at !== stamps.get(scope),
  )
  for (const { scope, row } of late) row.updated_at = stamps.get(scope)
  for (const [scope, stamp] of stamps) {
    const ids = [...new Set(late.filter(one => one.scope === scope).map(({ id }) => id))]
    if (ids.length > 0) await trx('issues').whereIn('id', ids).update({ updated_at: stamp })
  }
}

/**
 * Raises each scope's counter and writes its changes with those numbers, in one statement. A counter's row lock lasts
 * until commit, so within a scope sequence order is commit order, without gaps; and so is the order of issues by
 * `updated_at`; the kept counts of issues are written below the same lock. Workspaces first, then people, each in id
 * order, so that two transactions never wait for each other.
 */
const writeLog = async (works: readonly Work[]): Promise<Written> => {
  const all = works.flatMap(work => work.notes)
  const { trx } = works[0]!
  const counts = talliesOf(all)
  // The works of a transaction may be of several moments: its rows get the last.
  const now = works
    .map(work => work.now)
    .sort()
    .at(-1)!
  const scopes = [...new Map(all.map(({ scope, personal }) => [scope, personal]))]
    .sort(([a, x], [b, y]) => Number(x) - Number(y) || (a < b ? -1 : 1))
    .map(([id]) => {
      const notes = all.filter(({ scope }) => scope === id)
      const stamp = notes.some(({ entity }) => entity === STAMPED) ? now : null
      return { id, n: notes.length, stamp }
    })
  const { rows } = await prepared<{ scope_id: string; seq: number; stamp: string | null }>(
    trx,
    counts ? 'log with counts' : 'log',
    `with raised as (
       select (s.scope->>'id')::uuid as scope_id, (s.scope->>'n')::int as n,
              (s.scope->>'stamp')::timestamptz(3) as stamp, s.position
         from jsonb_array_elements(:scopes::jsonb) with ordinality as s(scope, position)
     ), counter as (
       insert into change_counters as c (scope_id, seq, stamp) select scope_id, n, stamp from raised order by position
       on conflict (scope_id) do update set seq = c.seq + excluded.seq, stamp = case when excluded.stamp is null
         then c.stamp else greatest(excluded.stamp, c.stamp + interval '1 ms') end
       returning scope_id, seq, stamp
     ), noted as (
       select (note->>'scope')::uuid as scope_id, note,
              row_number() over (partition by note->>'scope' order by position) as position
         from jsonb_array_elements(:notes::jsonb) with ordinality as given(note, position)
     ), written as (
       insert into changes (scope_id, seq, entity, row_id, op, row, before, mutation_id, actor_id, session_id,
         import_id, at)
       select scope_id, counter.seq - raised.n + noted.position, note->>'entity', (note->>'id')::uuid, note->>'op',
              case when note->>'entity' = :stamped and note->>'import' is null then note->'row' || jsonb_build_object('updated_at',
                ${asDatetimeSql('counter.stamp')}) else note->'row' end,
              nullif(note->'before', 'null'), (note->>'mutation')::uuid, (note->>'actor')::uuid,
              (note->>'session')::uuid, (note->>'import')::uuid, :now
         from noted join counter using (scope_id) join raised using (scope_id)
     )${counts ? TALLY : ''}
     select scope_id, seq, stamp from counter`,
    {
      scopes: JSON.stringify(scopes),
      notes: JSON.stringify(
        works.flatMap(({ notes, mutationId: mutation, viewer, session, import: brought }) =>
          notes.map(({ scope, entity, id, op, row, before }) => {
            const by = {
              mutation,
              actor: viewer.id || null,
              ...(session && { session }),
              ...(brought && { import: brought.id }),
            }
            return { scope, entity, id, op, row, before, ...by }
          }),
        ),
      ),
      ...(counts && { steps: JSON.stringify(counts) }),
      stamped: STAMPED,
      now,
    },
  )
  for (const { recounts } of works) if (recounts) await recountTallies(trx, 'workspace_id', recounts)
  // What is brought in keeps the times of its source.
  const own = works.flatMap(work => (work.import ? [] : work.notes))
  await restamp(trx, own, new Map(rows.flatMap(({ scope_id, stamp }) => (stamp ? [[scope_id, stamp]] : []))))
  return Object.fromEntries(rows.map(row => [row.scope_id, row.seq]))
}

/** Writes what follows from the notes of a transaction, in it. */
export type Derive = (works: readonly Work[]) => Promise<void>
const derivations = new WeakMap<Db, readonly Derive[]>()

/** Names all that is derived, in its order, as the last acts of each transaction before its log: without, none is begun. */
export const deriveWith = (db: Db, derived: readonly Derive[]): void => {
  derivations.set(rootOf(db), derived)
}

export type Author = {
  viewer: ServerViewer
  mutationId?: string | null
  creates?: Entity | undefined
  /** The moment of the change, if it lies in the past; a scope learns of its past in order. */
  at?: string
}
export type Act<T> = (work: Work) => Promise<T>

const DEADLOCK = '40P01'
const TAKEN = '23505'
const ATTEMPTS = 20
const JUDGED = 3
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 2_500

/**
 * Runs `act` in one transaction and commits it with its change log. The caller learns of success only after PostgreSQL
 * has it. A transaction that asks for locks out of their order begins again with these first. Should two wait for each
 * other all the same (for a unique name), PostgreSQL ends one of them: that one runs again on top of the other. So does one whose name another
 * has taken meanwhile: judged again, it gets the answer of one who comes later.
 */
export const inWork = async <T>(
  db: Db,
  author: Author,
  act: Act<T>,
): Promise<{ result: T; written: Written }> => {
  const needs: Need[] = []
  let taken = 0
  for (let attempt = 1; ; attempt++)
    try {
      const { results, written } = await inWorks(db, [{ author, act }], needs)
      return { result: results[0] as T, written }
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      if (error instanceof OutOfOrder) needs.push(error.need)
      else if (codeOf(error) === DEADLOCK)
        // At once, and all together, they would only meet again.
        await setTimeout(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS))
      else if (codeOf(error) !== TAKEN || ++taken === JUDGED) throw error
    }
}

/** The line broke after PostgreSQL was asked to commit: whether it has, nobody knows, and nothing may be done again. */
export class UnheardCommit extends Error {}

// A refusal by PostgreSQL carries a code of five letters: then everything is undone.
const unheard = (error: Error & { code?: string }): never => {
  if (/^[0-9A-Z]{5}$/.test(error.code ?? '')) throw error
  throw new UnheardCommit(error.message, { cause: error })
}

/** Several works, each with its author, in one transaction: all are committed, or none. */
export const inWorks = async <T>(
  db: Db,
  given: { author: Author; act: Act<T> }[],
  needs: readonly Need[] = [],
): Promise<{ results: T[]; written: Written }> => {
  const derived = must(derivations.get(rootOf(db)), 'what is derived from changes')
  const trx = await db.transaction()
  const now = new Date().toISOString()
  try {
    const locks = await beginLocks(trx, needs)
    const works = given.map(
      ({ author }): Work => ({
        trx,
        viewer: author.viewer,
        now: author.at ?? now,
        at: author.at ?? null,
        mutationId: author.mutationId ?? null,
        creates: author.creates ?? null,
        session: null,
        import: null,
        recounts: null,
        isUnfinished: false,
        notes: [],
        locks,
      }),
    )
    // All have come to their end before any failure undoes them: nothing is asked of a transaction that is over.
    const ends = await Promise.allSettled(given.map(({ act }, at) => act(works[at]!)))
    const results = ends.map(end => {
      if (end.status === 'rejected') throw end.reason
      return end.value
    })
    for (const derive of derived) await derive(works)
    const hasNews = works.some(({ notes }) => notes.length > 0)
    const written = hasNews ? await writeLog(works) : {}
    // Only the second promise says the outcome: the first ends whether PostgreSQL has committed or not.
    await trx.commit()
    await trx.executionPromise.catch(unheard)
    if (hasNews)
      await publish(
        db,
        works.flatMap(({ notes }) => notes),
        Object.keys(written),
      )
    return { results, written }
  } catch (error) {
    if (!trx.isCompleted()) await trx.rollback()
    throw error
  }
}
