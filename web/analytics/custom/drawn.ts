/** A chart as it is drawn and read: the server’s rows and columns with their names, colours, figures and lists. */
import type { ChartMeasure } from '#contract/planning/analytics.ts'
import type { Chart, Summed } from '#contract/planning/insights.ts'
import type { Choice } from './choice.ts'
import { type NamedKey, namedKey, wholeColour } from './named.tsx'

type Figured = {
  value: number
  issues: number
  points: number
  href: string | null
}
export type DrawnCell = NamedKey & Figured
export type DrawnRow = NamedKey & Figured & { cells: readonly DrawnCell[] }
export type DrawnChart = {
  rows: readonly DrawnRow[]
  columns: readonly (NamedKey & Figured)[]
  total: Figured
  hasPoints: boolean
}

type Linked = (query: Summed['query']) => string | null

const figured = ({ total, points, query }: Summed, measure: ChartMeasure, link: Linked): Figured => ({
  value: measure === 'estimate' ? points : total,
  issues: total,
  points,
  href: total > 0 ? link(query) : null,
})

/** Without a second field a row is one cell, itself. */
export const drawnChart = (chart: Chart, { x, split, measure }: Choice, link: Linked): DrawnChart => {
  const columns = chart.columns.map((column, n) => ({
    ...(split ? namedKey(split, column, n, chart.columns.length) : namedKey(x, column)),
    ...figured(column, measure, link),
  }))
  const rows = chart.rows.map((row): DrawnRow => {
    const named = namedKey(x, row)
    const own = { ...named, ...figured(row, measure, link) }
    if (!split) return { ...own, cells: [{ ...own, colour: wholeColour(x, named) }] }
    const cells = new Map(row.cells.map(cell => [cell.key, cell]))
    return {
      ...own,
      cells: columns.flatMap(column => {
        const cell = cells.get(column.key)
        return cell ? [{ ...column, ...figured(cell, measure, link) }] : []
      }),
    }
  })
  return { rows, columns, total: figured(chart, measure, link), hasPoints: chart.points > 0 }
}
