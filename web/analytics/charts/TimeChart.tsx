import { scaleLinear } from '@visx/scale'
import { EndNames, Grid, Names, Ring, type TimeName } from './axes.tsx'
import { Plot, type Spot, type Told } from './Plot.tsx'

export type TimeLine = {
  id: string
  name: string
  colour: string
  /** The main line: bold, with its area filled. */
  main?: boolean
  values: readonly number[]
  /** The label at its end; its name where none is given. */
  end?: string
}

type TimeChartProps = {
  name: string
  height: number
  /** The names of the places, below them; the last may be now. */
  names: readonly TimeName[]
  lines: readonly TimeLine[]
  /** They lie on each other, the first at the bottom. */
  stacked?: boolean
  /** The last place is not over: its likely outcome is dotted. */
  unfinished?: boolean
  told: (spot: Spot) => Told
  href: (spot: Spot) => string | null
}

const [TOP, BOTTOM] = [12, 28]
/** The width of a letter of the labels at the ends. */
const LETTER = 6.3

type Scales = { x: (n: number) => number; y: (value: number) => number }
const path = (values: readonly number[], { x, y }: Scales, from = 0) =>
  values
    .slice(from)
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${x(n + from)} ${y(value)}`)
    .join('')

/** The top of each line at each place; stacked lines are on those below. */
const topsOf = (lines: readonly TimeLine[], isStacked?: boolean): number[][] => {
  const tops: number[][] = []
  for (const [k, { values }] of lines.entries())
    tops.push(values.map((value, n) => value + ((isStacked && tops[k - 1]?.[n]) || 0)))
  return tops
}

/** A single value is drawn all along. */
const drawnOf = (values: readonly number[]) => (values.length === 1 ? [...values, ...values] : values)

type LineMarkProps = {
  line: TimeLine
  values: readonly number[]
  /** The tops of the band below, where bands lie on each other. */
  below: readonly number[]
  scales: Scales
  /** So many values are of periods that are over. */
  whole: number
  stacked: boolean
  dotted: boolean
}

const LineMark = ({ line, values, below, scales, whole, stacked, dotted }: LineMarkProps) => {
  const { x } = scales
  const foot = below
    .slice(0, whole)
    .map((value, n) => `L${x(n)} ${scales.y(value)}`)
    .reverse()
    .join('')
  return (
    <g>
      {(stacked || line.main) && whole > 0 && (
        <path
          d={`${path(values.slice(0, whole), scales)}${foot}Z`}
          fill={stacked ? `color-mix(in srgb, ${line.colour} 30%, var(--bg))` : line.colour}
          opacity={stacked ? 1 : 0.08}
        />
      )}
      <path
        d={path(values.slice(0, whole), scales)}
        fill="none"
        stroke={line.colour}
        strokeWidth={line.main ? 2 : 1.5}
        strokeLinejoin="round"
      />
      {dotted && (
        <path
          d={path(values, scales, values.length - 2)}
          fill="none"
          stroke={line.colour}
          strokeWidth={line.main ? 2 : 1.5}
          strokeDasharray={line.main ? '1 5' : '1 4'}
          strokeLinecap="round"
        />
      )}
    </g>
  )
}

/** The places of a chart's lines and of its edges, and the value that lies near a point. */
const geometryOf = ({ height, names, lines, stacked }: TimeChartProps) => {
  const last = names.length - 1
  const tops = topsOf(lines, stacked)
  const most = Math.max(1, ...tops.flat())
  const base = height - BOTTOM
  const steps = height > 340 ? 3 : 4
  const y = scaleLinear({ domain: [0, most], range: [base, TOP], nice: steps })
  const ticks = y.ticks(steps).filter(tick => Number.isInteger(tick))
  const left = String(ticks.at(-1) ?? 0).length > 2 ? 36 : 28
  const words = Math.max(0, ...lines.map(line => (line.end ?? line.name).length))
  const rightOf = (width: number) => {
    const needed = 12 + words * LETTER
    return width < 480 ? Math.min(needed, width * 0.4) : Math.max(needed, stacked ? 128 : 112)
  }
  const scalesOf = (width: number): Scales => {
    const x = scaleLinear({
      domain: [0, Math.max(1, last)],
      range: [left, Math.max(left + 1, width - rightOf(width))],
    })
    return { x: n => x(n) ?? 0, y: value => y(value) ?? 0 }
  }
  const heightAt = ({ n, k }: Spot) => y(tops[k]?.[n] ?? 0) ?? 0
  const near = (point: { x: number; y: number }, width: number): Spot | null => {
    const { x } = scalesOf(width)
    const step = x(1) - x(0)
    const n = Math.min(last, Math.max(0, Math.round((point.x - left) / step)))
    if (point.x < left - 8 || point.x > x(last) + 12) return null
    const distances = lines.map((_, k) => {
      const top = heightAt({ n, k })
      if (!stacked) return Math.abs(point.y - top)
      const foot = k > 0 ? heightAt({ n, k: k - 1 }) : base
      return point.y >= top && point.y <= foot
        ? 0
        : Math.min(Math.abs(point.y - top), Math.abs(point.y - foot))
    })
    return { n, k: Math.max(0, distances.indexOf(Math.min(...distances))) }
  }
  return { last, tops, base, y, ticks, left, rightOf, scalesOf, heightAt, near }
}

/** Figures over time, as lines or as bands that lie on each other. */
export const TimeChart = (props: TimeChartProps) => {
  const { name, height, names, lines, stacked, unfinished, told, href } = props
  const { last, tops, base, y, ticks, left, rightOf, scalesOf, heightAt, near } = geometryOf(props)
  const draw = (width: number, at: Spot | null) => {
    const scales = scalesOf(width)
    const { x } = scales
    const end = width - rightOf(width)
    // The dotted part begins where the last whole period ends.
    const whole = unfinished ? last : Math.max(2, last + 1)
    return (
      <svg width={width} height={height} aria-hidden="true">
        <Grid ticks={ticks} y={y} left={left} right={end} />
        {at && <line x1={x(at.n)} x2={x(at.n)} y1={TOP} y2={base} stroke="var(--line-strong)" />}
        {lines.map((line, k) => {
          const values = drawnOf(tops[k] ?? [])
          return (
            <LineMark
              key={line.id}
              {...{ line, values, scales, whole }}
              below={stacked && k > 0 ? drawnOf(tops[k - 1] ?? []) : values.map(() => 0)}
              stacked={stacked === true}
              dotted={unfinished === true && last > 0}
            />
          )
        })}
        {at &&
          !stacked &&
          lines.map((line, k) => (
            <circle
              key={line.id}
              cx={x(at.n)}
              cy={heightAt({ n: at.n, k })}
              r={3.5}
              fill={line.colour}
              stroke="var(--bg)"
              strokeWidth={2}
            />
          ))}
        {at && <Ring x={x(at.n)} y={heightAt(at)} />}
        <Names names={names} x={x} y={height - 8} />
        <EndNames
          x={end + 8}
          bottom={base}
          ends={lines.map((line, k) => {
            const top = heightAt({ n: last, k })
            const foot = k > 0 ? heightAt({ n: last, k: k - 1 }) : base
            return {
              id: line.id,
              text: line.end ?? line.name,
              y: stacked ? (top + foot) / 2 : top,
              look: line.main ? 'fill-accent-text font-medium' : 'fill-ink-3',
            }
          })}
        />
      </svg>
    )
  }
  return (
    <Plot
      {...{ name, height, told, href, near, draw }}
      count={names.length}
      depth={() => lines.length}
      first={{
        n: last,
        k: Math.max(
          0,
          lines.findIndex(line => line.main),
        ),
      }}
      place={({ n, k }, width) => ({ x: scalesOf(width).x(n), y: heightAt({ n, k }) })}
      drop={56}
    />
  )
}
