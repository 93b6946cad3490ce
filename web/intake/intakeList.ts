/** The requests of an intake that are shown, and their order: all of it stands in the address. */
import { addDays, startOfDay } from '#contract/people/zones.ts'
import { type IntakeIssue, statusNow } from '#contract/work/intake.ts'
import { ACCEPTED, DECLINED, DUPLICATE, PENDING, SNOOZED } from '#contract/work/intakeStatus.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { IconName } from '../ui/icons.tsx'

/** The word of the address that names the request that is open. */
export const OPEN_REQUEST = 'inboxIssueId'

export const orders = { created_at: 'Created', updated_at: 'Updated', sequence_id: 'Number' } as const
export type Order = keyof typeof orders
export const spans = { 1: 'Today', 2: 'Yesterday', 7: 'Last 7 days', 30: 'Last 30 days' } as const
export type Span = keyof typeof spans
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

const sets = ['state', 'priority', 'labels', 'assignees', 'created_by'] as const
export type SetFilter = (typeof sets)[number]

export type IntakeList = Record<SetFilter, readonly string[]> & {
  tab: Tab
  statuses: readonly number[]
  order: Order
  descending: boolean
  created: Span | null
  updated: Span | null
}

const spanIn = (value: string | null): Span | null =>
  value !== null && value in spans ? (Number(value) as Span) : null

export const readList = (query: URLSearchParams): IntakeList => {
  const tab = query.get('currentTab') === 'closed' ? 'closed' : 'open'
  const asked = (query.get('status') ?? '').split(',').filter(Boolean).map(Number)
  const statuses = statusesOf[tab].filter(status => asked.includes(status))
  const order = query.get('order_by') as Order
  const ids = (name: SetFilter) => query.get(name)?.split(',').filter(Boolean) ?? []
  return {
    tab,
    statuses: statuses.length > 0 ? statuses : usual[tab],
    order: order in orders ? order : 'created_at',
    descending: query.get('order') !== 'asc',
    created: spanIn(query.get('created')),
    updated: spanIn(query.get('updated')),
    state: ids('state'),
    priority: ids('priority'),
    labels: ids('labels'),
    assignees: ids('assignees'),
    created_by: ids('created_by'),
  }
}

/** The same as an address; defaults are left out. */
export const writeList = (list: IntakeList): Record<string, string> => {
  const given: Record<string, string | false | null> = {
    currentTab: list.tab === 'closed' && 'closed',
    status: list.statuses.join() !== usual[list.tab].join() && list.statuses.join(),
    order_by: list.order !== 'created_at' && list.order,
    order: !list.descending && 'asc',
    created: list.created && String(list.created),
    updated: list.updated && String(list.updated),
    ...Object.fromEntries(sets.map(name => [name, list[name].join()])),
  }
  return Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => Boolean(one[1])))
}

export const noFilter = {
  state: [],
  priority: [],
  labels: [],
  assignees: [],
  created_by: [],
  created: null,
  updated: null,
}
export const isFiltered = (list: IntakeList) =>
  list.created !== null || list.updated !== null || sets.some(name => list[name].length > 0)

type Clock = { zone: string; today: string }

/** The same as a query of the server; it asks for all that a tab may show, so that counts and strips need no call. */
export const asked = (list: IntakeList, { today }: Clock): Record<string, string> => {
  const terms = sets.filter(name => list[name].length > 0)
  const days = (name: 'created' | 'updated') => {
    const span = list[name]
    if (span === null) return {}
    // A day more than is shown: whether something is within, its own moment tells.
    return { [`${name}_at`]: `${addDays(today, span === 2 ? -1 : 1 - span)};after` }
  }
  return {
    status: (list.tab === 'open' ? statusesOf.open : list.statuses).join(),
    order_by: `${list.descending ? '-' : ''}issue__${list.order}`,
    ...days('created'),
    ...days('updated'),
    ...Object.fromEntries(terms.map(name => [name, list[name].join()])),
  }
}

export type Shown = { row: IntakeIssue; issue: Issue }

const isWithin = (moment: string, span: Span, { zone, today }: Clock) => {
  const from = startOfDay(addDays(today, span === 2 ? -1 : 1 - span), zone)
  return moment >= from && (span !== 2 || moment < startOfDay(today, zone))
}

const meets = (chosen: readonly string[], held: readonly string[]) =>
  chosen.length === 0 || held.some(one => chosen.includes(one))

/** The requests of a list, in its order. */
export const shownOf = (all: readonly Shown[], list: IntakeList, clock: Clock, now: number): Shown[] => {
  const turn = list.descending ? -1 : 1
  return all
    .filter(
      ({ row, issue }) =>
        list.statuses.includes(statusNow(row, now)) &&
        meets(list.state, [issue.state_id ?? '']) &&
        meets(list.priority, [issue.priority]) &&
        meets(list.labels, issue.label_ids) &&
        meets(list.assignees, issue.assignee_ids) &&
        meets(list.created_by, [issue.created_by ?? '']) &&
        (list.created === null || isWithin(issue.created_at, list.created, clock)) &&
        (list.updated === null || isWithin(issue.updated_at, list.updated, clock)),
    )
    .sort(({ issue: one }, { issue: other }) => {
      const [a, b] = [one[list.order], other[list.order]]
      return a === b ? (one.id < other.id ? -turn : turn) : a < b ? -turn : turn
    })
}
