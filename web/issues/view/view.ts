/** The display of a list in its address: layout, grouping, order, filters, open issue. Shareable, and Back works. */
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isAmong } from '#contract/keys.ts'
import { filterNames } from '#contract/lists/issueFilters.ts'
import { writeOrdering } from '#contract/lists/issueOrder.ts'
import { type IssueQuery, readIssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import { useClock } from '../../data/clock.ts'
import type { Layout, ListContext } from './contexts.ts'
import { forgetLook, type Look, storeView, useStoredView } from './storedView.ts'

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

const FILTERS = ['type', ...filterNames] as const
const OWN = ['layout', 'order_by', 'group_by', 'sub_group_by', 'sub_issue', 'show_empty_groups', ...FILTERS]

/** Of an address what belongs to this visit alone, however the list is looked at. */
const VISIT = ['peekId', 'on', 'scale']
const visitOf = (address: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...address].filter(([name]) => VISIT.includes(name)))

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
  const offered = (field: string | undefined) => (isAmong(context.groupings, field ?? '') ? field : undefined)
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

/** The shown part of a list. */
export type Shown = Pick<View, 'layout' | 'query' | 'dates' | 'emptyGroups'>

/** The meaning of an address, or of its stored words, in a context. */
export const shownBy = (
  context: ListContext,
  given: Record<string, string>,
  clock: ReturnType<typeof useClock>,
): Shown => {
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

/** The same as an address says it; the inverse of `shownBy`. */
export const writtenBy = (context: ListContext, shown: Shown): Record<string, string> => {
  const { layout, query, dates, emptyGroups } = shown
  return {
    layout,
    group_by: query.groupBy ?? '',
    ...writeIssueQuery({ ...query, thenBy: null, filters: chosenFilters(query, context) }),
    // An address names both orders in one.
    order_by: writeOrdering(query),
    sub_issue: String(query.subIssues),
    ...writeDates(dates),
    ...(emptyGroups ? { show_empty_groups: 'true' } : {}),
  }
}

/** A board by state has a column for each; with lanes it is these that may be empty. */
export const showsAllColumns = (layout: Layout, { groupBy, subGroupBy }: IssueQuery): boolean =>
  layout === 'kanban' && groupBy === 'state_id' && subGroupBy === null

/** Is anything left out that the place itself does not leave out? */
export const isFiltered = (query: IssueQuery, context: ListContext): boolean =>
  query.type !== 'all' || Object.keys(chosenFilters(query, context)).length > 0

const without = (params: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))

/** Changes an address: null and undefined remove a word. */
const changed = (params: Record<string, string>, changes: ViewChange): Record<string, string> => ({
  ...without(params, Object.keys(changes)),
  ...Object.fromEntries(
    Object.entries(changes).filter((one): one is [string, string] => typeof one[1] === 'string'),
  ),
})

const filtersIn = (params: Record<string, string>) =>
  Object.fromEntries(FILTERS.flatMap(name => (params[name] ? [[name, params[name]]] : [])))

/** Of each list whose filters were changed in this tab: those of before. */
const tried = new Map<string, Record<string, string>>()

const noteTried = (list: string, before: Record<string, string>, after: Record<string, string>) => {
  const own = tried.get(list) ?? before
  if (FILTERS.every(name => own[name] === after[name])) tried.delete(list)
  else tried.set(list, own)
}

/** A view with its setters; `hidden`: the properties left out from now on, if others than before. */
export type ChangingView = View & {
  change: (change: ViewChange, hidden?: readonly DisplayProperty[]) => void
  hide: (property: DisplayProperty, hidden: boolean) => void
}

const hiding = (hidden: readonly DisplayProperty[], property: DisplayProperty, isHidden: boolean) => {
  const rest = hidden.filter(name => name !== property)
  return isHidden ? [...rest, property] : rest
}

/** The view of a list; an address that says nothing shows what this person last looked at. */
export const useView = (
  context: ListContext,
): ChangingView & {
  /** Shows it as stored again, whatever the address said. */
  settle: () => void
  /** Puts back the filters that were in force before this person began to try others here. */
  untry: () => void
} => {
  const [address, setAddress] = useSearchParams()
  const stored = useStoredView(context)
  const isLocked = context.view?.locked === true
  const isAsked = !isLocked && OWN.some(name => address.has(name))
  const params = isAsked ? address : new URLSearchParams({ ...stored.params, ...visitOf(address) })
  const text = params.toString()
  const peekId = address.get('peekId')
  const { zone, today } = useClock()
  const where = JSON.stringify(context)
  const view = useMemo(
    () =>
      shownBy(JSON.parse(where) as ListContext, Object.fromEntries(new URLSearchParams(text)), {
        zone,
        today,
      }),
    [where, text, zone, today],
  )
  const { hidden } = stored
  const written = () => writtenBy(context, view)
  const change = (changes: ViewChange, left: readonly DisplayProperty[] = hidden) => {
    const isVisit = Object.keys(changes).every(name => VISIT.includes(name))
    const replace = { replace: !('peekId' in changes) }
    // A saved view goes on following its row while nobody has changed what it shows.
    if (context.view && (isLocked || (isVisit && !isAsked))) {
      const ofVisit = Object.fromEntries(Object.entries(changes).filter(([name]) => VISIT.includes(name)))
      return setAddress(changed(visitOf(address), ofVisit), replace)
    }
    const next = changed({ ...written(), ...(peekId ? { peekId } : {}) }, changes)
    noteTried(context.name, filtersIn(stored.params), filtersIn(next))
    // The open issue and the shown month belong to this visit; the rest is how somebody likes to look.
    storeView(context, { params: without(next, ['peekId', 'on']), hidden: [...left] })
    setAddress(next, replace)
  }
  const hide = (property: DisplayProperty, isHidden: boolean) => {
    if (!isLocked) storeView(context, { params: written(), hidden: hiding(hidden, property, isHidden) })
  }
  const settle = () => {
    forgetLook(context)
    if (OWN.some(name => address.has(name))) setAddress(visitOf(address), { replace: true })
  }
  const untry = () => {
    const before = tried.get(context.name)
    if (before) change({ ...Object.fromEntries(FILTERS.map(name => [name, null])), ...before })
  }
  return { ...view, hidden, peekId, change, hide, settle, untry }
}

/** A view that is only being made: nothing of it is stored, or in the address. */
export const useDraftView = (context: ListContext, begin: Look): ChangingView & { look: Look } => {
  const clock = useClock()
  const [look, setLook] = useState(begin)
  const view = shownBy(context, look.params, clock)
  const now = { params: writtenBy(context, view), hidden: look.hidden }
  return {
    ...view,
    hidden: look.hidden,
    peekId: null,
    look: now,
    change: (changes, left = look.hidden) =>
      setLook({ params: changed(now.params, changes), hidden: [...left] }),
    hide: (property, isHidden) => setLook({ ...now, hidden: hiding(look.hidden, property, isHidden) }),
  }
}
