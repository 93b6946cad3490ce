/** What the address says about a list: layout, grouping, order, filters, open issue. Shareable, and Back works. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { filterNames } from '#contract/lists/issueFilters.ts'
import { writeOrdering } from '#contract/lists/issueOrder.ts'
import { type IssueQuery, readIssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import { useClock } from '../../data/clock.ts'
import type { ListContext } from './contexts.ts'
import { storeView, useStoredView } from './storedView.ts'

export const layoutIds = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type Layout = (typeof layoutIds)[number]
export const scales = ['week', 'month', 'quarter'] as const
export type Scale = (typeof scales)[number]

/** How dates are drawn: of the timeline its scale, of the calendar its span, weekends and the day that it shows. */
export type DateView = { scale: Scale; calendar: 'month' | 'week'; weekends: boolean; on: string | null }
export type View = {
  layout: Layout
  query: IssueQuery
  dates: DateView
  /** Groups that hold nothing show as well. */
  emptyGroups: boolean
  /** Properties that rows and cards leave out. */
  hidden: readonly DisplayProperty[]
  peekId: string | null
}
export type ViewChange = Partial<Record<string, string | null>>

const OWN = [
  'layout',
  'order_by',
  'group_by',
  'sub_group_by',
  'sub_issue',
  'show_empty_groups',
  'type',
  ...filterNames,
]

// Addresses of before the layouts had their names still lead to the board.
const older: Record<string, Layout> = { board: 'kanban' }
const readLayout = (value: string | undefined, context: ListContext): Layout => {
  const asked = context.layouts.find(layout => layout === value) ?? older[value ?? '']
  return asked && context.layouts.includes(asked) ? asked : context.standardLayout
}

const readDates = (given: Record<string, string>): DateView => ({
  scale: scales.find(scale => scale === given.scale) ?? 'week',
  calendar: given.calendar === 'week' ? 'week' : 'month',
  weekends: given.weekends === 'true',
  on: /^\d{4}-\d{2}-\d{2}$/.test(given.on ?? '') ? (given.on ?? null) : null,
})

const writeDates = (dates: DateView) => ({
  ...(dates.scale === 'week' ? {} : { scale: dates.scale }),
  ...(dates.calendar === 'month' ? {} : { calendar: dates.calendar }),
  ...(dates.weekends ? { weekends: 'true' } : {}),
  ...(dates.on ? { on: dates.on } : {}),
})

// Only what the context offers: an order by hand means nothing across projects, a grouping may be switched off.
const fitting = (given: Record<string, string>, context: ListContext, layout: Layout) => {
  const offered = (field: string | undefined) =>
    (context.groupings as readonly string[]).includes(field ?? '') ? field : undefined
  const orders = (given.order_by ?? context.standardOrder).split(',')
  const fit = orders.filter(order => context.projectId !== null || !order.endsWith('sort_order'))
  const group = given.group_by === undefined ? (context.standardGroup ?? undefined) : offered(given.group_by)
  const board = layout === 'kanban'
  return {
    ...given,
    ...context.fixed,
    order_by: fit.join(',') || context.standardOrder,
    group_by: group ?? (board ? context.boardGroup : ''),
    sub_issue: given.sub_issue ?? String(context.standardSubIssues),
    // Lanes are the board's.
    sub_group_by: (board && offered(given.sub_group_by)) || '',
  }
}

const readView = (
  context: ListContext,
  given: Record<string, string>,
  clock: ReturnType<typeof useClock>,
) => {
  const layout = readLayout(given.layout, context)
  const asked = readIssueQuery(context.scope, fitting(given, context, layout), clock)
  const query =
    'mistake' in asked
      ? (readIssueQuery(context.scope, fitting({}, context, layout), clock) as IssueQuery)
      : asked
  return { layout, query, dates: readDates(given), emptyGroups: given.show_empty_groups === 'true' }
}

/** The filters in force that someone chose. */
export const chosenFilters = (query: IssueQuery, context: ListContext) =>
  Object.fromEntries(Object.entries(query.filters).filter(([name]) => !(name in context.fixed)))

/** A board by state has a column for each; with lanes it is these that may be empty. */
export const showsAllColumns = (layout: Layout, { groupBy, subGroupBy }: IssueQuery): boolean =>
  layout === 'kanban' && groupBy === 'state_id' && subGroupBy === null

/** Is anything left out that the place itself does not leave out? */
export const isFiltered = (query: IssueQuery, context: ListContext): boolean =>
  query.type !== 'all' || Object.keys(chosenFilters(query, context)).length > 0

/** The view of a list; an address that says nothing shows what this person last looked at. */
export const useView = (
  context: ListContext,
): View & {
  /** `hidden`: the properties left out from now on, if others than now. */
  change: (change: ViewChange, hidden?: readonly DisplayProperty[]) => void
  hide: (property: DisplayProperty, hidden: boolean) => void
} => {
  const [address, setAddress] = useSearchParams()
  const stored = useStoredView(context)
  const params = OWN.some(name => address.has(name)) ? address : new URLSearchParams(stored.params)
  const text = params.toString()
  const peekId = address.get('peekId')
  const { zone, today } = useClock()
  const where = JSON.stringify(context)
  const view = useMemo(
    () =>
      readView(JSON.parse(where) as ListContext, Object.fromEntries(new URLSearchParams(text)), {
        zone,
        today,
      }),
    [where, text, zone, today],
  )
  const { hidden } = stored
  const written = () => ({
    layout: view.layout,
    group_by: view.query.groupBy ?? '',
    ...writeIssueQuery({ ...view.query, thenBy: null, filters: chosenFilters(view.query, context) }),
    // An address names both orders in one.
    order_by: writeOrdering(view.query),
    sub_issue: String(view.query.subIssues),
    ...writeDates(view.dates),
    ...(view.emptyGroups ? { show_empty_groups: 'true' } : {}),
  })
  const change = (changes: ViewChange, left: readonly DisplayProperty[] = hidden) => {
    const next = new URLSearchParams({ ...written(), ...(peekId ? { peekId } : {}) })
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined) next.delete(name)
      else next.set(name, value)
    }
    const kept = new URLSearchParams(next)
    // What is open and which month is shown belong to this visit; the rest is how someone likes to look.
    for (const name of ['peekId', 'on']) kept.delete(name)
    storeView(context, { params: Object.fromEntries(kept), hidden: [...left] })
    setAddress(next, { replace: !('peekId' in changes) })
  }
  const hide = (property: DisplayProperty, isHidden: boolean) => {
    const rest = hidden.filter(name => name !== property)
    storeView(context, { params: written(), hidden: isHidden ? [...rest, property] : rest })
  }
  return { ...view, hidden, peekId, change, hide }
}
