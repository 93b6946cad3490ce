/** A chart of issues as the screens draw it: by one field or two, both measures, each figure with the list of its issues. */

import { rankIn } from '#contract/keys.ts'
import { fieldOf } from '#contract/lists/issueFields.ts'
import { type FilterField, NONE } from '#contract/lists/issueFilters.ts'
import { addDays } from '#contract/people/zones.ts'
import { type Axis, axes } from '#contract/planning/analytics.ts'
import { type Chart, MOST_COLUMNS, MOST_ROWS } from '#contract/planning/insights.ts'
import { priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import { type By, type Cell, type Cells, cellsOf, type Sums } from './cells.queries.ts'
import { type Meant, type Part, projectsMeant, type Words, wordsOf } from './meant.ts'
import { labelsNamed, pointsByValue, statesNamed } from './names.queries.ts'

/** One place on an axis. */
type Spot = { key: string; ids: string[]; part: Part; rank: number }
type SpotOf = (key: string | null) => Spot

const LAST = Number.MAX_SAFE_INTEGER
const NOTHING: Spot = { key: NONE, ids: [], part: NONE, rank: LAST }

const monthOf = (key: string) => {
  const from = `${key}-01`
  const next = addDays(from, 32).slice(0, 7)
  return { from, to: addDays(`${next}-01`, -1), next }
}
const rankOfMonth = (key: string) => Number(key.slice(0, 4)) * 12 + Number(key.slice(5))

// Rows that are called the same in several projects are at one place: no issue is of two projects.
const sameNamed = <R extends { id: string }>(
  rows: Iterable<R>,
  nameOf: (row: R) => string,
  rankOf: (row: R) => number,
): SpotOf => {
  const spots = new Map<string, Spot>()
  const spotById = new Map<string, Spot>()
  for (const row of rows) {
    const spot = spots.get(nameOf(row)) ?? { key: row.id, ids: [], part: [], rank: rankOf(row) }
    spot.ids.push(row.id)
    spot.part = spot.ids
    spots.set(nameOf(row), spot)
    spotById.set(row.id, spot)
  }
  return key => spotById.get(key ?? '') ?? NOTHING
}

const spotsOf = async (meant: Meant, by: By, keys: string[]): Promise<SpotOf> => {
  const { trx } = meant
  const ranked = (order: readonly string[]) => (key: string | null) =>
    key === null ? NOTHING : { key, ids: [], part: [key], rank: order.indexOf(key) }
  switch (by) {
    case 'state': {
      const states = await statesNamed(trx, keys)
      const groupRank = (group: string) => rankIn(stateGroups, group) * 1e9
      return sameNamed(
        states.values(),
        ({ name, group }) => `${group} ${name}`,
        ({ group, sequence }) => groupRank(group) + sequence,
      )
    }
    case 'labels':
      return sameNamed(
        (await labelsNamed(trx, keys)).values(),
        ({ name }) => name,
        () => 0,
      )
    case 'estimate': {
      const points = await pointsByValue(trx, projectsMeant(meant))
      return key => {
        const found = points.get(key ?? '')
        return key === null || !found ? NOTHING : { key, ids: found.ids, part: found.ids, rank: found.key }
      }
    }
    case 'state_group':
      return ranked(stateGroups)
    case 'priority':
      return ranked(priorities.toReversed())
    case 'start_date':
    case 'target_date':
    case 'created_at':
    case 'completed_at':
      return key => (key === null ? NOTHING : { key, ids: [], part: monthOf(key), rank: rankOfMonth(key) })
    default:
      return key => (key === null ? NOTHING : { key, ids: [key], part: [key], rank: 0 })
  }
}

type Summed = { spot: Spot; sums: Sums }

/** Sums of the places of an axis, in the order in which they are drawn. */
const summedUp = (cells: readonly Cell[], of: 'key' | 'sub', spotOf: SpotOf): Summed[] => {
  const found = new Map<string, Summed>()
  for (const cell of cells) {
    const spot = spotOf(cell[of])
    const sums = found.get(spot.key)?.sums
    found.set(spot.key, {
      spot,
      sums: {
        total: cell.total + (sums?.total ?? 0),
        points: (cell.points ?? 0) + (sums?.points ?? 0),
        unestimated: cell.unestimated + (sums?.unestimated ?? 0),
      },
    })
  }
  return [...found.values()].sort(
    (a, b) => a.spot.rank - b.spot.rank || b.sums.total - a.sums.total || (a.spot.key < b.spot.key ? -1 : 1),
  )
}

/** The largest, in the order that they have. */
const largest = (given: Summed[], most: number): Summed[] => {
  if (given.length <= most) return given
  const kept = new Set(given.toSorted((a, b) => b.sums.total - a.sums.total).slice(0, most))
  return given.filter(one => kept.has(one))
}

const isMonthly = (by: By) => ['day', 'instant'].includes(fieldOf(by).holds)

/** Months in between that nothing fell into. */
const withGaps = (given: Summed[], spotOf: SpotOf, most: number): Summed[] => {
  const months = given.filter(({ spot }) => spot.key !== NONE)
  const [first, last] = [months[0]?.spot.key, months.at(-1)?.spot.key]
  if (!first || !last || rankOfMonth(last) - rankOfMonth(first) >= most) return given
  const found = new Map(given.map(one => [one.spot.key, one]))
  const all: Summed[] = []
  for (let key = first; key <= last; key = monthOf(key).next)
    all.push(found.get(key) ?? { spot: spotOf(key), sums: { total: 0, points: 0, unestimated: 0 } })
  return [...all, ...given.filter(({ spot }) => spot.key === NONE)]
}

const placed = (cells: readonly Cell[], of: 'key' | 'sub', by: By, spotOf: SpotOf, most: number) => {
  const all = summedUp(cells, of, spotOf)
  const kept = largest(all, most)
  return {
    kept: isMonthly(by) ? withGaps(kept, spotOf, most) : kept,
    left: all.length - kept.length,
  }
}

const told = ({ total, points, unestimated }: Sums, query: Words) => ({
  total,
  points: points ?? 0,
  unestimated,
  query,
})

const keysOf = (cells: readonly Cell[], of: 'key' | 'sub') => cells.flatMap(cell => cell[of] ?? [])

/** The chart of counted cells, with the places of its axes by key. */
const chartOf = async (meant: Meant, by: By, divideBy: By | null, { cells, rows, columns, all }: Cells) => {
  const filterOf = (field: By) => fieldOf(field).filter as FilterField
  const [rowAt, columnAt] = await Promise.all([
    spotsOf(meant, by, keysOf(rows, 'key')),
    spotsOf(meant, divideBy ?? by, keysOf(columns, 'sub')),
  ])
  const row = placed(rows, 'key', by, rowAt, MOST_ROWS)
  const column = placed(columns, 'sub', divideBy ?? by, columnAt, MOST_COLUMNS)
  const shown = new Set(column.kept.map(({ spot }) => spot.key))
  const inRow = Map.groupBy(cells, cell => rowAt(cell.key).key)
  const chart: Chart = {
    ...told(all, wordsOf(meant)),
    rows: row.kept.map(({ spot, sums }) => ({
      key: spot.key,
      ids: spot.ids,
      ...told(sums, wordsOf(meant, { [filterOf(by)]: spot.part })),
      cells: divideBy
        ? summedUp(inRow.get(spot.key) ?? [], 'sub', columnAt)
            .filter(cell => shown.has(cell.spot.key))
            .map(cell => ({
              key: cell.spot.key,
              ...told(
                cell.sums,
                wordsOf(meant, { [filterOf(by)]: spot.part, [filterOf(divideBy)]: cell.spot.part }),
              ),
            }))
        : [],
    })),
    columns: column.kept.map(({ spot, sums }) => ({
      key: spot.key,
      ids: spot.ids,
      ...told(sums, divideBy && wordsOf(meant, { [filterOf(divideBy)]: spot.part })),
    })),
    left_out: { rows: row.left, columns: column.left },
  }
  return chart
}

export const drawChart = async (meant: Meant, x_axis: Axis, segment: Axis | null): Promise<Chart> => {
  const by = axes[x_axis].field
  const divideBy = segment && axes[segment].field
  const cells = await cellsOf(meant.trx, meant.list, meant.viewer, divideBy ? [by, divideBy] : [by])
  return chartOf(meant, by, divideBy, cells)
}
