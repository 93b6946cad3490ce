import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Counted } from '../parts.tsx'
import type { DrawnChart } from './drawn.ts'

type CustomTableProps = {
  name: string
  chart: DrawnChart
  /** The kind of rows, and the measure. */
  of: string
  unit: string
  split: boolean
}

/** So many columns have room beside each other, and are equally wide. */
const FEW = 7

const cell = 'h-8 px-3 shadow-[inset_0_-1px_0_var(--line)] last:pr-0'
const first = 'h-8 pr-3 text-left font-normal shadow-[inset_0_-1px_0_var(--line)]'

const Sign = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-2">
    {icon}
    <span className="cut max-w-60">{children}</span>
  </span>
)

/** The same figures as the chart, and their sums; an issue that is in two rows or columns counts once in the sum. */
export const CustomTable = ({ name, chart, of, unit, split }: CustomTableProps) => {
  const columns = split ? chart.columns : []
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
      tabIndex={0}
      aria-label={`${name} as a table`}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className={classes('num w-full text-right', columns.length <= FEW && 'md:table-fixed')}>
        <caption className="sr-only">{name}</caption>
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className={classes(first, 'w-50 min-w-36')}>
              {of}
            </th>
            {columns.map(column => (
              <th key={column.key} scope="col" className={classes(cell, 'whitespace-nowrap font-normal')}>
                <span className="inline-flex items-center justify-end gap-1.5 align-middle">
                  {column.icon}
                  <span className="cut max-w-36">{column.name}</span>
                </span>
              </th>
            ))}
            <th scope="col" className={classes(cell, 'font-normal')}>
              {unit}
            </th>
          </tr>
        </thead>
        <tbody>
          {chart.rows.map(row => {
            const cells = new Map(row.cells.map(one => [one.key, one]))
            return (
              <tr key={row.key}>
                <th scope="row" className={first}>
                  <Sign icon={row.icon}>{row.name}</Sign>
                </th>
                {columns.map(column => {
                  const one = cells.get(column.key)
                  return (
                    <td key={column.key} className={cell}>
                      <Counted value={one?.value ?? 0} href={one?.href ?? null} />
                    </td>
                  )
                })}
                <td className={classes(cell, 'font-medium')}>
                  <Counted value={row.value} href={row.href} />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot className="font-medium">
          <tr>
            <th scope="row" className="h-8 text-left font-medium">
              All
            </th>
            {columns.map(column => (
              <td key={column.key} className="px-3">
                <Counted value={column.value} href={column.href} />
              </td>
            ))}
            <td className="pl-3">
              <Counted value={chart.total.value} href={chart.total.href} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
