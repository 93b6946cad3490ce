/**
 * The lists of a cycle's planning: waiting issues, planned ones, the likely rest of the current cycle, and the sums of
 * former cycles.
 */
import { useMemo } from 'react'
import { NONE } from '#contract/lists/issueFilters.ts'
import { type GroupField, type IssueQuery, plainQuery, type Scope } from '#contract/lists/issueQuery.ts'
import { cycleStatus } from '#contract/planning/cycles.ts'
import { type Measure as Counts, totalOf } from '#contract/planning/progress.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { StateGroup } from '#contract/work/states.ts'
import type { RowTypes } from '../data/entities.ts'
import { type List, useList, useSums } from '../data/lists.ts'
import { getRow, useRow } from '../data/rows.ts'
import { useProjectCycles, useProjectPeople } from '../issues/fields/projectRows.ts'
import { OPEN } from './useBacklogFilter.ts'

type Cycle = RowTypes['cycle']
type Project = RowTypes['project']

/** So many cycles make the average. */
export const LOOKED_BACK = 3

const query = (
  scope: Scope,
  groups: readonly string[] | null,
  groupBy: GroupField | null = null,
): IssueQuery =>
  plainQuery(scope, 'sort_order', {
    filters: groups ? { state_group: { values: [...groups], none: false } } : {},
    groupBy,
  })

const scopeOf = (cycle: Cycle): Scope => ({ in: 'cycle', project: cycle.project_id, id: cycle.id })

/** Cycles of a project by status: those that can be planned, the current one, the last completed ones. */
export const usePlannedCycles = (project: Project) => {
  const cycles = useProjectCycles(project.id)
  const statusOf = (cycle: Cycle) => cycleStatus(cycle, project.timezone)
  const over = cycles
    .filter(cycle => statusOf(cycle) === 'completed')
    .sort((a, b) => (b.end_date ?? '').localeCompare(a.end_date ?? ''))
  const open = cycles.filter(cycle => statusOf(cycle) !== 'completed')
  const current = open.find(cycle => statusOf(cycle) === 'current') ?? null
  return {
    open,
    current,
    past: over.slice(0, LOOKED_BACK),
    first: open.find(cycle => statusOf(cycle) === 'upcoming') ?? open[0] ?? null,
  }
}

/** In points, where the project counts so, else in issues. */
export type Measure = {
  unit: 'pt' | 'issues'
  counts: Counts
  of: (list: Pick<List, 'total' | 'points'>) => number
  ofIssue: (issue: Issue) => number
}

const useMeasure = (project: Project): Measure => {
  const isPoints = useRow('estimate', project.estimate)?.type === 'points'
  return useMemo(
    () =>
      isPoints
        ? {
            unit: 'pt',
            counts: 'estimate_points',
            of: list => list.points,
            ofIssue: issue => Number(getRow('estimate_point', issue.estimate_point)?.value) || 0,
          }
        : { unit: 'issues', counts: 'issues', of: list => list.total, ofIssue: () => 1 },
    [isPoints],
  )
}

export type Load = { person: string; planned: number; added: number; usual: number | null }
export type Plan = ReturnType<typeof usePlan>

export const usePlan = (
  project: Project,
  cycle: Cycle,
  { current, past }: { current: Cycle | null; past: readonly Cycle[] },
  chosen: readonly string[],
  waiting: IssueQuery,
) => {
  const measure = useMeasure(project)
  const within = query(scopeOf(cycle), null)
  const leaving = current && current.id !== cycle.id ? query(scopeOf(current), OPEN) : null
  const backlog = useList(waiting)
  const planned = useList(within)
  const perPerson = query(scopeOf(cycle), null, 'assignees__id')
  const byPerson = useSums(perPerson, true)
  const left = useList(leaving ?? within)
  // As many as are looked at, whether there are as many or not: the same list once more costs nothing.
  const doneIn = (at: number) => {
    const one = past[at]
    return one ? query(scopeOf(one), ['completed'], 'assignees__id') : perPerson
  }
  const [a, b, c] = [useSums(doneIn(0), true), useSums(doneIn(1), true), useSums(doneIn(2), true)]
  const done = [a, b, c].slice(0, past.length)
  const added = chosen.flatMap(id => getRow('issue', id) ?? [])
  const sum = (issues: readonly Issue[]) => issues.reduce((all, issue) => all + measure.ofIssue(issue), 0)
  const mean = (values: readonly number[]) =>
    values.length > 0 ? Math.round(values.reduce((all, one) => all + one, 0) / values.length) : null
  // Until the list is here, its sum is that of the progress row: nothing below it moves once the list comes.
  const sumIn = (list: List | undefined, of: Cycle, groups: readonly (StateGroup | 'total')[]) => {
    if (list?.status === 'ready') return measure.of(list)
    const progress = getRow('cycle_progress', of.id)
    return groups.reduce((all, group) => all + (progress?.[totalOf(group, measure.counts)] ?? 0), 0)
  }
  const before = past.map((one, at) => ({ cycle: one, done: sumIn(done[at], one, ['completed']) }))
  const ofPerson = (list: List, person: string) => {
    const group = list.groups.find(one => one.key === person)
    return group ? measure.of(group) : 0
  }
  const team = useProjectPeople(project.id)
  // Those with nothing yet are among them: they have room, and their lines are before any load is known.
  const people = new Set([
    ...team.map(person => person.id),
    ...byPerson.groups.filter(group => group.total > 0).map(group => group.key),
    ...added.flatMap(issue => issue.assignee_ids),
    ...done.flatMap(list => list.groups.filter(group => group.total > 0).map(group => group.key)),
  ])
  people.delete(NONE)
  const loads = [...people]
    .map(
      (person): Load => ({
        person,
        planned: ofPerson(byPerson, person),
        added: sum(added.filter(issue => issue.assignee_ids.includes(person))),
        usual: mean(done.map(list => ofPerson(list, person))),
      }),
    )
    .sort((one, other) => other.planned + other.added - one.planned - one.added)
  return {
    measure,
    waiting,
    within,
    leaving,
    backlog,
    planned,
    left: leaving ? left : null,
    sums: {
      planned: sumIn(planned, cycle, ['total']),
      added: sum(added),
      unestimated: measure.unit === 'pt' ? added.filter(issue => issue.estimate_point === null).length : 0,
      average: mean(before.map(one => one.done)),
      left: leaving && current ? sumIn(left, current, OPEN) : 0,
    },
    before,
    loads,
    /** The loads are read behind the rows. */
    isLoadKnown: [byPerson, ...done].every(list => list.status === 'ready'),
  }
}
