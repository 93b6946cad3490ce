import { scaleLinear } from '@visx/scale'
import { type KeyboardEvent, useState } from 'react'
import { useWidth } from '../planning/charts/useWidth.ts'

export type DayBar = {
  id: string
  value: number
  /** Below it; without one nothing is there. */
  label?: string
  now?: boolean
  colour: string
  /** Lies behind it: a day of the weekend. */
  dim?: boolean
  told: { title: string; rows: readonly (readonly [string, string])[] }
  href: string | null
}

type DayBarsProps = {
  bars: readonly DayBar[]
  /** The subject of its bars, for screen readers. */
  name: string
  height: number
  /** The average, drawn as a line. */
  usual?: number | null
  /** The figure is on each bar. */
  figures?: boolean
  onOpen: (href: string) => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** A bar for each day or week; arrow keys lead from one to the next, Enter to the issues that it counts. */
export const DayBars = ({ bars, name, height, usual = null, figures, onOpen }: DayBarsProps) => {
  const [box, width] = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const last = bars.length - 1
  const nowAt = bars.findIndex(bar => bar.now)
  const shown = at ?? (nowAt >= 0 ? nowAt : last)
  const right = usual === null ? 0 : 60
  const step = bars.length > 0 ? Math.max(1, width - right) / bars.length : 1
  const middle = (n: number) => (n + 0.5) * step
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    const href = bars[shown]?.href
    if (by) setAt(Math.min(last, Math.max(0, shown + by)))
    else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(last)
    else if (event.key === 'Enter' && href) onOpen(href)
    else if (event.key === 'Escape' && at !== null) setAt(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const under = ({ clientX, currentTarget }: React.PointerEvent | React.MouseEvent) => {
    const n = Math.floor((clientX - currentTarget.getBoundingClientRect().left) / step)
    return Math.min(last, Math.max(0, n))
  }
  const said = bars[shown]?.told
  const tip = at === null ? null : bars[at]
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 && said && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={name}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={shown + 1}
          aria-valuetext={`${said.title}: ${said.rows.map(([word, figure]) => `${word.toLowerCase()} ${figure}`).join(', ')}`}
          onKeyDown={press}
          onBlur={() => setAt(null)}
          onFocus={event => event.currentTarget.matches(':focus-visible') && setAt(shown)}
          onPointerMove={event => setAt(under(event))}
          onPointerLeave={() => setAt(null)}
          onClick={event => {
            const href = bars[under(event)]?.href
            if (href) onOpen(href)
          }}
          className="rounded-control"
        >
          <Drawing {...{ bars, width, height, usual, figures, right, step, at }} />
        </div>
      )}
      {tip && at !== null && <Tip bar={tip} middle={middle(at)} width={width} />}
    </div>
  )
}

type DrawingProps = Pick<DayBarsProps, 'bars' | 'height' | 'figures'> & {
  width: number
  usual: number | null
  /** The room kept free at the right of the bars. */
  right: number
  step: number
  at: number | null
}

const Drawing = ({ bars, width, height, usual, figures, right, step, at }: DrawingProps) => {
  const size = Math.min(20, step * 0.55)
  const [top, bottom] = [figures ? 20 : 8, 22]
  const base = height - bottom
  const most = Math.max(1, usual ?? 0, ...bars.map(bar => bar.value))
  const y = scaleLinear({ domain: [0, most], range: [base, top] })
  const middle = (n: number) => (n + 0.5) * step
  return (
    <svg width={width} height={height} aria-hidden="true">
      {bars.map(
        (bar, n) =>
          bar.dim && (
            <rect
              key={bar.id}
              x={n * step}
              y={top - 8}
              width={step}
              height={base - top + 8}
              fill="var(--hover)"
            />
          ),
      )}
      <line x1={0} x2={width - right} y1={base + 0.5} y2={base + 0.5} stroke="var(--line)" />
      {usual !== null && (
        <>
          <line
            x1={0}
            x2={width - right}
            y1={y(usual)}
            y2={y(usual)}
            stroke="var(--ink-3)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
          />
          <text x={width - right + 8} y={(y(usual) ?? 0) + 4} className="num fill-ink-3 text-12">
            Usual {usual}
          </text>
        </>
      )}
      {bars.map((bar, n) => (
        <g key={bar.id}>
          {bar.value > 0 && (
            <rect
              x={middle(n) - size / 2}
              y={y(bar.value)}
              width={size}
              height={base - (y(bar.value) ?? 0)}
              rx={2}
              fill={bar.colour}
              {...(n === at ? { stroke: 'var(--accent)', strokeWidth: 2 } : {})}
            />
          )}
          {figures && bar.value > 0 && (
            <text
              x={middle(n)}
              y={(y(bar.value) ?? 0) - 6}
              textAnchor="middle"
              className="num fill-ink-2 text-11"
              stroke="var(--bg)"
              strokeWidth={4}
              paintOrder="stroke"
            >
              {bar.value}
            </text>
          )}
          {bar.label && (
            <text
              x={middle(n)}
              y={height - 5}
              textAnchor="middle"
              className={bar.now ? 'fill-accent-text font-semibold text-11' : 'num fill-ink-3 text-11'}
            >
              {bar.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

const Tip = ({ bar: { told }, middle, width }: { bar: DayBar; middle: number; width: number }) => (
  <div
    aria-hidden="true"
    className="floats pointer-events-none absolute top-0 z-10 w-max px-3 py-2 text-12 max-md:hidden"
    style={middle > width / 2 ? { right: width - middle + 14 } : { left: middle + 14 }}
  >
    <p className="font-medium text-13">{told.title}</p>
    {told.rows.map(([word, figure]) => (
      <p key={word} className="flex h-5 items-center justify-between gap-6 text-ink-2">
        {word}
        <span className="num text-ink">{figure}</span>
      </p>
    ))}
  </div>
)
