import { useEffect, useMemo } from 'react'
import { addDays } from '#contract/people/zones.ts'
import { useLongRows } from '../shell/list/longRows.ts'
import { RowActsOf, type Select } from '../shell/list/rowActs.ts'
import { useOverscan } from '../ui/behind.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { KeyBar } from '../ui/marks/KeyBar.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { useSteady } from '../ui/useSteady.ts'
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
  onSelect: Select
}

type Line = { id: null; label: string } | { id: string; group: Group }

/** The groups, with the name of a day above its first. */
const linesOf = (groups: readonly Group[], today: string): Line[] => {
  let last = ''
  return groups.flatMap((group): Line[] => {
    const label = sectionOf(group, today)
    const begins = label !== '' && label !== last
    last = label
    const line: Line = { id: group.id, group }
    return begins ? [{ id: null, label }, line] : [line]
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
  const { inbox, today, selected, openId, verbs, onSelect } = props
  const { groups, drawer, asleep, now, reading, put } = inbox
  const height = heights[useNarrow() ? 'narrow' : 'wide']
  const lines = useMemo(() => linesOf(groups, today), [groups, today])
  const { list, virtual } = useLongRows<HTMLUListElement>({
    ids: useMemo(() => lines.map(({ id }) => id), [lines]),
    height: at => height[lines[at]?.id === null ? 'section' : 'group'],
    overscan: useOverscan(),
  })
  const select = useSteady(onSelect)
  const acts = useMemo(() => ({ onSelect: select, onMenu: () => {} }), [select])
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)
  const isNearEnd = (last?.index ?? 0) >= lines.length - 4
  const count = groups.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when more has come
  useEffect(() => {
    if (isNearEnd && reading.more) void readMore(drawer).catch(() => {})
  }, [isNearEnd, reading.more, drawer, count])
  const next = asleep
    .flatMap(({ rows }) => rows.flatMap(row => row.snoozed_till ?? []))
    .sort()
    .at(0)
  return (
    <RowActsOf value={acts}>
      <ul
        ref={list}
        data-rows
        aria-label="Inbox"
        className="min-h-0 flex-1 overflow-y-auto bg-bg pb-2 [overflow-anchor:none]"
      >
        <li aria-hidden="true" style={{ height: drawn[0]?.start ?? 0 }} />
        {drawn.map(({ index, key }) => {
          const line = lines[index]
          if (!line) return null
          if (line.id === null)
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
            <li key={key} ref={virtual.measureElement} data-index={index}>
              <InboxRow
                group={group}
                drawer={drawer}
                open={group.id === openId}
                selected={selected.includes(group.id)}
                isAwake={drawer === 'open' && snoozed_till !== null && Date.parse(snoozed_till) <= now}
                {...verbs}
              />
            </li>
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
    </RowActsOf>
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
