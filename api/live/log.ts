import type { Knex } from 'knex'
import type { Change } from '#contract/changes.ts'
import { type Entity, placeOf } from '#contract/define.ts'
import { type EntityName, entities } from '#contract/index.ts'
import { holds, type Place, type Row, type RowChange, type Viewer } from '#contract/rules.ts'
import { mayHave } from '#contract/scopes.ts'
import type { Activity } from '#contract/work/activity.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { type NamedIssues, namedIssues, withoutUnseen } from '../work/activity/unseen.ts'

/** A change as it was written, before it is judged for anyone. */
export type LoggedChange = {
  seq: number
  entity: EntityName
  row_id: string
  op: 'create' | 'update' | 'delete'
  row: Row
  before: Row | null
  mutation_id: string | null
  actor_id: string | null
}

/**
 * `reset`: the log does not hold the changes asked for, or never did. `changes` end at `to`; more may follow. `named`:
 * the issues that entries of histories among them name, to judge who may know the names.
 */
export type Span = { from: number; to: number; changes: LoggedChange[]; reset: boolean; named: NamedIssues }

const isHistory = (change: LoggedChange): change is LoggedChange & { row: Activity } =>
  change.entity === 'issue_activity'

/** A request to a scope: at most `limit` of its changes after a number. */
type Asked = { scope: string; after: number; limit?: number }
const MOST = 500

const logged = async (trx: Knex, asked: (Asked & { seq: number })[]) => {
  if (asked.length === 0) return new Map<number, LoggedChange[]>()
  const { rows } = await trx.raw<{ rows: (LoggedChange & { nth: number })[] }>(
    `select asked.nth, c.* from jsonb_to_recordset(?::jsonb) as asked(nth int, scope uuid, after bigint, seq bigint, most int)
      cross join lateral (
        select seq, entity, row_id, op, row, before, mutation_id, actor_id from changes
         where scope_id = asked.scope and seq > asked.after and seq <= asked.seq order by seq limit asked.most) c
      order by asked.nth, c.seq`,
    [
      JSON.stringify(
        asked.map(({ scope, after, seq, limit }, nth) => ({ nth, scope, after, seq, most: limit ?? MOST })),
      ),
    ],
  )
  return Map.groupBy(rows, row => row.nth)
}

/**
 * Changes of scopes, each after a number: the one function behind catch-up, live delivery and the public feed. As many
 * statements for all of them as for one; answered in the order given.
 */
export const changesOfEach = async (trx: Knex, asked: readonly Asked[]): Promise<Span[]> => {
  const counters = new Map(
    (
      await trx('change_counters')
        .whereRaw('scope_id = any(?::uuid[])', [asked.map(({ scope }) => scope)])
        .select<{ scope_id: string; seq: number; oldest: number }[]>('scope_id', 'seq', 'oldest')
    ).map(row => [row.scope_id, row]),
  )
  const standing = asked.map(one => ({ ...(counters.get(one.scope) ?? { seq: 0, oldest: 0 }), ...one }))
  const behind = standing.filter(({ after, seq, oldest }) => after < seq && after >= oldest)
  const found = await logged(trx, behind)
  const named = await namedIssues(
    trx,
    [...found.values()].flatMap(changes => changes.filter(isHistory).map(({ row }) => row)),
  )
  return standing.map((one): Span => {
    const { after: from, seq, oldest } = one
    const none = { from, changes: [], named: new Map() }
    if (from > seq || from < oldest) return { ...none, to: seq, reset: true }
    if (from === seq) return { ...none, to: from, reset: false }
    const changes = found.get(behind.indexOf(one)) ?? []
    // The log was pruned between the two readings: the rest does not join the reader's position.
    if (changes[0]?.seq !== from + 1) return { ...none, to: seq, reset: true }
    return { from, to: changes.at(-1)!.seq, changes, reset: false, named }
  })
}

/** Those of one scope. */
export const changesAfter = async (trx: Knex, scope: string, after: number, limit = MOST): Promise<Span> =>
  (await changesOfEach(trx, [{ scope, after, limit }]))[0]!

/** The last number of a scope. */
export const latest = async (trx: Knex, scope: string): Promise<number> =>
  (await trx('change_counters').where('scope_id', scope).first<{ seq: number } | undefined>('seq'))?.seq ?? 0

// People carry no workspace: they are seen in the workspace whose log reports them.
const placeIn = (change: LoggedChange, row: Row, scope: string): Place => {
  const of = entities[change.entity]
  return of.place.workspace ? placeOf(of, row) : { workspace: scope }
}

/** The changes of a span as this viewer may see them, by rights and by the scopes of a token; none of a row that was and is hidden from them. */
export const seenBy = ({ changes, named }: Span, viewer: ServerViewer, scope: string): Change[] =>
  changes.flatMap(change =>
    mayHave(viewer.token, change.entity) ? (seenOne(change, viewer, scope, named) ?? []) : [],
  )

const seenOne = (change: LoggedChange, viewer: Viewer, scope: string, named: NamedIssues): Change | null => {
  const { kept, read } = entities[change.entity]
  if (kept === 'never') return null
  const base = {
    seq: change.seq,
    entity: change.entity,
    id: change.row_id,
    mutation_id: change.mutation_id,
    actor_id: change.actor_id,
  }
  const old = { ...change.row, ...change.before }
  const saw = change.op !== 'create' && holds(read, viewer, old, placeIn(change, old, scope))
  // An old entry of a history might name issues that its reader does not see.
  const tellsOld = saw && kept === 'asked' && !isHistory(change)
  if (change.op !== 'delete' && holds(read, viewer, change.row, placeIn(change, change.row, scope)))
    return {
      ...base,
      op: 'upsert',
      row: isHistory(change) ? withoutUnseen(viewer, named, change.row) : change.row,
      was: tellsOld ? change.before : null,
    }
  return saw ? { ...base, op: 'remove', row: null, was: tellsOld ? old : null } : null
}

export type RightsChange = RowChange & { entity: string }

const altering = new Map<string, NonNullable<Entity['alters']>>(
  Object.values(entities).flatMap(({ name, alters }) => (alters ? [[name, alters]] : [])),
)

/** Is it a change of a kind that can alter anyone's rights? */
export const mayAlterRights = ({ entity }: { entity: string }): boolean => altering.has(entity)

/** Did this change alter what the viewer may do or see elsewhere? Then everything that they hold is judged anew. */
export const altersRights = (change: RightsChange, viewer: Viewer): boolean =>
  altering.get(change.entity)?.(change, viewer) ?? false
