/** What the address says about a list: layout, grouping, order, filters, open issue. Shareable, and Back works. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { filterNames } from '#contract/issueFilters.ts'
import { type IssueQuery, readIssueQuery, type Scope, writeIssueQuery } from '#contract/issueQuery.ts'
import { useClock } from '../data/clock.ts'

export const layoutIds = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type Layout = (typeof layoutIds)[number]
export const scales = ['week', 'month', 'quarter'] as const
export type Scale = (typeof scales)[number]

/** How dates are drawn: of the timeline its scale, of the calendar its span, weekends and the day that it shows. */
export type DateView = { scale: Scale; calendar: 'month' | 'week'; weekends: boolean; on: string | null }
export type View = { layout: Layout; query: IssueQuery; dates: DateView; peekId: string | null }
export type ViewChange = Partial<Record<string, string | null>>

const remembered = (name: string) => {
  try {
    return new URLSearchParams(localStorage.getItem(`view.${name}`) ?? '')
  } catch {
    return new URLSearchParams()
  }
}

const OWN = ['layout', 'order_by', 'group_by', 'sub_group_by', 'sub_issue', 'type', ...filterNames]

// Addresses of before the layouts had their names still lead to the board.
const older: Record<string, Layout> = { board: 'kanban' }
const readLayout = (value: string | undefined): Layout =>
  layoutIds.find(layout => layout === value) ?? older[value ?? ''] ?? 'list'

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

/** The view of a list; an address that says nothing shows what this person last looked at under that name. */
export const useView = (scope: Scope, name: string): View & { change: (change: ViewChange) => void } => {
  const [address, setAddress] = useSearchParams()
  const params = OWN.some(name => address.has(name)) ? address : remembered(name)
  const text = params.toString()
  const clock = useClock()
  const { zone, today } = clock
  const where = JSON.stringify(scope)
  const peekId = address.get('peekId')
  const view = useMemo((): View => {
    const given = Object.fromEntries(new URLSearchParams(text))
    const layout = readLayout(given.layout)
    const place = JSON.parse(where) as Scope
    const standard = { order_by: 'sort_order', group_by: 'state_id' }
    const read = readIssueQuery(place, { ...standard, ...given }, { zone, today })
    const query = 'mistake' in read ? (readIssueQuery(place, standard, { zone, today }) as IssueQuery) : read
    return {
      layout,
      query: layout === 'kanban' && !query.groupBy ? { ...query, groupBy: 'state_id' } : query,
      dates: readDates(given),
      peekId: null,
    }
  }, [where, zone, today, text])
  const change = (changes: ViewChange) => {
    const next = new URLSearchParams({
      layout: view.layout,
      group_by: view.query.groupBy ?? '',
      ...writeIssueQuery(view.query),
      ...writeDates(view.dates),
      ...(peekId ? { peekId } : {}),
    })
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined) next.delete(name)
      else next.set(name, value)
    }
    const kept = new URLSearchParams(next)
    // What is open and which month is shown belong to this visit; the rest is how someone likes to look.
    for (const name of ['peekId', 'on']) kept.delete(name)
    try {
      localStorage.setItem(`view.${name}`, kept.toString())
    } catch {
      // Private windows may forbid storage; the address still holds it.
    }
    setAddress(next, { replace: !('peekId' in changes) })
  }
  return { ...view, peekId, change }
}
