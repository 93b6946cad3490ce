/** The figures of a span of days: created and completed issues, and the open and late ones of today. */
import { addDays, dayIn } from '#contract/people/zones.ts'
import { MOST_PEOPLE, OPEN, type ScopeAndDemand, type Summed } from '#contract/planning/insights.ts'
import type { Sums } from './cells.queries.ts'
import {
  type Days,
  daysIn,
  FIRST_DAY,
  type Meant,
  type Part,
  projectsMeant,
  type Words,
  wordsOf,
} from './meant.ts'
import { statesNamed } from './names.queries.ts'
import {
  createdCells,
  type DatedCell,
  doneCells,
  type Late,
  lateCells,
  type OpenCell,
  openCells,
} from './scope.queries.ts'
import { namedStates } from './stateNames.ts'

const ALL_OPEN: { state_group: Part } = { state_group: [...OPEN] }

const NOTHING: Sums = { total: 0, points: null, unestimated: 0 }
const summed = ({ total, points, unestimated }: Sums, query: Words): Summed => ({
  total,
  points: points ?? 0,
  unestimated,
  query,
})
const together = (parts: readonly Sums[]): Sums => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  points: parts.reduce((sum, { points }) => sum + (points ?? 0), 0),
  unestimated: parts.reduce((sum, { unestimated }) => sum + unestimated, 0),
})

type Counted = { key: string | null; total: number }
/** Highest count first; the row without a key comes last. */
const fromMost = <C extends Counted>(cells: readonly C[]): C[] =>
  cells.toSorted(
    (a, b) =>
      Number(a.key === null) - Number(b.key === null) || b.total - a.total || (a.key! < b.key! ? -1 : 1),
  )

/** How many are late in all, or in one project, and for how many days the oldest. */
const lateOf = (late: readonly Late[], today: string) => {
  const oldest = late.map(one => one.oldest).sort()[0]
  return {
    total: late.reduce((sum, { total }) => sum + total, 0),
    oldest_days: oldest ? daysIn({ from: oldest, to: today }) - 1 : null,
  }
}

const openNow = async (meant: Meant) => {
  const { trx, viewer } = meant
  const today = dayIn(viewer.timezone)
  const due = { ...ALL_OPEN, target_date: { from: FIRST_DAY, to: addDays(today, -1) } }
  const [open, late] = await Promise.all([openCells(meant), lateCells(meant)])
  const cells = Map.groupBy(open, ({ level }) => level)
  const by = (level: OpenCell['level']) => cells.get(level) ?? []
  const byState = new Map(by('state').map(cell => [cell.key!, cell]))
  const byProject = new Map(by('project').map(cell => [cell.key!, cell]))
  const states = namedStates((await statesNamed(trx, [...byState.keys()])).values())
  const sumsOf = (ids: readonly string[]) => together(ids.map(id => byState.get(id)!))
  const projects = projectsMeant(meant)
  const [all] = by('all')
  const people = fromMost(by('person'))
  return {
    open: {
      ...summed(all ?? NOTHING, wordsOf(meant, ALL_OPEN)),
      groups: OPEN.map(state_group => ({
        state_group,
        ...summed(
          sumsOf(states.filter(({ group }) => group === state_group).flatMap(({ ids }) => ids)),
          wordsOf(meant, { state_group: [state_group] }),
        ),
      })),
      states: states.map(state => ({
        ...state,
        ...summed(sumsOf(state.ids), wordsOf(meant, { ...ALL_OPEN, state: state.ids })),
      })),
    },
    late: {
      ...lateOf(late, today),
      query: wordsOf(meant, due),
      projects: fromMost(
        projects.map(key => {
          const own = late.filter(one => one.project_id === key)
          return { key, ...lateOf(own, today) }
        }),
      ).map(({ key, ...figures }) => ({
        project_id: key,
        ...figures,
        query: wordsOf(meant, { ...due, project: [key] }),
      })),
    },
    open_by_person: [
      ...people.filter(({ key }) => key !== null).slice(0, MOST_PEOPLE),
      ...people.filter(({ key }) => key === null),
    ].map(cell => ({
      user_id: cell.key,
      ...summed(cell, wordsOf(meant, { ...ALL_OPEN, assignees: cell.key === null ? 'None' : [cell.key] })),
    })),
    open_by_project: fromMost(projects.map(key => ({ ...NOTHING, ...byProject.get(key), key }))).map(
      cell => ({
        project_id: cell.key,
        ...summed(cell, wordsOf(meant, { ...ALL_OPEN, project: [cell.key] })),
      }),
    ),
  }
}

export const scopeAndDemand = async (
  meant: Meant,
  days: Days,
  step: ScopeAndDemand['step'],
  periods: Days[],
): Promise<ScopeAndDemand> => {
  const [now, created, done] = await Promise.all([
    openNow(meant),
    createdCells(meant, days, periods),
    doneCells(meant, days, periods),
  ])
  const by = (cells: DatedCell[], level: DatedCell['level']) => cells.filter(cell => cell.level === level)
  const inPeriod = (cells: DatedCell[]) => {
    const totals = new Map(by(cells, 'period').map(({ key, total }) => [Number(key) - 1, total]))
    return (at: number) => totals.get(at) ?? 0
  }
  const [createdIn, doneIn] = [inPeriod(created), inPeriod(done)]
  const people = (cells: DatedCell[], words: (id: string) => Words) =>
    fromMost(by(cells, 'person'))
      .slice(0, MOST_PEOPLE)
      .map(({ key, total }) => ({ user_id: key!, total, query: words(key!) }))
  const doneInProject = new Map(by(done, 'project').map(({ key, total }) => [key, total]))
  return {
    ...days,
    step,
    periods: periods.map((period, at) => ({
      start: period.from,
      end: period.to,
      created: { total: createdIn(at), query: wordsOf(meant, { created_at: period }) },
      done: { total: doneIn(at), query: wordsOf(meant, { completed_at: period }) },
    })),
    ...now,
    created_most: people(created, id => wordsOf(meant, { created_at: days, created_by: [id] })),
    done_most: people(done, id => wordsOf(meant, { completed_at: days, assignees: [id] })),
    done_by_project: fromMost(
      projectsMeant(meant).map(key => ({ key, total: doneInProject.get(key) ?? 0 })),
    ).map(({ key, total }) => ({
      project_id: key,
      total,
      query: wordsOf(meant, { completed_at: days, project: [key] }),
    })),
  }
}
