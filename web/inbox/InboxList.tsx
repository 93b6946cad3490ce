import { Fragment, useEffect, useRef } from 'react'
import { addDays } from '#contract/people/zones.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { InboxRow, type RowVerbs } from './InboxRow.tsx'
import { type Group, readMore } from './inbox.ts'
import type { useInbox } from './useInbox.ts'

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
  inbox: ReturnType<typeof useInbox>
  today: string
  selected: readonly string[]
  openId: string | null
  verbs: RowVerbs
}

const keys = [
  ['e', 'Archive'],
  ['u', 'Unread'],
  ['x', 'Select'],
] as const

export const InboxList = ({ inbox, today, selected, openId, verbs }: InboxListProps) => {
  const { groups, drawer, asleep, now, reading, put } = inbox
  const next = asleep
    .flatMap(({ rows }) => rows.flatMap(row => row.snoozed_till ?? []))
    .sort()
    .at(0)
  return (
    <>
      <ul aria-label="Inbox" className="min-h-0 flex-1 overflow-y-auto pb-2">
        {groups.map((group, at) => {
          const section = sectionOf(group, today)
          const before = groups[at - 1]
          const { snoozed_till } = group.latest
          return (
            <Fragment key={group.id}>
              {section && (!before || sectionOf(before, today) !== section) && (
                <li className="flex h-7 items-center px-4 text-12 text-ink-3 max-md:h-9 max-md:bg-sunken">
                  {section}
                </li>
              )}
              <InboxRow
                group={group}
                drawer={drawer}
                open={group.id === openId}
                selected={selected.includes(group.id)}
                isAwake={drawer === 'open' && snoozed_till !== null && Date.parse(snoozed_till) <= now}
                {...verbs}
              />
            </Fragment>
          )
        })}
        {reading.more && <More onSeen={() => void readMore(drawer).catch(() => {})} count={groups.length} />}
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
      <div
        aria-hidden="true"
        className="mt-1 flex h-10 flex-none items-center gap-4 bg-sunken px-4 text-12 text-ink-3 shadow-[inset_0_1px_0_var(--edge)] max-md:hidden"
      >
        <span className="flex items-center gap-1.5">
          <Kbd keys="j" />
          <Kbd keys="k" />
          Move
        </span>
        {keys.map(([key, label]) => (
          <span key={key} className="flex items-center gap-1.5">
            <Kbd keys={key} />
            {label}
          </span>
        ))}
      </div>
    </>
  )
}

/** The end of what is here: seen, it has more brought. */
const More = ({ onSeen, count }: { onSeen: () => void; count: number }) => {
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew when more has come
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen())
    if (end.current) seen.observe(end.current)
    return () => seen.disconnect()
  }, [count])
  return (
    <li ref={end} className="px-4 py-3">
      <Skeleton className="w-40" />
    </li>
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
