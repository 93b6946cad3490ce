import type { RefObject } from 'react'
import { getRow } from '../../../data/rows.ts'
import { classes } from '../../../ui/classes.ts'
import { keyOf } from '../../acts/issueAddress.ts'
import { barOf } from './bars.ts'
import { linkPath } from './links.ts'
import { type Range, ROW } from './scale.ts'
import type { Linking } from './useLinking.ts'

type TimelineLinkingProps = {
  linking: Linking
  /** Place of each issue among the lines. */
  places: ReadonlyMap<string, number>
  range: Range
  dayWidth: number
  dayAt: (clientX: number) => number
  rows: RefObject<HTMLElement | null>
}

/** The line that is being drawn, the bar that it would lead to, and in words what that says or why it cannot be. */
export const TimelineLinking = ({ linking, places, range, dayWidth, dayAt, rows }: TimelineLinkingProps) => {
  const boxOf = (id: string | null) => {
    const issue = id === null ? null : getRow('issue', id)
    const bar = issue && barOf(issue, dayWidth)
    const line = id === null ? undefined : places.get(id)
    if (!issue || !bar || line === undefined) return null
    const left = (bar.from - range.from) * dayWidth
    return { issue, left, right: (bar.until - range.from) * dayWidth, y: (line + 0.5) * ROW }
  }
  const from = boxOf(linking.from)
  const to = boxOf(linking.to)
  if (!from) return null
  const pointer = {
    x: (dayAt(linking.clientX) - range.from) * dayWidth,
    y: linking.clientY - (rows.current?.getBoundingClientRect().top ?? 0),
  }
  const refused = linking.refusal !== null
  const end = to && !refused ? { x: to.left, y: to.y } : pointer
  const colour = refused ? 'var(--danger)' : 'var(--accent)'
  return (
    <div aria-hidden="true" className="pointer-events-none absolute top-0 left-(--side) z-20">
      <svg
        data-linking
        aria-hidden="true"
        className="absolute"
        width="1"
        height="1"
        fill="none"
        strokeWidth="1.5"
      >
        <path
          d={linkPath({ x: from.right, y: from.y }, end)}
          stroke={colour}
          strokeDasharray={to && !refused ? undefined : '4 3'}
        />
        <circle cx={end.x} cy={end.y} r="3.5" fill={colour} />
      </svg>
      {to && (
        <span
          className={classes(
            'absolute h-8 rounded-control outline-2 outline',
            refused ? 'outline-danger' : 'outline-accent',
          )}
          style={{ left: to.left - 2, top: to.y - 16, width: to.right - to.left + 4 }}
        />
      )}
      {to && (
        <span
          className={classes(
            'absolute whitespace-nowrap rounded-control bg-float px-2 text-12 leading-7 shadow-float',
            refused && 'text-danger',
          )}
          style={{ left: pointer.x + 14, top: pointer.y + 14 }}
        >
          {linking.refusal ?? `${keyOf(from.issue)} blocks ${keyOf(to.issue)}`}
        </span>
      )}
    </div>
  )
}
