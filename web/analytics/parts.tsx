/** The parts of analytics: a head above a drawing or its table, rows of bars, figures that lead to lists. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { LedLink } from '../shell/led.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'

export type Cell = string | number | { value: string | number; href: string | null }
export type TableRow = { id: string; icon?: ReactNode; cells: readonly [Cell, ...Cell[]] }
export type Table = { columns: readonly string[]; rows: readonly TableRow[] }

/** A figure, and the list that it counts; nothing is a list of nothing. */
export const Counted = ({ value, href }: { value: string | number; href: string | null }) =>
  href && value !== 0 && value !== '0' ? (
    <LedLink to={href} className="inline-block min-w-6 rounded-tag hover:underline">
      {value}
    </LedLink>
  ) : (
    <span className={classes(value === 0 && 'text-ink-3')}>{value}</span>
  )

const CellText = ({ cell }: { cell: Cell }) =>
  typeof cell === 'object' ? <Counted {...cell} /> : <Counted value={cell} href={null} />

type FiguresTableProps = { name: string; table: Table; height?: number }

/** The figures of a drawing, to be read one by one. */
export const FiguresTable = ({ name, table, height }: FiguresTableProps) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
    tabIndex={0}
    aria-label={`${name} as a table`}
    className="overflow-auto focus-visible:-outline-offset-2"
    style={{ maxHeight: height, minHeight: height && Math.min(height, 32 * (table.rows.length + 1)) }}
  >
    <table className="num w-full text-right">
      <caption className="sr-only">{name}</caption>
      <thead className="sticky top-0 bg-bg text-12 text-ink-3">
        <tr>
          {table.columns.map((word, at) => (
            <th
              key={word}
              scope="col"
              className={classes(
                'h-8 whitespace-nowrap font-normal shadow-[inset_0_-1px_0_var(--line)]',
                at === 0 ? 'text-left' : 'pl-3',
              )}
            >
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ id, icon, cells: [first, ...rest] }) => (
          <tr key={id}>
            <th scope="row" className="h-8 text-left font-normal shadow-[inset_0_-1px_0_var(--line)]">
              <span className="flex min-w-0 items-center gap-2">
                {icon}
                <span className="cut max-w-80">
                  <CellText cell={first} />
                </span>
              </span>
            </th>
            {rest.map((cell, at) => (
              <td
                key={table.columns[at + 1]}
                className="whitespace-nowrap pl-3 shadow-[inset_0_-1px_0_var(--line)]"
              >
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type PartProps = {
  title: string
  /** The unit, or whose figures they are. */
  note?: ReactNode
  /** The same figures; a button shows them in place of the drawing. */
  table?: Table
  /** As high as the drawing is. */
  height?: number
  className?: string
  children: ReactNode
}

export const Part = ({ title, note, table, height, className, children }: PartProps) => {
  const [isTable, setTable] = useState(false)
  return (
    <section aria-label={title} className={classes('min-w-0', className)}>
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="whitespace-nowrap font-medium">{title}</h2>
        <span className="flex-1" />
        {note && <span className="num cut text-12 text-ink-3">{note}</span>}
        {table && (
          <IconButton
            icon="table-2"
            label={isTable ? 'Show as chart' : 'Show as table'}
            on={isTable}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
            className="max-md:size-11"
          />
        )}
      </div>
      {table && isTable ? (
        <FiguresTable name={title} table={table} {...(height ? { height } : {})} />
      ) : (
        children
      )}
    </section>
  )
}

export type Bar = { id: string; icon: ReactNode; name: string; value: number; href: string | null }

const UP_DOWN: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
/** The arrows lead from row to row. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const by = UP_DOWN[event.key]
  if (!by) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}

type BarsProps = {
  bars: readonly Bar[]
  colour: string
  /** How many there are at first. */
  most?: number
  /** Projects have longer names than people. */
  wide?: boolean
}

const row =
  '-mx-2 flex h-7 items-center gap-2 rounded-control px-2 max-md:h-11 focus-visible:-outline-offset-2'

/** Rows whose bars compare with the longest of them; each leads to its list. */
export const Bars = ({ bars, colour, most = bars.length, wide }: BarsProps) => {
  const [isWhole, setWhole] = useState(false)
  const longest = Math.max(0, ...bars.map(bar => bar.value))
  const shown = isWhole ? bars : bars.slice(0, most)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows have the focus, their keys are the chart's
    <div onKeyDown={walk}>
      {shown.map(({ id, icon, name, value, href }) => {
        const inside = (
          <>
            {icon}
            <span className={classes('cut flex-none', wide ? 'w-30.5' : 'w-26')}>{name}</span>
            <span aria-hidden="true" className="flex h-2 min-w-0 flex-1">
              <span
                className="rounded-[2px]"
                style={{ width: `${longest > 0 ? (100 * value) / longest : 0}%`, background: colour }}
              />
            </span>
            <span
              className={classes(
                'num flex-none text-right',
                wide ? 'w-8' : 'w-12',
                value === 0 && 'text-ink-3',
              )}
            >
              {value}
            </span>
          </>
        )
        return href && value > 0 ? (
          <LedLink key={id} to={href} className={classes(row, 'hover:bg-hover')}>
            {inside}
          </LedLink>
        ) : (
          <span key={id} className={row}>
            {inside}
          </span>
        )
      })}
      {bars.length > most && (
        <Button size="small" onClick={() => setWhole(!isWhole)} className="-mx-2 max-md:h-11">
          {isWhole ? 'Show fewer' : `Show ${bars.length - most} more`}
        </Button>
      )}
    </div>
  )
}

type StatProps = {
  value: string
  name: string
  href?: string | null
  /** By how much it is another than in the span before. */
  change?: { text: string; tone: 'up' | 'down' | 'neutral' } | null
}

const tones = { up: 'text-ok', down: 'text-warn', neutral: 'text-ink-3' }

/** A figure with its word below, and how it compares. */
export const Stat = ({ value, name, href, change }: StatProps) => {
  const inside = (
    <>
      <span className="flex items-center gap-2">
        <span className="num font-semibold text-20">{value}</span>
        {change && <span className={classes('num text-12', tones[change.tone])}>{change.text}</span>}
      </span>
      <span className="text-12 text-ink-3">{name}</span>
    </>
  )
  const look = 'flex flex-col whitespace-nowrap rounded-control'
  return href ? (
    <LedLink to={href} className={classes(look, 'hover:[&>span:last-child]:text-ink')}>
      {inside}
    </LedLink>
  ) : (
    <span className={look}>{inside}</span>
  )
}
