import { scaleLinear } from '@visx/scale'
import { EndNames, Grid, Names, Ring, type TimeName } from './axes.tsx'
import { Plot, type Spot, type Told } from './Plot.tsx'

export type Dot = {
  id: string
  /** How far from left, in days since the first. */
  day: number
  value: number
  /** Named where it stands out. */
  name?: string
}

type ScatterProps = {
  name: string
  height: number
  dots: readonly Dot[]
  /** The number of days from left to right, and the names of some. */
  days: number
  names: readonly (TimeName & { day: number })[]
  /** Lines across, said in words at their right end. */
  marks: readonly { value: number; text: string }[]
  told: (dot: Dot) => Told
  href: (dot: Dot) => string | null
}

const [LEFT, TOP, BOTTOM] = [28, 10, 28]
/** As near as the pointer has to come. */
const REACH = 24

/** A dot for each of many, by when and how long; keys lead from one to the next in time. */
export const Scatter = ({ name, height, dots, days, names, marks, told, href }: ScatterProps) => {
  const base = height - BOTTOM
  const most = Math.max(1, ...dots.map(dot => dot.value), ...marks.map(mark => mark.value))
  const y = scaleLinear({ domain: [0, most], range: [base, TOP], nice: 3 })
  const ticks = y.ticks(3).filter(tick => Number.isInteger(tick))
  const rightOf = (width: number) => (width < 480 ? 84 : 96)
  const xOf = (width: number) => {
    const scale = scaleLinear({
      domain: [0, Math.max(1, days - 1)],
      range: [LEFT, Math.max(LEFT + 1, width - rightOf(width))],
    })
    return (day: number) => scale(day) ?? 0
  }
  const yOf = (value: number) => y(value) ?? 0
  const near = (point: { x: number; y: number }, width: number): Spot | null => {
    const x = xOf(width)
    const away = dots.map(dot => Math.hypot(x(dot.day) - point.x, yOf(dot.value) - point.y))
    const least = Math.min(...away)
    return least <= REACH ? { n: away.indexOf(least), k: 0 } : null
  }
  const draw = (width: number, at: Spot | null) => {
    const x = xOf(width)
    const end = width - rightOf(width)
    const ringed = at && dots[at.n]
    return (
      <svg width={width} height={height} aria-hidden="true">
        <Grid ticks={ticks} y={y} left={LEFT} right={end} />
        {dots.map(dot => (
          <circle
            key={dot.id}
            cx={x(dot.day)}
            cy={yOf(dot.value)}
            r={3}
            fill="var(--accent)"
            opacity="var(--dot)"
          />
        ))}
        {dots.map(dot => {
          if (!dot.name || dot === ringed) return null
          const isAtEnd = x(dot.day) > end - 72
          return (
            <text
              key={dot.id}
              x={x(dot.day) + (isAtEnd ? -8 : 8)}
              y={yOf(dot.value) + 4}
              textAnchor={isAtEnd ? 'end' : 'start'}
              className="num fill-ink-3 text-12"
              stroke="var(--bg)"
              strokeWidth={4}
              paintOrder="stroke"
            >
              {dot.name}
            </text>
          )
        })}
        {marks.map(({ value, text }) => (
          <line
            key={text}
            x1={LEFT}
            x2={end}
            y1={y(value)}
            y2={y(value)}
            stroke="var(--ink-3)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
          />
        ))}
        {ringed && <Ring x={x(ringed.day)} y={yOf(ringed.value)} />}
        <Names names={names} x={n => x(names[n]?.day ?? 0)} y={height - 8} />
        <EndNames
          x={end + 8}
          bottom={base}
          ends={marks.map(({ value, text }) => ({ id: text, text, y: yOf(value), look: 'fill-ink-3' }))}
        />
      </svg>
    )
  }
  return (
    <Plot
      {...{ name, height, near, draw }}
      count={dots.length}
      first={{ n: dots.length - 1, k: 0 }}
      told={({ n }) => (dots[n] ? told(dots[n]) : { title: '', rows: [] })}
      href={({ n }) => (dots[n] ? href(dots[n]) : null)}
      place={({ n }, width) => ({ x: xOf(width)(dots[n]?.day ?? 0), y: yOf(dots[n]?.value ?? 0) })}
    />
  )
}
