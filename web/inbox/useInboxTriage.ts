import { useRef, useState } from 'react'
import { getRow } from '../data/rows.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { makeSelection, useSelected } from '../shell/list/selection.ts'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { useNarrow } from '../ui/viewport.ts'
import type { InboxHandle } from './InboxList.tsx'
import type { Group } from './inbox.ts'
import { archive, snooze, unarchive, wake } from './inboxActions.ts'
import type { Inbox } from './useInbox.ts'
import { focusedRow, useInboxFocus } from './useInboxFocus.ts'

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

const rowsOf = (groups: readonly Group[]) => groups.flatMap(group => group.rows)

/** The actions on groups, and the group that is open and focused afterwards. */
export const useInboxTriage = ({ drawer, groups, openId, put }: Inbox) => {
  const narrow = useNarrow()
  const [selection] = useState(makeSelection)
  const [snoozing, setSnoozing] = useState<{ groups: readonly Group[]; anchor: Element } | null>(null)
  const list = useRef<InboxHandle>(null)
  const ids = groups.map(group => group.id)
  const chosen = useSelected(selection).filter(id => ids.includes(id))
  const { focusOn, focusNext, remember, remembered, onDrawn } = useInboxFocus(ids, list)

  const open = (id: string | null) => put({ about: id })
  // Closing returns to the line of the open group.
  const close = () => {
    focusNext(openId ?? undefined)
    open(null)
  }
  const step = (by: 1 | -1) => {
    const from = focusedRow() ?? openId
    const next = ids[from ? ids.indexOf(from) + by : 0]
    if (next === undefined) return
    focusOn(next)
    if (!narrow) open(next)
  }
  const of = (wanted: readonly string[]) => groups.filter(group => wanted.includes(group.id))
  /** The target of a key: the selection, else the focused line, else the open group. */
  const meant = () => {
    const one = focusedRow() ?? openId
    return of(chosen.length > 0 ? chosen : one ? [one] : [])
  }
  /** The line that takes the place of those that go. */
  const after = (gone: readonly Group[]) => {
    const going = new Set(gone.map(({ id }) => id))
    const last = ids.findLastIndex(id => going.has(id))
    return ids.slice(last + 1).find(id => !going.has(id)) ?? ids.findLast(id => !going.has(id))
  }
  const take = (gone: readonly Group[], act: () => void) => {
    const next = after(gone)
    const wasOpen = gone.some(group => group.id === openId)
    focusNext(next)
    act()
    selection.clear()
    if (wasOpen || openId === null) open(narrow || next === undefined ? null : next)
  }
  return {
    selection,
    chosen,
    ids,
    list,
    snoozing,
    open,
    close,
    step,
    of,
    meant,
    remembered,
    onDrawn,
    archive: (them: readonly Group[]) => {
      const act = drawer === 'archived' ? unarchive : archive
      take(them, () => act(rowsOf(them), nameOf(them)))
    },
    /** Wakes snoozed groups; for others it asks for a time first. */
    beginSnooze: (them: readonly Group[], anchor: Element | null | undefined) => {
      if (drawer === 'archived' || them.length === 0) return
      if (drawer === 'snoozed') return take(them, () => wake(rowsOf(them), nameOf(them)))
      if (!anchor) return
      remember(them[0]?.id)
      setSnoozing({ groups: them, anchor })
    },
    snooze: (them: readonly Group[], till: string) =>
      take(them, () => snooze(rowsOf(them), nameOf(them), till, momentOf(till))),
    endSnooze: () => setSnoozing(null),
  }
}

export type InboxTriage = ReturnType<typeof useInboxTriage>
