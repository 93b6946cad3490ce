/** Cycles made ahead by a rule of their project, and the open issues of a cycle that ends. */

import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { missingAhead, nextName, type Span } from '#contract/planning/cyclesAhead.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Project } from '#contract/workspace/projects.ts'
import { locked } from '../../db/locked.ts'
import { insert } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../../work/activity/record.ts'
import { putInto } from '../../work/issues/issue.service.ts'
import { firstPlace } from '../../workspace/projects/lock.ts'
import { keepEnd, OPEN } from './cycleIssues.service.ts'
import { cycleLife } from './cycleLife.service.ts'
import { beginPace, paceOf, setPace } from './pace.ts'

type ProjectRow = RowOf<typeof Project>
type Dated = Cycle & { start_date: string; end_date: string }

const todayOf = (work: Work, { timezone }: ProjectRow) => dayIn(timezone, Date.parse(work.now))
const spanOf = ({ start_date, end_date }: Dated): Span => ({ start: start_date, end: end_date })

/** A project with such a rule and with cycles switched on. */
export const hasRule = (project: ProjectRow) => project.cycle_view && project.cycles_ahead > 0

/** The cycles that are not over. */
const cyclesFrom = async (work: Work, project: ProjectRow, today: string): Promise<Dated[]> =>
  (
    (await locked(work, Cycle, rows =>
      rows.where({ project_id: project.id, archived_at: null }).where('end_date', '>=', today),
    )) as Dated[]
  ).sort((a, b) => a.start_date.localeCompare(b.start_date))

// Cycles that the rule made, nobody has changed and that hold no issues. A call that adds an issue to one waits for
// these locks.
const untouched = async (work: Work, cycles: Dated[], today: string): Promise<Dated[]> => {
  const made = cycles.filter(
    cycle => cycle.created_by === INSTANCE_BOT && cycle.revision === 1 && cycle.start_date >= today,
  )
  const filled: string[] = await work
    .trx('issues')
    .whereIn(
      'cycle_id',
      made.map(({ id }) => id),
    )
    .distinct()
    .pluck('cycle_id')
  return made.filter(({ id }) => !filled.includes(id))
}

const makeCycles = async (work: Work, project: ProjectRow, spans: Span[]): Promise<void> => {
  if (spans.length === 0) return
  const named = await work
    .trx('cycles')
    .where('project_id', project.id)
    .whereNull('deleted_at')
    .select<{ name: string; start_date: string | null }[]>('name', 'start_date')
  for (const { start, end } of spans) {
    const name = nextName(named) || 'Cycle 1'
    named.push({ name, start_date: start })
    await insert(work, Cycle, {
      name,
      start_date: start,
      end_date: end,
      project_id: project.id,
      workspace_id: project.workspace,
      created_by: INSTANCE_BOT,
      updated_by: INSTANCE_BOT,
      owned_by_id: project.project_lead ?? INSTANCE_BOT,
      sort_order: await firstPlace(work, 'cycles', project.id),
    })
  }
}

/** Makes the cycles that are missing ahead. It is called under the project's lock. */
export const makeAhead = async (work: Work, project: ProjectRow): Promise<void> => {
  const today = todayOf(work, project)
  const { made_to } = await paceOf(work, project.id)
  const cycles = await cyclesFrom(work, project, today)
  const spans = missingAhead(project, cycles.map(spanOf), today, made_to)
  await makeCycles(work, project, spans)
  const last = spans.at(-1)
  if (last) await setPace(work, project.id, { made_to: last.end })
}

/**
 * Applies a new rule, or its beginning or end: untouched cycles of the old rule give way unless the new one wants a
 * cycle on the same days; then the missing ones are made. Issues of cycles that ended before the rule began stay.
 */
const resetAhead = async (work: Work, project: ProjectRow, wasOn: boolean): Promise<void> => {
  const today = todayOf(work, project)
  await beginPace(work, project.id, addDays(today, -1), wasOn)
  const cycles = await cyclesFrom(work, project, today)
  const loose = await untouched(work, cycles, today)
  const held = cycles.filter(cycle => !loose.includes(cycle)).map(spanOf)
  const spans = missingAhead(project, held, today, null)
  const has = (all: Span[], { start, end }: Span) => all.some(one => one.start === start && one.end === end)
  for (const cycle of loose) if (!has(spans, spanOf(cycle))) await cycleLife.remove(work, cycle)
  const there = loose.map(spanOf)
  await makeCycles(
    work,
    project,
    spans.filter(span => !has(there, span)),
  )
  const last = spans.at(-1)
  if (last) await setPace(work, project.id, { made_to: last.end })
}

/** Applies a change of a project's row to its cycles. */
export const followRule = async (work: Work, before: ProjectRow | null, now: ProjectRow): Promise<void> => {
  const wasOn = before !== null && hasRule(before)
  const isChanged = (['cycles_ahead', 'cycle_weeks', 'cycle_weekday', 'cycle_view'] as const).some(
    column => now[column] !== before?.[column],
  )
  if (isChanged && (hasRule(now) || (wasOn && now.cycle_view))) await resetAhead(work, now, wasOn)
}

// Those in cycles that have ended, as they are once they are held.
const restOf = async (work: Work, over: Cycle[], most: number): Promise<Issue[]> => {
  const cycles = over.map(({ id }) => id)
  const open = <Q extends Knex.QueryBuilder>(rows: Q) =>
    rows.whereIn('cycle_id', cycles).whereNull('archived_at').whereIn('state__group', OPEN)
  const ids: string[] = await open(work.trx('issues'))
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(most)
    .pluck('id')
  return locked(work, Issue, rows => open(rows).whereIn('id', ids))
}

/**
 * Takes what is open in cycles that have ended under the rule to where it says, `most` issues at once, and keeps how they
 * ended; answers how many went. It is called under the project's lock, behind `makeAhead`.
 */
export const moveRest = async (work: Work, project: ProjectRow, most: number): Promise<number> => {
  const today = todayOf(work, project)
  const { rest_to } = await paceOf(work, project.id)
  const over = await locked(work, Cycle, rows =>
    rows
      .where({ project_id: project.id, archived_at: null })
      .where('end_date', '<', today)
      .where('end_date', '>', rest_to),
  )
  if (over.length === 0) return 0
  const rest = project.cycle_rest === 'stay' ? [] : await restOf(work, over, most)
  const next = project.cycle_rest === 'next' ? (await cyclesFrom(work, project, today))[0] : null
  // The issues wait for the next cycle if none is there to take them.
  if (next === undefined && rest.length > 0) return 0
  for (const cycle of over) if (rest.some(issue => issue.cycle_id === cycle.id)) await keepEnd(work, cycle)
  followsFromElsewhere(work)
  await putInto(
    work,
    rest.map(issue => ({ issue, values: { cycle_id: next?.id ?? null } })),
  )
  if (rest.length === 0) await setPace(work, project.id, { rest_to: addDays(today, -1) })
  return rest.length
}
