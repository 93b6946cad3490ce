import { MAX_MARKED, type Notification, notificationRoutes } from '#contract/people/notifications.ts'
import { mutateMany } from '../data/mutate.ts'
import { remember } from '../data/undo.ts'
import { here } from '../data/viewer.ts'

type Marks = { read?: boolean; archived?: boolean; snoozed_till?: string | null }

const patchOf = ({ read, archived, snoozed_till }: Marks) => {
  const now = new Date().toISOString()
  return {
    ...(read === undefined ? {} : { read_at: read ? now : null }),
    ...(archived === undefined ? {} : { archived_at: archived ? now : null }),
    ...(snoozed_till === undefined ? {} : { snoozed_till }),
  }
}

const mark = (ids: readonly string[], marks: Marks): Promise<string[]> =>
  mutateMany({
    route: notificationRoutes.mark,
    params: { ws: here().slug },
    entity: 'notification',
    ids,
    targetOf: id => ({ id, patch: patchOf(marks) }),
    chunk: MAX_MARKED,
    bodyOf: some => ({ ids: some, ...marks }),
    doing: 'Changing notifications',
    failure: 'The inbox was not changed.',
  })

const idsOf = (rows: readonly Notification[]) => rows.map(row => row.id)

/** Marks looked-at rows as read; nobody undoes that. */
export const markRead = (rows: readonly Notification[]) => {
  const ids = idsOf(rows.filter(row => row.read_at === null))
  if (ids.length > 0) void mark(ids, { read: true })
}

/** Read as a whole, or its newest once more unread. */
export const toggleRead = (groups: readonly { rows: readonly Notification[]; unread: number }[]) => {
  const isUnread = groups.some(group => group.unread > 0)
  if (isUnread) return markRead(groups.flatMap(group => group.rows))
  void mark(
    groups.flatMap(group => group.rows[0]?.id ?? []),
    { read: false },
  )
}

const act = (rows: readonly Notification[], message: string, marks: Marks, back: Marks) => {
  const ids = idsOf(rows)
  const run = async (what: Marks) => (await mark(ids, what)).length > 0
  remember({ message, sent: run(marks), back: () => run(back), again: () => run(marks) }, { tell: true })
}

export const archive = (rows: readonly Notification[], name: string) =>
  act(rows, `${name} archived`, { archived: true }, { archived: false })

export const unarchive = (rows: readonly Notification[], name: string) =>
  act(rows, `${name} back in the inbox`, { archived: false }, { archived: true })

export const snooze = (rows: readonly Notification[], name: string, till: string, when: string) =>
  act(rows, `${name} snoozed until ${when}`, { snoozed_till: till }, { snoozed_till: null })

export const wake = (rows: readonly Notification[], name: string) =>
  act(
    rows,
    `${name} back in the inbox`,
    { snoozed_till: null },
    { snoozed_till: rows[0]?.snoozed_till ?? null },
  )

export const markAllRead = (rows: readonly Notification[]) => {
  const ids = idsOf(rows.filter(row => row.read_at === null))
  if (ids.length === 0) return
  const run = async (read: boolean) => (await mark(ids, { read })).length > 0
  const message = `${ids.length} marked as read`
  remember({ message, sent: run(true), back: () => run(false), again: () => run(true) }, { tell: true })
}
