/** The screens of analytics as files for spreadsheets. */

import { csvCell, csvParts, writeCsv } from '#contract/lists/csv.ts'
import { NONE } from '#contract/lists/issueFilters.ts'
import { type Axis, axes } from '#contract/planning/analytics.ts'
import type { Summed } from '#contract/planning/insights.ts'
import { drawChart } from './chart.service.ts'
import type { Days, Meant } from './meant.ts'
import { namesIn, peopleNamed, statesNamed } from './names.queries.ts'
import { namesAt } from './naming.service.ts'
import { scopeAndDemand } from './scope.service.ts'
import { daysUntil, readDone } from './times.queries.ts'

const MOST_LINES = 10_000

const MEASURES = ['Issues', 'Points', 'Without estimate']
const measured = ({ total, points, unestimated }: Pick<Summed, 'total' | 'points' | 'unestimated'>) =>
  [total, points, unestimated].map(String)

export const chartFile = async (meant: Meant, x_axis: Axis, segment: Axis | null): Promise<string> => {
  const chart = await drawChart(meant, x_axis, segment)
  const keysOf = (places: readonly { key: string }[]) => places.map(({ key }) => key)
  const [rowName, columnName] = await Promise.all([
    namesAt(meant, axes[x_axis].field, keysOf(chart.rows)),
    namesAt(meant, axes[segment ?? x_axis].field, keysOf(chart.columns)),
  ])
  return writeCsv([
    [axes[x_axis].label, ...chart.columns.map(({ key }) => columnName(key)), ...MEASURES],
    ...chart.rows.map(row => {
      const totals = new Map(row.cells.map(({ key, total }) => [key, total]))
      return [
        rowName(row.key),
        ...chart.columns.map(({ key }) => String(totals.get(key) ?? 0)),
        ...measured(row),
      ]
    }),
  ])
}

export const scopeFile = async (
  meant: Meant,
  days: Days,
  step: 'week' | 'month',
  periods: Days[],
): Promise<string> => {
  const { trx } = meant
  const scope = await scopeAndDemand(meant, days, step, periods)
  const [people, projects] = await Promise.all([
    peopleNamed(
      trx,
      [...scope.open_by_person, ...scope.created_most, ...scope.done_most].flatMap(
        ({ user_id }) => user_id ?? [],
      ),
    ),
    namesIn(
      trx,
      'projects',
      scope.open_by_project.map(({ project_id }) => project_id),
    ),
  ])
  const person = (id: string | null) => (id === null ? NONE : (people.get(id)?.display_name ?? ''))
  const project = (id: string) => projects.get(id)?.name ?? ''
  const counted = (figure: string, of: string, total: number) => [figure, of, String(total), '', '']
  const summed = (figure: string, of: string, row: Summed) => [figure, of, ...measured(row)]
  return writeCsv([
    ['Figure', 'Of', ...MEASURES],
    ...scope.periods.flatMap(({ start, end, created, done }) => [
      counted('Created', `${start} to ${end}`, created.total),
      counted('Done', `${start} to ${end}`, done.total),
    ]),
    summed('Open', '', scope.open),
    ...scope.open.states.map(state => summed('Open', state.name, state)),
    ...scope.late.projects.map(row => counted('Late', project(row.project_id), row.total)),
    ...scope.open_by_person.map(row => summed('Open, by person', person(row.user_id), row)),
    ...scope.created_most.map(row => counted('Created most', person(row.user_id), row.total)),
    ...scope.done_most.map(row => counted('Done most', person(row.user_id), row.total)),
    ...scope.open_by_project.map(row => summed('Open, by project', project(row.project_id), row)),
    ...scope.done_by_project.map(row => counted('Done, by project', project(row.project_id), row.total)),
  ])
}

const FLOW = [
  'Issue ID',
  'Title',
  'Project',
  'State',
  'Created at',
  'Started at',
  'Completed at',
  'Days from started to done',
  'Days from created to done',
]

/** What was done in a span of days, the newest first, in parts: it may be as long as a file gets. */
export const flowFile = async (meant: Meant, days: Days): Promise<Generator<string>> => {
  const rows = await readDone(meant, days, MOST_LINES)
  const ids = (of: 'state_id' | 'project_id') => [...new Set(rows.map(row => row[of]))]
  const [states, projects] = await Promise.all([
    statesNamed(meant.trx, ids('state_id')),
    namesIn(meant.trx, 'projects', ids('project_id')),
  ])
  // Names are written by people, and each once; the rest is digits and signs that mean nothing to a spreadsheet.
  const cells = (named: ReadonlyMap<string, { name: string }>) =>
    new Map([...named].map(([id, { name }]) => [id, csvCell(name)]))
  const [state, project] = [cells(states), cells(projects)]
  return csvParts(FLOW, rows, row => {
    const done = Date.parse(row.completed_at!)
    const days = [row.started_at, row.created_at].map(at => (at ? daysUntil(done, at) : ''))
    return `${row.key},${csvCell(row.name)},${project.get(row.project_id) ?? ''},${state.get(row.state_id) ?? ''},${row.created_at},${row.started_at ?? ''},${row.completed_at},${days.join(',')}`
  })
}
