import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import type { Measure } from '#contract/planning/progress.ts'
import { dayNumber, dayWords } from '../../ui/dates/day-numbers.ts'
import { figureText } from '../progress/totals.ts'
import { type Lines, namedDays, points, spread, stepped, weekendsIn } from './lines.ts'
import { useWidth } from './useWidth.ts'

export type BurnKind = 'burndown' | 'burnup'

type BurnChartProps = {
  lines: Lines
  measure: Measure
  kind: BurnKind
  /** What it is a chart of, for those who hear it. */
  name: string
  height: number
  /** Without figures at its left, where there is little room. */
  slim?: boolean
  /** Leads to the issues of a day. */
  onOpen?: ((day: string) => void) | undefined
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: 7,
  PageUp: -7,
}

/** Days from left to right: what is left or done, how much there is, what should be, and what is likely. */
export const BurnChart = ({ lines, measure, kind, name, height, slim, onOpen }: BurnChartProps) => {
  const [box, width] = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const clip = useId()
  const { days, scope, today, last } = lines
  const isDown = kind === 'burndown'
  const actual = isDown ? lines.left : lines.done
  const begin = scope.find(one => one !== null) ?? 0
  const ideal = isDown ? lines.ideal : lines.ideal.map(one => (one === null ? null : begin - one))
  const now = actual[last] ?? null
  const scopeNow = scope[last] ?? begin
  const likely = lines.likely === null ? null : isDown ? lines.likely : scopeNow - lines.likely
  const [left, right, top, bottom] = [slim ? 6 : 32, 76, 8, 24]
  const end = Math.max(1, days.length - 1)
  const x = scaleLinear({ domain: [0, end], range: [left, Math.max(left + 1, width - right)] })
  const steps = height > 220 ? 5 : 3
  const most = Math.max(1, ...scope.map(one => one ?? 0), ...actual.map(one => one ?? 0))
  const y = scaleLinear({ domain: [0, most], range: [height - bottom, top], nice: steps })
  const step = (x(1) ?? 0) - (x(0) ?? 0)
  const ticks = slim ? [0] : y.ticks(steps).filter(tick => Number.isInteger(tick))
  const base = height - bottom
  const ends = [
    { id: 'scope', text: `Scope ${scopeNow}`, value: scopeNow, look: 'fill-ink-3' },
    ...(likely === null
      ? []
      : [{ id: 'likely', text: `Likely ${likely}`, value: likely, look: 'fill-accent-text' }]),
    { id: 'ideal', text: `Ideal ${isDown ? 0 : begin}`, value: ideal.at(-1) ?? 0, look: 'fill-ink-3' },
  ]
  const places = spread(
    ends.map(({ value }) => y(value) ?? 0),
    15,
    base,
  )
  const shown = at ?? today ?? Math.max(0, last)
  const read = (n: number) => {
    const [value, all, should] = [actual[n] ?? null, scope[n] ?? null, ideal[n] ?? null]
    const figure = (one: number | null) =>
      one === null ? '–' : figureText(Math.round(one * 10) / 10, measure)
    return {
      day: dayWords(dayNumber(days[n] ?? ''), 'EEEE d MMMM'),
      rows: [
        [isDown ? 'Left' : 'Done', figure(value)],
        ['Ideal', figure(should)],
        ['Scope', figure(all)],
      ] as const,
    }
  }
  const said = read(shown)
  const opens = (n: number) => onOpen && (actual[n] ?? null) !== null && onOpen(days[n] ?? '')
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    const next = by
      ? Math.min(end, Math.max(0, shown + by))
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? end
          : null
    if (next !== null) setAt(next)
    else if (event.key === 'Enter') opens(shown)
    else if (event.key === 'Escape' && at !== null) setAt(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const point = ({ clientX, currentTarget }: PointerEvent | React.MouseEvent) => {
    const n = Math.round(x.invert(clientX - currentTarget.getBoundingClientRect().left))
    return Math.min(end, Math.max(0, n))
  }
  const named = namedDays(lines, step)
  // Beneath its point where a line above leaves it no room.
  const nowShift = now !== null && (y(now) ?? 0) - (y(scopeNow) ?? 0) < 26 && now < scopeNow ? 20 : -9
  const tipLeft = at !== null && (x(at) ?? 0) > width / 2
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${name}, day`}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={shown + 1}
          aria-valuetext={`${said.day}: ${said.rows.map(([word, figure]) => `${word.toLowerCase()} ${figure}`).join(', ')}`}
          onKeyDown={press}
          onBlur={() => setAt(null)}
          onFocus={event => event.currentTarget.matches(':focus-visible') && setAt(shown)}
          onPointerMove={event => setAt(point(event))}
          onPointerLeave={() => setAt(null)}
          onClick={event => opens(point(event))}
          className="rounded-control"
        >
          <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
            <clipPath id={clip}>
              <rect x={left} y={0} width={Math.max(0, width - left - right)} height={base} />
            </clipPath>
            <g clipPath={`url(#${clip})`}>
              {weekendsIn(days).map(({ from, to }) => (
                <rect
                  key={from}
                  x={x(from - 0.5)}
                  y={top}
                  width={(to - from + 1) * step}
                  height={base - top}
                  fill="var(--hover)"
                />
              ))}
            </g>
            {ticks.map(tick => (
              <g key={tick}>
                <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
                {!slim && (
                  <text
                    x={left - 8}
                    y={(y(tick) ?? 0) + 4}
                    textAnchor="end"
                    className="num fill-ink-3 text-11"
                  >
                    {tick}
                  </text>
                )}
              </g>
            ))}
            {named.map(n => (
              <text
                key={n}
                x={x(n)}
                y={height - 5}
                textAnchor={n === 0 && n !== today ? 'start' : n === end && n !== today ? 'end' : 'middle'}
                className={n === today ? 'fill-accent-text font-semibold text-11' : 'num fill-ink-3 text-11'}
              >
                {n === today
                  ? 'Today'
                  : dayWords(dayNumber(days[n] ?? ''), n === 0 || (slim && n === end) ? 'd MMM' : 'd')}
              </text>
            ))}
            <AreaClosed
              data={points(actual)}
              x={({ n }) => x(n) ?? 0}
              y={one => y(one.y) ?? 0}
              yScale={y}
              fill="var(--accent)"
              opacity={0.08}
            />
            <LinePath
              data={points(ideal)}
              x={({ n }) => x(n) ?? 0}
              y={one => y(one.y) ?? 0}
              stroke="var(--ink-3)"
              strokeWidth={1.5}
              strokeDasharray="4 4"
            />
            <path
              d={stepped(
                points(scope),
                n => x(n) ?? 0,
                value => y(value) ?? 0,
                x(end) ?? 0,
              )}
              fill="none"
              stroke="var(--line-strong)"
              strokeWidth={1.5}
            />
            <LinePath
              data={points(actual)}
              x={({ n }) => x(n) ?? 0}
              y={one => y(one.y) ?? 0}
              stroke="var(--accent)"
              strokeWidth={2}
              strokeLinejoin="round"
            />
            {likely !== null && now !== null && (
              <line
                x1={x(last)}
                y1={y(now)}
                x2={x(end)}
                y2={y(likely)}
                stroke="var(--accent)"
                strokeWidth={2}
                strokeDasharray="0.1 4.5"
                strokeLinecap="round"
              />
            )}
            {today !== null && (
              <line
                x1={x(today)}
                x2={x(today)}
                y1={top}
                y2={base}
                stroke="var(--accent)"
                strokeDasharray="2 2.5"
              />
            )}
            {at !== null && <line x1={x(at)} x2={x(at)} y1={top} y2={base} stroke="var(--line-strong)" />}
            {now !== null && (
              <circle
                cx={x(last)}
                cy={y(now)}
                r={4}
                fill="var(--accent)"
                stroke="var(--bg)"
                strokeWidth={1.5}
              />
            )}
            {at !== null && (actual[at] ?? null) !== null && (
              <circle
                cx={x(at)}
                cy={y(actual[at] ?? 0)}
                r={7}
                fill="none"
                stroke="var(--accent)"
                strokeWidth={2}
              />
            )}
            {today !== null && now !== null && (
              <text
                x={(x(today) ?? 0) + (today > end * 0.8 ? -8 : 9)}
                y={Math.max(top + 10, (y(now) ?? 0) + nowShift)}
                textAnchor={today > end * 0.8 ? 'end' : 'start'}
                className="num fill-ink font-semibold text-12"
                stroke="var(--bg)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                {now} {isDown ? 'left' : 'done'}
              </text>
            )}
            {ends.map(({ id, text, look }, nth) => (
              <text
                key={id}
                x={width - right + 8}
                y={(places[nth] ?? 0) + 4}
                className={`num text-12 ${look}`}
              >
                {text}
              </text>
            ))}
          </svg>
          {at !== null && (
            <div
              aria-hidden="true"
              className="floats pointer-events-none absolute z-10 w-42 px-3 py-2 text-12 max-md:hidden"
              style={{
                top: Math.min(height - 92, Math.max(0, (y(actual[at] ?? ideal[at] ?? 0) ?? 0) - 40)),
                ...(tipLeft ? { right: width - (x(at) ?? 0) + 14 } : { left: (x(at) ?? 0) + 14 }),
              }}
            >
              <p className="cut font-medium text-13">{said.day}</p>
              {said.rows.map(([word, figure]) => (
                <p key={word} className="flex h-5 items-center justify-between text-ink-2">
                  {word}
                  <span className="num text-ink">{figure}</span>
                </p>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
