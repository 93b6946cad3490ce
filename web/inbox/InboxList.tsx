import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { addDays } from '#contract/people/zones.ts'
import { useOverscan } from '../ui/behind.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { KeyBar } from '../ui/marks/KeyBar.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { InboxRow, type RowVerbs } from './InboxRow.tsx'
import { type Group, readMore } from './inbox.ts'
import type { Inbox } from './useInbox.ts'

/** Above the first of a day that is not this one. */
const sectionOf = ({ latest }: Group, today: string): string => {
  const day = dayText(new Date(latest.created_at))
  if (day >= today) return ''
  if (day >= addDays(today, -1)) return 'Yesterday'
  return day >= addDays(today, -7) ? 'Last week' : 'Earlier'
}

const nextText = (till: string, today: string) => {
  const at = new Date(till)
  const day = dayText(at)
  const named = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : shortDay(day, true)
  return `Next ${named} ${clockText(at)}`
}

type InboxListProps = {
  inbox: Inbox
  today: string
  selected: readonly string[]
  openId: string | null
  verbs: RowVerbs
  ref: Ref<InboxHandle>
  /** Called after each drawing: a line that was out of sight may be there now. */
  onDrawn: () => void
}

/** Brings a line into sight that may not be drawn. */
export type InboxHandle = { reveal: (id: string) => void }

type Line = { kind: 'section'; id: string; label: string } | { kind: 'group'; id: string; group: Group }

/** The groups, with the name of a day above its first. */
const linesOf = (groups: readonly Group[], today: string): Line[] => {
  let last = ''
  return groups.flatMap((group): Line[] => {
    const label = sectionOf(group, today)
    const begins = label !== '' && label !== last
    last = label
    const line: Line = { kind: 'group', id: group.id, group }
    return begins ? [{ kind: 'section', id: label, label }, line] : [line]
  })
}

const heights = { wide: { group: 76, section: 28 }, narrow: { group: 100, section: 36 } }

const keys = [
  ['j k', 'Move'],
  ['e', 'Archive'],
  ['u', 'Unread'],
  ['x', 'Select'],
] as const

export const InboxList = (props: InboxListProps) => {
  const { inbox, today, selected, openId, verbs, ref, onDrawn } = props
  const { groups, drawer, asleep, now, reading, put } = inbox
  const box = useRef<HTMLUListElement>(null)
  const height = heights[useNarrow() ? 'narrow' : 'wide']
  const lines = linesOf(groups, today)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: at => height[lines[at]?.kind ?? 'group'],
    getItemKey: at => lines[at]?.id ?? at,
    overscan: useOverscan(),
  })
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)
  const isNearEnd = (last?.index ?? 0) >= lines.length - 4
  const count = groups.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when more has come
  useEffect(() => {
    if (isNearEnd && reading.more) void readMore(drawer).catch(() => {})
  }, [isNearEnd, reading.more, drawer, count])
  useImperativeHandle(ref, () => ({
    reveal: id => {
      const at = lines.findIndex(line => line.kind === 'group' && line.id === id)
      if (at >= 0) virtual.scrollToIndex(at)
    },
  }))
  useEffect(onDrawn)
  const next = asleep
    .flatMap(({ rows }) => rows.flatMap(row => row.snoozed_till ?? []))
    .sort()
    .at(0)
  return (
    <>
      <ul
        ref={box}
        aria-label="Inbox"
        className="min-h-0 flex-1 overflow-y-auto bg-bg pb-2 [overflow-anchor:none]"
      >
        <li aria-hidden="true" style={{ height: drawn[0]?.start ?? 0 }} />
        {drawn.map(({ index, key }) => {
          const line = lines[index]
          if (!line) return null
          if (line.kind === 'section')
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="flex h-7 items-center px-4 text-12 text-ink-3 max-md:h-9 max-md:bg-sunken"
              >
                {line.label}
              </li>
            )
          const { group } = line
          const { snoozed_till } = group.latest
          return (
            <InboxRow
              key={key}
              index={index}
              measure={virtual.measureElement}
              group={group}
              drawer={drawer}
              open={group.id === openId}
              selected={selected.includes(group.id)}
              isAwake={drawer === 'open' && snoozed_till !== null && Date.parse(snoozed_till) <= now}
              {...verbs}
            />
          )
        })}
        <li aria-hidden="true" style={{ height: virtual.getTotalSize() - (last?.end ?? 0) }} />
        {reading.more && (
          <li className="px-4 py-3">
            <Skeleton className="w-40" />
          </li>
        )}
      </ul>
      {drawer === 'open' && asleep.length > 0 && (
        <button
          type="button"
          onClick={() => put({ show: 'snoozed', about: null })}
          className="mx-2 flex h-9 flex-none items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11"
        >
          <Icon name="clock" className="text-ink-3" />
          Snoozed
          <span className="num text-12 text-ink-3">{asleep.length}</span>
          <span className="flex-1" />
          {next && <span className="num text-12 text-ink-3">{nextText(next, today)}</span>}
          <Icon name="chevron-right" size={12} className="text-ink-3" />
        </button>
      )}
      <KeyBar keys={keys} className="mt-1" />
    </>
  )
}

export const InboxSkeleton = () => (
  <div role="status" aria-label="Loading" className="min-h-0 flex-1 overflow-hidden">
    {Array.from({ length: 8 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows stand for nothing yet
      <div key={at} className="flex h-19 gap-2 px-4 py-2.5">
        <Skeleton className="!size-4" />
        <span className="flex flex-1 flex-col gap-3">
          <Skeleton className="w-16" />
          <Skeleton className="w-64" />
          <Skeleton className="w-44" />
        </span>
      </div>
    ))}
  </div>
)
