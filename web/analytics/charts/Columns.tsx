import { scaleLinear } from '@visx/scale'
import { Grid, Names, type TimeName } from './axes.tsx'
import { Plot, type Spot, type Told } from './Plot.tsx'

type ColumnsProps = {
  name: string
  height: number
  values: readonly number[]
  names: readonly TimeName[]
  colour: string
  /** The average, drawn as a line. */
  usual: number | null
  /** The last is not over yet. */
  unfinished?: boolean
  told: (n: number) => Told
  href: (n: number) => string | null
}

const [LEFT, TOP, BOTTOM] = [24, 10, 28]

/** A column for each part of time. */
export const Columns = (props: ColumnsProps) => {
  const { name, height, values, names, colour, usual, unfinished, told, href } = props
  const base = height - BOTTOM
  const last = values.length - 1
  const y = scaleLinear({ domain: [0, Math.max(1, usual ?? 0, ...values)], range: [base, TOP], nice: 2 })
  const ticks = y.ticks(2).filter(tick => Number.isInteger(tick))
  const rightOf = (width: number) => (usual === null && !unfinished ? 8 : Math.min(72, width / 4))
  const stepOf = (width: number) => Math.max(1, width - LEFT - rightOf(width)) / Math.max(1, values.length)
  const middle = (n: number, width: number) => LEFT + (n + 0.5) * stepOf(width)
  const near = (point: { x: number }, width: number): Spot | null => {
    const n = Math.floor((point.x - LEFT) / stepOf(width))
    return n < 0 || n > last ? null : { n, k: 0 }
  }
  const draw = (width: number, at: Spot | null) => {
    const end = width - rightOf(width)
    const size = Math.max(3, Math.min(20, stepOf(width) * 0.62))
    const now = values[last] ?? 0
    const [usualAt, nowAt] = [y(usual ?? 0) ?? 0, y(now) ?? 0]
    return (
      <svg width={width} height={height} aria-hidden="true">
        <Grid ticks={ticks} y={y} left={LEFT} right={end} />
        {values.map((value, n) => (
          <g // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in time
            key={n}
          >
            {at?.n === n && (
              <rect
                x={middle(n, width) - size / 2 - 3}
                y={(y(value) ?? 0) - 3}
                width={size + 6}
                height={base - (y(value) ?? 0) + 6}
                rx={4}
                fill="none"
                stroke="var(--accent)"
                strokeWidth={2}
              />
            )}
            {value > 0 && (
              <rect
                x={middle(n, width) - size / 2}
                y={y(value)}
                width={size}
                height={base - (y(value) ?? 0)}
                rx={2}
                fill={unfinished && n === last ? `color-mix(in srgb, ${colour} 45%, var(--bg))` : colour}
              />
            )}
          </g>
        ))}
        {usual !== null && (
          <>
            <line
              x1={LEFT}
              x2={end}
              y1={usualAt}
              y2={usualAt}
              stroke="var(--ink-3)"
              strokeWidth={1.5}
              strokeDasharray="4 4"
            />
            <text x={end + 8} y={usualAt + 4} className="num fill-ink-3 text-12">
              Usual {usual}
            </text>
          </>
        )}
        {unfinished && (
          <text
            x={end + 8}
            y={usual !== null && Math.abs(usualAt - nowAt) < 15 ? usualAt + 19 : Math.min(base, nowAt + 4)}
            className="num fill-ink font-semibold text-12"
          >
            {now} so far
          </text>
        )}
        <Names names={names} x={n => middle(n, width)} room={56} y={height - 8} />
      </svg>
    )
  }
  return (
    <Plot
      {...{ name, height, near, draw }}
      count={values.length}
      first={{ n: last, k: 0 }}
      told={({ n }) => told(n)}
      href={({ n }) => href(n)}
      place={({ n }, width) => ({ x: middle(n, width), y: y(values[n] ?? 0) ?? 0 })}
    />
  )
}
