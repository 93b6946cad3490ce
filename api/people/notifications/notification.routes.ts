import { fail, failFields } from '#contract/errors.ts'
import {
  MAX_MARKED,
  Notification,
  NotificationAnswer,
  type Notification as NotificationRow,
  notificationRoutes,
} from '#contract/people/notifications.ts'
import { readInstant } from '#contract/people/zones.ts'
import { locked } from '../../db/locked.ts'
import { remove, update, updateAll } from '../../db/rows.ts'
import { countOf } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { readOrder } from '../../http/inputs.ts'
import { type Ask, mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { composeNotifications } from './compose.ts'
import { type Filters, listed, unread } from './notification.queries.ts'

const MARKED = { message: 'Successful' }
/** The most rows of a plain array. */
const MOST = 1000

const readSnooze = (given: string | null | undefined): string | null => {
  if (!given) return null
  const till = readInstant(given)
  return till === 'malformed' ? failFields({ snoozed_till: ['Datetime has wrong format.'] }) : till
}

const presenter = {
  as: NotificationAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: NotificationRow) =>
    (await composeNotifications({ trx, viewer }, [row]))[0] ?? fail('row.notFound'),
}

/** Locks the rows; a row that another call has changed is judged by its new values. */
const hold = (work: Work, ids: string[]) =>
  locked(work, Notification, rows => rows.whereIn('id', ids).where('receiver', work.viewer.id))

// Marks one portion in each transaction, however many there are. Marked rows are not in the next portion.
const markAllRead = async (ask: Pick<Ask, 'trx' | 'viewer' | 'work' | 'workspaceId'>, filters: Filters) => {
  const found = listed(ask, filters).whereNull('notifications.read_at').clearSelect()
  const ids: string[] = await found.limit(MAX_MARKED + 1).pluck('notifications.id')
  ask.work.isUnfinished = ids.length > MAX_MARKED
  const rows = (await hold(ask.work, ids.slice(0, MAX_MARKED))).filter(row => row.read_at === null)
  await updateAll(
    ask.work,
    Notification,
    rows.map(before => ({ before, patch: { read_at: ask.work.now } })),
  )
  return MARKED
}

type Marks = {
  read?: boolean | undefined
  archived?: boolean | undefined
  snoozed_till?: string | null | undefined
}

/** When it was first read or archived stays. */
const patchOf = (before: NotificationRow, { read, archived, snoozed_till }: Marks, now: string) => ({
  ...(read === undefined ? {} : { read_at: read ? (before.read_at ?? now) : null }),
  ...(archived === undefined ? {} : { archived_at: archived ? (before.archived_at ?? now) : null }),
  ...(snoozed_till === undefined ? {} : { snoozed_till: readSnooze(snoozed_till) }),
})

const mark = (work: Work, row: NotificationRow, marks: Marks) =>
  update(work, Notification, row, patchOf(row, marks, work.now))

export const mountNotifications = (server: Server) =>
  mount(
    server,
    notificationRoutes,
    {
      list: async ask => {
        const { per_page, cursor, order_by, ...filters } = ask.query
        const { order } = readOrder(order_by, ['created_at'], '-created_at')
        const isPage = per_page !== undefined && cursor !== undefined
        const page = isPage ? readPage({ per_page, cursor }) : { size: MOST, page: 0 }
        const rows = await listed(ask, filters)
          .orderBy([
            { column: 'notifications.created_at', order },
            { column: 'notifications.id', order },
          ])
          .limit(page.size)
          .offset(page.page * page.size)
        const results = await composeNotifications(ask, rows)
        if (!isPage) return results
        const total = await countOf(listed(ask, filters))
        return envelope(page, total, total, results.length, results)
      },
      unread,
      markAllRead: ask => markAllRead(ask, ask.body),
      mark: async ({ work, workspaceId, body: { ids, ...marks } }) => {
        const rows = (await hold(work, ids)).filter(row => row.workspace === workspaceId)
        await updateAll(
          work,
          Notification,
          rows.map(before => ({ before, patch: patchOf(before, marks, work.now) })),
        )
      },
      get: async ({ row }) => row,
      snooze: ({ work, row, body }) => mark(work, row, { snoozed_till: body.snoozed_till ?? null }),
      remove: ({ work, row }) => remove(work, Notification, row),
      read: ({ work, row }) => mark(work, row, { read: true }),
      unreadOne: ({ work, row }) => mark(work, row, { read: false }),
      archive: ({ work, row }) => mark(work, row, { archived: true }),
      unarchive: ({ work, row }) => mark(work, row, { archived: false }),
    },
    { presenter, again: { markAllRead: ask => markAllRead(ask, ask.body) } },
  )
