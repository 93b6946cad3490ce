/** The frame of a drawing: grid lines with their figures, names below, and labels at the ends of lines. */
import { spread } from '../../planning/charts/lines.ts'

type Scale = (value: number) => number | undefined

type GridProps = { ticks: readonly number[]; y: Scale; left: number; right: number; unit?: string }

export const Grid = ({ ticks, y, left, right, unit = '' }: GridProps) =>
  ticks.map(tick => (
    <g key={tick}>
      <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
      <text x={left - 8} y={(y(tick) ?? 0) + 4} textAnchor="end" className="num fill-ink-3 text-11">
        {tick}
        {unit}
      </text>
    </g>
  ))

/** Without a text nothing is there. `short` is where the name before is of the same month. */
export type TimeName = { text: string; short?: string; month?: string; now?: boolean }
type PlaceName = TimeName & { at: number }

const ROOM = 46
/** Longer than this the first would reach beyond what is drawn: it begins where its place is. */
const LONG = 4

/** The names that have room; the one of now wins over the others, and the first over those between. */
const fittingNames = (names: readonly PlaceName[], room = ROOM): PlaceName[] => {
  const wanted = [...names.filter(name => name.now), ...names.slice(0, 1), ...names]
  const kept: PlaceName[] = []
  for (const name of wanted) {
    const isBroad = (one: PlaceName) => one.text.length > LONG && (one.now || one.at === names[0]?.at)
    const isFree = kept.every(
      other => Math.abs(other.at - name.at) >= room + (isBroad(other) || isBroad(name) ? 12 : 0),
    )
    if (isFree) kept.push(name)
  }
  return kept
}

type NamesProps = {
  names: readonly TimeName[]
  x: (n: number) => number
  y: number
  room?: number
}

export const Names = ({ names, x, y, room }: NamesProps) => {
  const kept = fittingNames(
    names.map((name, n) => ({ ...name, at: x(n) })).filter(name => name.text !== ''),
    room,
  ).sort((a, b) => a.at - b.at)
  return kept.map(({ at, text, short, month, now }, nth) => (
    <text
      key={at}
      x={at}
      y={y}
      textAnchor={nth === 0 && !now && at <= x(0) && text.length > LONG ? 'start' : 'middle'}
      className={now ? 'fill-accent-text font-semibold text-11' : 'num fill-ink-3 text-11'}
    >
      {short && month === kept[nth - 1]?.month ? short : text}
    </text>
  ))
}

type EndName = { id: string; text: string; y: number; look: string }

export const EndNames = ({ ends, x, bottom }: { ends: readonly EndName[]; x: number; bottom: number }) => {
  const places = spread(
    ends.map(end => end.y),
    15,
    bottom,
  )
  return ends.map(({ id, text, look }, nth) => (
    <text key={id} x={x} y={(places[nth] ?? 0) + 4} className={`num text-12 ${look}`}>
      {text}
    </text>
  ))
}

/** A ring around what is described. */
export const Ring = ({ x, y }: { x: number | undefined; y: number | undefined }) => (
  <>
    <circle cx={x} cy={y} r={4.5} fill="var(--accent)" stroke="var(--bg)" strokeWidth={2} />
    <circle cx={x} cy={y} r={8} fill="none" stroke="var(--accent)" strokeWidth={2} />
  </>
)
