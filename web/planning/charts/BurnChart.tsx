import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import type { Measure } from '#contract/planning/progress.ts'
import { useLeads } from '../../shell/led.tsx'
import { BurnPicture } from './BurnPicture.tsx'
import {
  type Burn,
  type BurnKind,
  burnOf,
  type DayRead,
  NO_FIGURE,
  type Places,
  placesOf,
  readDay,
} from './burn.ts'
import type { Lines } from './lines.ts'
import { useWidth } from './useWidth.ts'

type BurnChartProps = {
  lines: Lines
  measure: Measure
  kind: BurnKind
  /** The subject of the chart, for screen readers. */
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

/** The day that a key leads to, null for any other key. */
const dayByKey = (key: string, from: number, end: number): number | null => {
  if (key === 'Home') return 0
  if (key === 'End') return end
  const by = STEPS[key]
  return by ? Math.min(end, Math.max(0, from + by)) : null
}

/** The words for a day; for one to come they are few. */
const heardOf = ({ rows }: DayRead) =>
  rows
    .flatMap(([word, figure]) => (figure === NO_FIGURE ? [] : `${word.toLowerCase()} ${figure}`))
    .join(', ') || 'nothing yet'

/** Days from left to right: the amount left or done, the scope, the ideal line, and the forecast. */
export const BurnChart = ({ lines, measure, kind, name, height, slim = false, onOpen }: BurnChartProps) => {
  const [box, width] = useWidth()
  const leads = useLeads(name)
  const [at, setAt] = useState<number | null>(leads.part?.[0] ?? null)
  const hint = useId()
  const { days, today, last } = lines
  const burn = burnOf(lines, kind)
  const places = placesOf(lines, burn, { width, height, slim })
  const shown = at ?? today ?? Math.max(0, last)
  const said = readDay(lines, burn, measure, shown)
  const open = (n: number) => {
    if (!onOpen || (burn.actual[n] ?? null) === null) return
    leads.leave(n)
    onOpen(days[n] ?? '')
  }
  const press = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, shown, places.end)
    if (next !== null) setAt(next)
    else if (event.key === 'Enter') open(shown)
    else if (event.key === 'Escape' && at !== null) setAt(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const pointed = ({ clientX, currentTarget }: MouseEvent) =>
    places.dayAt(clientX - currentTarget.getBoundingClientRect().left)
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 && (
        <div
          ref={leads.take}
          role="slider"
          tabIndex={0}
          aria-label={`${name}, day`}
          aria-orientation="horizontal"
          aria-describedby={onOpen && hint}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={shown + 1}
          aria-valuetext={`${shown === today ? 'Today, ' : ''}${said.day}: ${heardOf(said)}`}
          onKeyDown={press}
          onBlur={() => setAt(null)}
          onFocus={event => event.currentTarget.matches(':focus-visible') && setAt(shown)}
          onPointerMove={event => setAt(pointed(event))}
          onPointerLeave={() => setAt(null)}
          onClick={event => open(pointed(event))}
          className="rounded-control"
        >
          <BurnPicture lines={lines} burn={burn} places={places} at={at} />
          {at !== null && <Tip burn={burn} places={places} said={said} at={at} />}
        </div>
      )}
      {onOpen && (
        <span id={hint} hidden>
          Enter opens the issues of the day
        </span>
      )}
    </div>
  )
}

type TipProps = { burn: Burn; places: Places; said: DayRead; at: number }

const Tip = ({ burn: { actual, ideal }, places: { x, y, width, height }, said, at }: TipProps) => (
  <div
    aria-hidden="true"
    className="floats pointer-events-none absolute z-10 w-42 px-3 py-2 text-12 max-md:hidden"
    style={{
      top: Math.min(height - 92, Math.max(0, y(actual[at] ?? ideal[at] ?? 0) - 40)),
      ...(x(at) > width / 2 ? { right: width - x(at) + 14 } : { left: x(at) + 14 }),
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
)
