import { useRef, useState } from 'react'
import { getRow } from '../data/rows.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { linkOf, rowOf } from '../shell/list/longRows.ts'
import { heirOf, useRowKeys } from '../shell/list/useRowKeys.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { useNarrow } from '../ui/viewport.ts'
import type { Group } from './inbox.ts'
import { archive, snooze, unarchive, wake } from './inboxActions.ts'
import type { Inbox } from './useInbox.ts'

const nameOf = (groups: readonly Group[]) => {
  const [only] = groups
  if (!only || groups.length > 1) return `${groups.length} conversations`
  const issue = getRow('issue', only.id)
  return issue ? keyOf(issue) : getRow('page', only.id)?.name || 'Page'
}

const momentOf = (till: string) => {
  const at = new Date(till)
  return `${shortDay(dayText(at), true)}, ${clockText(at)}`
}

const titleOf = (id: string | undefined) => {
  const row = rowOf(id)
  return row ? linkOf(row, 0) : undefined
}

const rowsOf = (groups: readonly Group[]) => groups.flatMap(group => group.rows)

/** The actions on groups, and the group that is open and focused afterwards. */
export const useInboxTriage = ({ drawer, groups, openId, put }: Inbox) => {
  const narrow = useNarrow()
  const [snoozing, setSnoozing] = useState<{ groups: readonly Group[]; anchor: Element } | null>(null)
  /** The line that a menu is open about, or that takes its place. */
  const asked = useRef<string | undefined>(undefined)
  const ids = groups.map(group => group.id)
  const open = (id: string | null) => put({ about: id })
  const keys = useRowKeys({
    group: 'Inbox',
    ids,
    openId,
    ...(!narrow && { onOpen: open }),
    onLeave: () => (openId ? close() : false),
  })
  const { selection, chosen, select, step, focusNext } = keys
  // Closing returns to the line of the open group.
  const close = () => {
    focusNext(openId ?? undefined)
    open(null)
  }
  const of = (wanted: readonly string[]) => groups.filter(group => wanted.includes(group.id))
  const take = (gone: readonly Group[], act: () => void) => {
    const next = heirOf(
      ids,
      gone.map(({ id }) => id),
    )
    const wasOpen = gone.some(group => group.id === openId)
    asked.current = next
    focusNext(next)
    act()
    selection.clear()
    if (wasOpen || openId === null) open(narrow || next === undefined ? null : next)
  }
  return {
    selection,
    chosen,
    select,
    snoozing,
    open,
    close,
    step,
    of,
    meant: () => of(keys.meant()),
    remembered: () => titleOf(asked.current) ?? false,
    archive: (them: readonly Group[]) => {
      const act = drawer === 'archived' ? unarchive : archive
      take(them, () => act(rowsOf(them), nameOf(them)))
    },
    /** Wakes snoozed groups; for others it asks for a time first. */
    beginSnooze: (them: readonly Group[], anchor: Element | null | undefined) => {
      if (drawer === 'archived' || them.length === 0) return
      if (drawer === 'snoozed') return take(them, () => wake(rowsOf(them), nameOf(them)))
      if (!anchor) return
      asked.current = them[0]?.id
      setSnoozing({ groups: them, anchor })
    },
    snooze: (them: readonly Group[], till: string) =>
      take(them, () => snooze(rowsOf(them), nameOf(them), till, momentOf(till))),
    endSnooze: () => setSnoozing(null),
  }
}

export type InboxTriage = ReturnType<typeof useInboxTriage>
