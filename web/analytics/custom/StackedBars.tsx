import { Plot, type Spot } from '../charts/Plot.tsx'
import type { DrawnRow } from './drawn.ts'

const [ROW, HEAD, BAR, GAP] = [30, 20, 10, 2]
/** The room for a figure right of the longest bar. */
const FIGURE = 48
/** A name above a narrower part would say nothing. */
const LEAST_NAMED = 36

const labelOf = (width: number, isLong: boolean) => (width < 560 ? 116 : isLong ? 200 : 140)

type StackedBarsProps = {
  name: string
  rows: readonly DrawnRow[]
  /** Divided rows: the name of each part is above the longest. */
  split: boolean
  /** Their names are not those of people. */
  isLong: boolean
  hasPoints: boolean
}

/** A row of stacked parts for each value of the axis; keys go down the rows and along their parts. */
export const StackedBars = ({ name, rows, split, isLong, hasPoints }: StackedBarsProps) => {
  const head = split ? HEAD : 4
  const most = Math.max(1, ...rows.map(row => row.cells.reduce((sum, cell) => sum + cell.value, 0)))
  const cellsOf = (n: number) => rows[n]?.cells ?? []
  const scaleOf = (width: number) => Math.max(1, width - labelOf(width, isLong) - FIGURE) / most
  const startOf = ({ n, k }: Spot, width: number) =>
    labelOf(width, isLong) +
    cellsOf(n)
      .slice(0, k)
      .reduce((sum, cell) => sum + cell.value * scaleOf(width), 0)
  const longest = rows.reduce((best, row, n) => ((rows[best]?.value ?? 0) < row.value ? n : best), 0)
  const near = ({ x, y }: { x: number; y: number }, width: number): Spot | null => {
    const n = Math.floor((y - head) / ROW)
    const cells = cellsOf(n)
    if (n < 0 || cells.length === 0) return null
    const at = cells.findIndex((_, k) => x < startOf({ n, k: k + 1 }, width))
    return x < labelOf(width, isLong) || at < 0 ? null : { n, k: at }
  }
  const draw = (width: number, at: Spot | null) => (
    <div aria-hidden="true" className="relative" style={{ height: head + rows.length * ROW }}>
      {split &&
        cellsOf(longest).map((cell, k) => {
          const wide = cell.value * scaleOf(width)
          return (
            wide >= LEAST_NAMED && (
              <span
                key={cell.key}
                className="cut absolute top-0 text-11 text-ink-3"
                style={{ left: startOf({ n: longest, k }, width), maxWidth: wide - GAP }}
              >
                {cell.name}
              </span>
            )
          )
        })}
      {rows.map((row, n) => (
        <div
          key={row.key}
          className="absolute inset-x-0 flex items-center gap-2"
          style={{ top: head + n * ROW, height: ROW }}
        >
          <span
            className="flex flex-none items-center gap-2 pr-2"
            style={{ width: labelOf(width, isLong) - 8 }}
          >
            {row.icon}
            <span className="cut">{row.name}</span>
          </span>
          <span className="flex flex-none">
            {row.cells.map((cell, k) => (
              <span
                key={cell.key}
                className="rounded-[2px]"
                style={{
                  width: Math.max(cell.value > 0 ? 1 : 0, cell.value * scaleOf(width) - GAP),
                  marginRight: GAP,
                  height: BAR,
                  background: cell.colour,
                  ...(at?.n === n && at.k === k
                    ? { outline: '2px solid var(--accent)', outlineOffset: 2 }
                    : {}),
                }}
              />
            ))}
          </span>
          <span className="num -ml-1">{row.value}</span>
        </div>
      ))}
    </div>
  )
  return (
    <Plot
      turned
      beneath
      opening="open the list"
      {...{ name, near, draw }}
      height={head + rows.length * ROW}
      count={rows.length}
      depth={n => Math.max(1, cellsOf(n).length)}
      first={{ n: 0, k: 0 }}
      told={({ n, k }) => {
        const row = rows[n]
        const cell = row?.cells[k]
        return {
          title: row ? (split && cell ? `${row.name}, ${cell.name}` : row.name) : '',
          rows: [
            ['Issues', String(cell?.issues ?? 0)],
            ...(hasPoints ? [['Points', String(cell?.points ?? 0)] as const] : []),
          ],
        }
      }}
      place={(spot, width) => ({
        x: startOf(spot, width) + Math.min(24, (cellsOf(spot.n)[spot.k]?.value ?? 0) * scaleOf(width)),
        y: head + (spot.n + 1) * ROW - 4,
      })}
      href={({ n, k }) => rows[n]?.cells[k]?.href ?? null}
    />
  )
}
