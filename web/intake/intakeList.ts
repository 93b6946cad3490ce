/** The requests of an intake that are shown, and their order: all of it is in the address. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import { type IntakeIssue, statusNow } from '#contract/work/intake.ts'
import { ACCEPTED, DECLINED, DUPLICATE, PENDING, SNOOZED } from '#contract/work/intakeStatus.ts'
import type { Issue } from '#contract/work/issues.ts'
import { oneOf } from '../shell/list/address.ts'
import type { Narrowing } from '../shell/list/filters.ts'
import { type Ordering, orderIn } from '../shell/list/order.ts'
import { daysBack } from '../shell/list/spans.ts'
import type { IconName } from '../ui/icons.tsx'

/** The word of the address that names the request that is open. */
export const OPEN_REQUEST = 'inboxIssueId'

export const orders = { created_at: 'Created', updated_at: 'Updated', sequence_id: 'Number' } as const
export const USUAL = 'created_at'
export type Tab = 'open' | 'closed'

export const statusNames: Record<number, string> = {
  [PENDING]: 'Waiting',
  [SNOOZED]: 'Snoozed',
  [ACCEPTED]: 'Accepted',
  [DECLINED]: 'Declined',
  [DUPLICATE]: 'Duplicate',
}
export const statusIcons: Partial<Record<number, IconName>> = {
  [SNOOZED]: 'clock',
  [ACCEPTED]: 'check',
  [DECLINED]: 'x',
  [DUPLICATE]: 'copy',
}
/** The statuses that a tab may show, and its default ones. */
export const statusesOf: Record<Tab, readonly number[]> = {
  open: [PENDING, SNOOZED],
  closed: [ACCEPTED, DECLINED, DUPLICATE],
}
const usual: Record<Tab, readonly number[]> = { open: [PENDING], closed: statusesOf.closed }

export type IntakeList = Ordering<keyof typeof orders> & { tab: Tab; statuses: readonly number[] }

export const readList = (address: URLSearchParams): IntakeList => {
  const tab = oneOf(address.get('currentTab'), ['open', 'closed'], 'open')
  const given = (address.get('status') ?? '').split(',').filter(Boolean).map(Number)
  const statuses = statusesOf[tab].filter(status => given.includes(status))
  return {
    tab,
    statuses: statuses.length > 0 ? statuses : usual[tab],
    ...orderIn(address, orders, USUAL),
  }
}

/** The statuses of a tab in the address; its default ones are left out. */
export const writeStatuses = (tab: Tab, statuses: readonly number[]): string | null =>
  statuses.join() === usual[tab].join() ? null : statuses.join()

/** The same as a query of the server; it asks for all that a tab may show, so that counts and strips need no call. */
export const asked = (
  { tab, statuses, order, descending }: IntakeList,
  { table, chosen }: Narrowing<never>,
  { today }: Clock,
): Record<string, string> => {
  const terms = table.flatMap((filter): [string, string][] => {
    const held = chosen[filter.name]
    if (!held) return []
    if (!('spans' in filter)) return [[filter.name, held.join()]]
    // A day more than is shown: whether something is within, its own moment says.
    const { from } = daysBack(held[0] ?? '', today)
    return from ? [[`${filter.name}_at`, `${from};after`]] : []
  })
  return {
    status: (tab === 'open' ? statusesOf.open : statuses).join(),
    order_by: `${descending ? '-' : ''}issue__${order}`,
    ...Object.fromEntries(terms),
  }
}

export type Shown = { row: IntakeIssue; issue: Issue }

/** The requests of a list, in its order. */
export const shownOf = (
  all: readonly Shown[],
  { statuses, order, descending }: IntakeList,
  passes: (issue: Issue) => boolean,
  now: number,
): Shown[] => {
  const turn = descending ? -1 : 1
  return all
    .filter(({ row, issue }) => statuses.includes(statusNow(row, now)) && passes(issue))
    .sort(({ issue: one }, { issue: other }) => {
      const [a, b] = [one[order], other[order]]
      return a === b ? (one.id < other.id ? -turn : turn) : a < b ? -turn : turn
    })
}
