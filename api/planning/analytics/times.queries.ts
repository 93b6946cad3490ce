import type { Knex } from 'knex'
import { addDays } from '#contract/people/zones.ts'
import { bindings } from '../../db/knex.ts'
import { from, isWhole, projectsOf } from '../../lists/scope.ts'
import { before, type Days, inSpan, type Meant, narrowed, startsOf } from './meant.ts'
import { identifiersOf } from './names.queries.ts'
import type { NamedState } from './stateNames.ts'

// `extract` would reckon in decimals, which takes several times as long.
const daysFrom = (begin: string, end: string) => `date_part('epoch', ${end} - ${begin}) / 86400`
const CYCLE = daysFrom('started_at', 'completed_at')
const LEAD = daysFrom('created_at', 'completed_at')
const spread = (days: string, where = 'true') =>
  `jsonb_build_object('total', count(${days}) filter (where ${where}), 'at',
     percentile_cont(array[0.5, 0.85]) within group (order by ${days}) filter (where ${where}))`

const DAY = 86_400_000
/** To two digits, as days are reported. */
const rounded = (days: number) => Math.round(days * 100) / 100
export const daysBetween = (begin: string, end: string): number => daysUntil(Date.parse(end), begin)
/** The same to a moment that is known in milliseconds: of many rows each text is read once. */
export const daysUntil = (end: number, begin: string): number => rounded((end - Date.parse(begin)) / DAY)

export type Spread = { total: number; median: number | null; p85: number | null }
type Percentiles = { total: number; at: [number, number] | null }
const spreadOf = ({ total, at }: Percentiles): Spread => {
  const [median = null, p85 = null] = (at ?? []).map(rounded)
  return { total, median, p85 }
}

type TimesRead = {
  figures: Record<'cycle' | 'cycleBefore' | 'lead' | 'leadBefore', Percentiles> & { never_started: number }
  weeks: { week: number; total: number }[] | null
}

/** How long what was done in a span took, and in the span before; `weeks` begin with those of the span before. */
export const readTimes = async (meant: Meant, days: Days, weeks: readonly string[]) => {
  const { trx, viewer } = meant
  const done = from(trx, inSpan(meant, 'completed_at', { from: before(days).from, to: days.to }), viewer)
  const [begin] = startsOf([days.from], meant)
  const { rows } = await trx.raw<{ rows: TimesRead[] }>(
    `with timed as materialized (
       select completed_at, ${CYCLE} as days, ${LEAD} as lead, completed_at >= :begin as is_now from :done done
     )
     select (select jsonb_build_object('cycle', ${spread('days', 'is_now')},
                      'cycleBefore', ${spread('days', 'not is_now')}, 'lead', ${spread('lead', 'is_now')},
                      'leadBefore', ${spread('lead', 'not is_now')},
                      'never_started', count(*) filter (where is_now and days is null)) from timed) as figures,
            (select jsonb_agg(of_week) from (select width_bucket(completed_at, :weeks::timestamptz[]) as week,
                      count(*) as total from timed group by 1) of_week) as weeks`,
    bindings({
      done: done.select('issues.created_at', 'issues.completed_at', 'issues.started_at'),
      begin,
      weeks: startsOf(weeks, meant),
    }),
  )
  const { figures, weeks: counted } = rows[0]!
  return {
    cycle: { ...spreadOf(figures.cycle), before: spreadOf(figures.cycleBefore) },
    lead: { ...spreadOf(figures.lead), before: spreadOf(figures.leadBefore) },
    never_started: figures.never_started,
    weeks: counted ?? [],
  }
}

const NAMED = [
  'id',
  'project_id',
  'state_id',
  'sequence_id',
  'name',
  'created_at',
  'started_at',
  'completed_at',
].map(name => `issues.${name}`)

export type TimedRow = {
  id: string
  project_id: string
  state_id: string
  key: string
  name: string
  created_at: string
  started_at: string | null
  completed_at: string | null
}

const withKeys = async (meant: Meant, rows: Knex.QueryBuilder): Promise<TimedRow[]> => {
  const found = await rows.select<(Omit<TimedRow, 'key'> & { sequence_id: number })[]>(NAMED)
  const projects = await identifiersOf(meant.trx, [...new Set(found.map(row => row.project_id))])
  // In place: a file has ten thousand of them.
  return found.map(row => Object.assign(row, { key: `${projects.get(row.project_id)}-${row.sequence_id}` }))
}

/** Issues completed in a span, the newest first; `onlyStarted` leaves out those that were never started. */
export const readDone = (meant: Meant, days: Days, most: number, { onlyStarted = false } = {}) => {
  const done = from(meant.trx, inSpan(meant, 'completed_at', days), meant.viewer)
  if (onlyStarted) done.whereNotNull('issues.started_at')
  return withKeys(meant, done.orderByRaw('issues.completed_at desc, issues.id desc').limit(most))
}

/** Started issues, with the moment that each was started and its age since. */
export const readStarted = async (meant: Meant, most: number) => {
  const { trx, viewer } = meant
  const started = () => from(trx, narrowed(meant, { state_group: 'started' }), viewer)
  const [issues, { rows }] = await Promise.all([
    withKeys(meant, started().orderByRaw('issues.started_at, issues.id').limit(most)),
    trx.raw<{ rows: { figures: Percentiles }[] }>(
      `select ${spread('days')} as figures from (select ${daysFrom('started_at', 'now()')} as days from ? one) timed`,
      bindings([started().select('issues.started_at')]),
    ),
  ])
  return { ...spreadOf(rows[0]!.figures), issues }
}

// Where all issues are meant only the few that are in no list are left out: so the others need not be read.
const isListed = (row: string) =>
  `not exists (select 1 from issues gone where gone.id = ${row}.issue and not gone.active)`

/** How long issues were in each of these states, of the stays that ended in a span and in the one before. */
export const readWaits = async (meant: Meant, days: Days, states: readonly NamedState[]) => {
  const { trx, viewer, list } = meant
  const [first, begin, end] = startsOf([before(days).from, days.from, addDays(days.to, 1)], meant)
  const whole = isWhole(list, viewer)
  const madeAt = whole
    ? '(select one.created_at from issues one where one.id = ended.issue)'
    : 'meant.created_at'
  const { rows } = await trx.raw<{ rows: { place: number; now: Percentiles; before: Percentiles }[] }>(
    `with named as (
       select id, place from jsonb_to_recordset(:named::jsonb) as named(id uuid, place int)
     ), stay as materialized (
       select ended.old_identifier, ended.created_at >= :begin as is_now,
              ${daysFrom(`coalesce(came.at, ${madeAt})`, 'ended.created_at')} as days
         from issue_activities ended ${whole ? '' : 'join :meant meant on meant.id = ended.issue'}
         left join lateral (
           select earlier.created_at as at from issue_activities earlier
            where earlier.issue = ended.issue and earlier.field = 'state' and earlier.deleted_at is null
              and earlier.created_at < ended.created_at order by earlier.created_at desc limit 1
         ) came on true
        where ended.field = 'state' and ended.deleted_at is null and ended.project = any(:projects::uuid[])
          and ended.old_identifier = any(:states::uuid[]) and ended.created_at >= :first and ended.created_at < :end
          ${whole ? `and ${isListed('ended')}` : ''}
     )
     select place, ${spread('days', 'is_now')} as now, ${spread('days', 'not is_now')} as before
       from stay join named on named.id = stay.old_identifier group by 1`,
    bindings({
      ...(whole ? {} : { meant: from(trx, list, viewer).select('issues.id', 'issues.created_at') }),
      named: JSON.stringify(states.flatMap(({ ids }, place) => ids.map(id => ({ id, place })))),
      states: states.flatMap(({ ids }) => ids),
      projects: projectsOf(list.scope, viewer),
      first,
      begin,
      end,
    }),
  )
  return rows.map(row => ({ place: row.place, ...spreadOf(row.now), before: spreadOf(row.before) }))
}

/** `at` is the index of the interval between instants in which it happened; a made issue has no old state. */
type Step = { what: 'made' | 'moved'; at: number; old: string | null; now: string; total: number }

/**
 * The steps that brought issues to their present states since the first of some instants: the state each was made in,
 * and each move. For `states` alone fewer rows are read.
 */
export const readSteps = async (
  meant: Meant,
  instants: string[],
  states: readonly string[] | null,
): Promise<Step[]> => {
  const { trx, viewer, list } = meant
  const [first] = instants
  const made = from(trx, list, viewer)
    .where('issues.created_at', '>=', first!)
    .select(trx.raw(`'made' as what, width_bucket(issues.created_at, ?::timestamptz[]) as at`, [instants]))
    .groupByRaw('2, 4')
    .select<Step[]>(trx.raw('null::uuid as old, issues.first_state_id as now, count(*)::int as total'))
  const whole = isWhole(list, viewer)
  const moved = trx.raw<{ rows: Step[] }>(
    `select 'moved' as what, width_bucket(move.created_at, :instants::timestamptz[]) as at,
            move.old_identifier as old, move.new_identifier as now, count(*)::int as total
       from issue_activities move ${whole ? '' : 'join :meant meant on meant.id = move.issue'}
      where move.field = 'state' and move.deleted_at is null and move.project = any(:projects::uuid[])
        and move.created_at >= :first ${whole ? `and ${isListed('move')}` : ''}
        ${states ? 'and (move.old_identifier = any(:states::uuid[]) or move.new_identifier = any(:states::uuid[]))' : ''}
      group by 2, 3, 4`,
    bindings({
      ...(whole ? {} : { meant: from(trx, list, viewer).select('issues.id') }),
      instants,
      first,
      states,
      projects: projectsOf(list.scope, viewer),
    }),
  )
  const [begun, { rows }] = await Promise.all([made, moved])
  return [...begun, ...rows]
}
