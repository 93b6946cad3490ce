import { useMemo } from 'react'
import { getRow, useRows } from '../../../data/rows.ts'
import { barOf } from './bars.ts'
import { type Link, linkPath } from './links.ts'
import { type Range, ROW } from './scale.ts'

type TimelineLinksProps = {
  /** Place of each issue among the lines. */
  places: ReadonlyMap<string, number>
  range: Range
  dayWidth: number
  height: number
}

const useLinks = (): Link[] => {
  const relations = useRows('issue_relation')
  return useMemo(
    () =>
      relations.flatMap(({ relation_type, issue, related_issue }) =>
        relation_type === 'blocked_by' ? [{ from: related_issue, to: issue }] : [],
      ),
    [relations],
  )
}

/** Lines from blocking to blocked issues; red where the dates contradict them. */
export const TimelineLinks = ({ places, range, dayWidth, height }: TimelineLinksProps) => {
  const links = useLinks()
  const drawn = links.flatMap(({ from, to }) => {
    const first = getRow('issue', from)
    const second = getRow('issue', to)
    const [fromAt, toAt] = [places.get(from), places.get(to)]
    const start = first && barOf(first, dayWidth)
    const end = second && barOf(second, dayWidth)
    if (!start || !end || fromAt === undefined || toAt === undefined) return []
    const point = (day: number, line: number) => ({ x: (day - range.from) * dayWidth, y: (line + 0.5) * ROW })
    const path = linkPath(point(start.until, fromAt), point(end.from, toAt))
    return [{ key: `${from}/${to}`, path, late: end.from < start.until }]
  })
  if (drawn.length === 0) return null
  return (
    <svg
      data-links
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-(--side)"
      width="1"
      height={height}
      fill="none"
      strokeWidth="1.5"
    >
      {drawn.map(({ key, path, late }) => (
        <g key={key} stroke={late ? 'var(--danger)' : 'var(--ink-3)'}>
          <path d={path} markerEnd={`url(#${late ? 'link-late' : 'link-end'})`} />
        </g>
      ))}
      {(['link-end', 'link-late'] as const).map(id => (
        <marker key={id} id={id} refX="5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M1.5 1L5 4L1.5 7" stroke={id === 'link-late' ? 'var(--danger)' : 'var(--ink-3)'} />
        </marker>
      ))}
    </svg>
  )
}
