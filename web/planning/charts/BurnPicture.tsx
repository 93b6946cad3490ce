import { AreaClosed, LinePath } from '@visx/shape'
import { useId } from 'react'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { textWidth } from '../../ui/textWidth.ts'
import { type Burn, nowSpot, type Places } from './burn.ts'
import { type Lines, namedDays, points, stepped, weekendsIn } from './lines.ts'

type PictureProps = {
  lines: Lines
  burn: Burn
  places: Places
  /** The day that is pointed at. */
  at: number | null
}

/** The drawing of a burn chart; screen readers get its words elsewhere. */
export const BurnPicture = (props: PictureProps) => {
  const { width, height, ends, right } = props.places
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Ground {...props} />
      <Days {...props} />
      <Course {...props} />
      <Now {...props} />
      {ends.map(({ id, text, look, at }) => (
        <text key={id} x={right + 8} y={at + 4} className={`num text-12 ${look}`}>
          {text}
        </text>
      ))}
    </svg>
  )
}

/** Weekends, and lines at whole figures. */
const Ground = ({ lines, places }: PictureProps) => {
  const { left, right, top, base, step, ticks, slim, x, y } = places
  const clip = useId()
  return (
    <>
      <clipPath id={clip}>
        <rect x={left} y={0} width={Math.max(0, right - left)} height={base} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {weekendsIn(lines.days).map(({ from, to }) => (
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
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
          {!slim && (
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="num fill-ink-3 text-11">
              {tick}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

const Days = ({ lines, places: { x, height, end, step, slim } }: PictureProps) => {
  const { days, today } = lines
  const anchorOf = (n: number) => (n === today ? 'middle' : n === 0 ? 'start' : n === end ? 'end' : 'middle')
  return namedDays(lines, step).map(n => (
    <text
      key={n}
      x={x(n)}
      y={height - 5}
      textAnchor={anchorOf(n)}
      className={n === today ? 'fill-accent-text font-semibold text-11' : 'num fill-ink-3 text-11'}
    >
      {n === today
        ? 'Today'
        : dayWords(dayNumber(days[n] ?? ''), n === 0 || (slim && n === end) ? 'd MMM' : 'd')}
    </text>
  ))
}

/** The actual, ideal and likely lines, and the scope. */
const Course = ({ lines, burn, places }: PictureProps) => {
  const { actual, ideal, likely, now } = burn
  const { x, y, scale, end, last } = places
  const at = { x: ({ n }: { n: number }) => x(n), y: (one: { y: number }) => y(one.y) }
  return (
    <>
      <AreaClosed data={points(actual)} {...at} yScale={scale} fill="var(--accent)" opacity={0.08} />
      <LinePath data={points(ideal)} {...at} stroke="var(--ink-3)" strokeWidth={1.5} strokeDasharray="4 4" />
      <path
        d={stepped(points(lines.scope), x, y, x(end))}
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth={1.5}
      />
      <LinePath data={points(actual)} {...at} stroke="var(--accent)" strokeWidth={2} strokeLinejoin="round" />
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
    </>
  )
}

/** Such letters are wider than those that are measured. */
const SEMIBOLD = 1.08

/** The day under the pointer, and today with the amount left or done. */
const Now = ({ lines, burn, places, at }: PictureProps) => {
  const { today } = lines
  const { actual, now, isDown } = burn
  const { x, y, top, base, last } = places
  const pointed = at === null ? null : (actual[at] ?? null)
  const words = `${now} ${isDown ? 'left' : 'done'}`
  const spot = nowSpot(lines, burn, places, textWidth(words) * SEMIBOLD)
  return (
    <>
      {today !== null && (
        <line x1={x(today)} x2={x(today)} y1={top} y2={base} stroke="var(--accent)" strokeDasharray="2 2.5" />
      )}
      {at !== null && <line x1={x(at)} x2={x(at)} y1={top} y2={base} stroke="var(--line-strong)" />}
      {now !== null && (
        <circle cx={x(last)} cy={y(now)} r={4} fill="var(--accent)" stroke="var(--bg)" strokeWidth={1.5} />
      )}
      {at !== null && pointed !== null && (
        <circle cx={x(at)} cy={y(pointed)} r={7} fill="none" stroke="var(--accent)" strokeWidth={2} />
      )}
      {spot && (
        <text
          x={spot.left}
          y={spot.foot}
          className="num fill-ink font-semibold text-12"
          stroke="var(--bg)"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {words}
        </text>
      )}
    </>
  )
}
