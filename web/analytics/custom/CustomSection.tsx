import { NONE } from '#contract/lists/issueFilters.ts'
import { type Chart, insightRoutes } from '#contract/planning/insights.ts'
import { call } from '../../data/client.ts'
import { useHere } from '../../data/viewer.ts'
import { classes } from '../../ui/classes.ts'
import { later } from '../../ui/popups/later.tsx'
import type { Freshness } from '../freshness.ts'
import { useNames } from '../people.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import { BarsSkeleton, ChartSkeleton, Failed, Loading, NoIssues } from '../states.tsx'
import type { Terms } from '../terms.ts'
import { useFigures } from '../useFigures.ts'
import { ChartChoices } from './ChartChoices.tsx'
import { CustomTable } from './CustomTable.tsx'
import { axisName, type Choice, choiceOf, isDateAxis } from './choice.ts'
import { type DrawnChart, drawnChart } from './drawn.ts'
import { StackedBars } from './StackedBars.tsx'

const TimeChart = later(() => import('../charts/TimeChart.tsx').then(module => module.TimeChart))

const HEIGHT = 320
/** More rows are read in the table. */
const MOST_BARS = 60
/** More lines could not be told apart. */
const MOST_LINES = 8

type CustomSectionProps = { meant: Meant; terms: Terms; fresh: Freshness; onClear: () => void }

/** Issues or points counted by one field, or by two. */
export const CustomSection = ({ meant, terms, fresh, onClear }: CustomSectionProps) => {
  const { slug } = useHere()
  const choice = choiceOf(terms.words)
  const { x, split } = choice
  const query = { ...meant.words, x_axis: x, ...(split ? { segment: split } : {}) }
  const figures = useFigures(
    `chart ${JSON.stringify(query)}`,
    async () => {
      const { body } = await call(insightRoutes.chart, { params: { ws: slug }, query })
      return { chart: body, x, split }
    },
    fresh,
  )
  const { value } = figures
  return (
    <>
      <ChartChoices {...{ meant, terms, choice }} sums={value ? sumsOf(value.chart) : ''} />
      {!value ? (
        figures.status === 'loading' ? (
          <Loading className="pt-6">
            <BarsSkeleton />
          </Loading>
        ) : (
          <Failed figures={figures} />
        )
      ) : value.chart.total === 0 ? (
        <NoIssues onClear={meant.isFiltered ? onClear : null} />
      ) : (
        <div aria-busy={figures.isOld} className={classes(figures.isOld && 'opacity-60')}>
          {/* Until other figures have come, those that are there keep the fields they were counted by. */}
          <Drawn chart={value.chart} choice={{ ...choice, x: value.x, split: value.split }} meant={meant} />
        </div>
      )}
    </>
  )
}

const sumsOf = ({ total, points, unestimated }: Chart) =>
  [
    `${total} ${total === 1 ? 'issue' : 'issues'}`,
    ...(points > 0
      ? [`${points} points`, ...(unestimated > 0 ? [`${unestimated} without estimate`] : [])]
      : []),
  ].join(' · ')

type DrawnProps = { chart: Chart; choice: Choice; meant: Meant }

const Drawn = ({ chart, choice, meant }: DrawnProps) => {
  const { slug } = useHere()
  useNames()
  const { x, split, measure, kind } = choice
  const drawn = drawnChart(chart, choice, words => listAddress(slug, meant.scope, words))
  const unit = measure === 'estimate' ? 'Points' : 'Issues'
  const name = `${unit} by ${axisName(x).toLowerCase()}${split ? ` and ${axisName(split).toLowerCase()}` : ''}`
  const isOverTime = (kind === 'line' || kind === 'area') && isDateAxis(x)
  const { rows: left } = chart.left_out
  return (
    <>
      {isOverTime ? (
        <OverTime {...{ drawn, name }} stacked={kind === 'area'} split={split !== null} />
      ) : (
        kind !== 'table' && (
          <div className="mt-1">
            <StackedBars
              {...{ name }}
              rows={drawn.rows.slice(0, MOST_BARS)}
              split={split !== null}
              isLong={x !== 'assignees__id' && x !== 'created_by'}
              hasPoints={drawn.hasPoints}
            />
            {drawn.rows.length > MOST_BARS && (
              <p className="num pt-1 text-12 text-ink-3">
                The first {MOST_BARS} of {drawn.rows.length}; all are in the table.
              </p>
            )}
          </div>
        )
      )}
      <div className={kind === 'table' ? '' : 'mt-4'}>
        <CustomTable {...{ name, unit }} chart={drawn} of={axisName(x)} split={split !== null} />
      </div>
      {left > 0 && (
        <p className="num pt-2 text-12 text-ink-3">
          {left} smaller {left === 1 ? 'row is' : 'rows are'} left out.
        </p>
      )}
    </>
  )
}

type OverTimeProps = { drawn: DrawnChart; name: string; stacked: boolean; split: boolean }

/** One month after another; issues without the date are in the table alone. */
const OverTime = ({ drawn, name, stacked, split }: OverTimeProps) => {
  const months = drawn.rows.filter(row => row.key !== NONE)
  const largest = new Set(
    drawn.columns
      .toSorted((a, b) => b.value - a.value)
      .slice(0, MOST_LINES)
      .map(column => column.key),
  )
  const columns = split
    ? drawn.columns.filter(column => largest.has(column.key))
    : [{ ...drawn.total, key: '', name, colour: 'var(--accent)' }]
  const cellOf = (n: number, k: number) => {
    const row = months[n]
    return split ? row?.cells.find(cell => cell.key === columns[k]?.key) : row
  }
  const last = Math.max(0, months.length - 1)
  return (
    <>
      <TimeChart
        meanwhile={<ChartSkeleton height={HEIGHT} />}
        {...{ name, stacked }}
        height={HEIGHT}
        names={months.map(({ name: month }, n) => ({
          text: n === 0 || month.startsWith('Jan') ? month : month.slice(0, 3),
        }))}
        lines={columns.map((column, k) => {
          const now = cellOf(last, k)?.value ?? 0
          return {
            id: column.key,
            name: column.name,
            colour: column.colour,
            main: !split,
            values: months.map((_, n) => cellOf(n, k)?.value ?? 0),
            end: split ? `${column.name} ${now}` : String(now),
          }
        })}
        told={({ n, k }) => {
          const [row, cell] = [months[n], cellOf(n, k)]
          return {
            title: `${row?.name ?? ''}${split ? `, ${columns[k]?.name ?? ''}` : ''}`,
            rows: [
              ['Issues', String(cell?.issues ?? 0)],
              ...(drawn.hasPoints ? [['Points', String(cell?.points ?? 0)] as const] : []),
            ],
          }
        }}
        href={({ n, k }) => cellOf(n, k)?.href ?? null}
      />
      {split && drawn.columns.length > MOST_LINES && (
        <p className="num pt-1 text-12 text-ink-3">
          The largest {MOST_LINES} of {drawn.columns.length}; all are in the table.
        </p>
      )}
    </>
  )
}
