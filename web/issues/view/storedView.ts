/** How this person last looked at a list: kept on the server for a project's own, in the browser for the others. */
import { proxy, ref, useSnapshot } from 'valtio'
import { filterNames } from '#contract/lists/issueFilters.ts'
import {
  type DisplayProperty,
  displayProperties,
  filterParams,
  layouts,
  userPropertiesRoutes,
} from '#contract/planning/userProperties.ts'
import { type BodyOf, call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { getRows, useRow, useRows } from '../../data/rows.ts'
import { here, viewer } from '../../data/viewer.ts'
import type { ListContext } from './contexts.ts'

/** `at`: when it was chosen in this browser, in milliseconds; 0 when it was read. */
type Kept = { params: Record<string, string>; hidden: DisplayProperty[]; at: number }
/** How a list is looked at, by the names of its address and the properties left out. */
export type Look = Omit<Kept, 'at'>
/** The same as rows hold it. */
export type Stored = Pick<RowTypes['view'], 'filters' | 'display_filters' | 'display_properties'>
/** The same to be sent. */
export type Storing = Required<BodyOf<typeof userPropertiesRoutes.updateOfProject>>

// The names under which existing clients keep a grouping.
const WIRE_GROUPS: Record<string, string> = {
  state_id: 'state',
  state__group: 'state_detail.group',
  labels__id: 'labels',
  assignees__id: 'assignees',
  cycle_id: 'cycle',
  issue_module__module_id: 'module',
  project_id: 'project',
}
const groupOfWire = Object.fromEntries(Object.entries(WIRE_GROUPS).map(([ours, wire]) => [wire, ours]))
const toWire = (group: string | undefined) => (group ? (WIRE_GROUPS[group] ?? group) : null)
const fromWire = (group: unknown) => (typeof group === 'string' ? (groupOfWire[group] ?? group) : '')

const DATES = ['scale', 'calendar', 'weekends'] as const

export const fromRow = ({ filters, display_filters, display_properties }: Stored): Kept => {
  const params = filterParams(filters)
  const { layout, order_by, then_by, sub_issue, show_empty_groups, type, calendar } = display_filters
  const text = (name: string, value: unknown) => {
    if (typeof value === 'string' && value) params[name] = value
  }
  text('layout', layout)
  text('order_by', order_by)
  if (params.order_by && typeof then_by === 'string') params.order_by += `,${then_by}`
  text('type', type)
  params.group_by = fromWire(display_filters.group_by)
  text('sub_group_by', fromWire(display_filters.sub_group_by))
  if (typeof sub_issue === 'boolean') params.sub_issue = String(sub_issue)
  if (show_empty_groups === true) params.show_empty_groups = 'true'
  const shown = (calendar ?? {}) as { layout?: string; show_weekends?: boolean }
  if (shown.layout === 'week') params.calendar = 'week'
  if (shown.show_weekends) params.weekends = 'true'
  const hidden = displayProperties.filter(name => display_properties[name] === false)
  return { params, hidden, at: 0 }
}

export const toRow = ({ params, hidden }: Look): Storing => {
  const [order_by, then_by] = (params.order_by ?? 'sort_order').split(',')
  return {
    filters: Object.fromEntries(
      filterNames.flatMap(name => (params[name] ? [[name, params[name].split(',')]] : [])),
    ),
    display_filters: {
      layout: layouts.find(name => name === params.layout) ?? 'list',
      order_by,
      // Beside the first: existing clients know one order, and keep to it.
      ...(then_by ? { then_by } : {}),
      group_by: toWire(params.group_by),
      sub_group_by: toWire(params.sub_group_by),
      type: params.type ?? null,
      sub_issue: params.sub_issue === 'true',
      show_empty_groups: params.show_empty_groups === 'true',
      calendar: {
        layout: params.calendar === 'week' ? 'week' : 'month',
        show_weekends: params.weekends === 'true',
      },
      calendar_date_range: '',
    },
    display_properties: Object.fromEntries(displayProperties.map(name => [name, !hidden.includes(name)])),
  }
}

type Place = { project?: string; cycle?: string; module?: string }

const ownerOf = ({ scope, view }: ListContext): Place | null => {
  if (view) return null
  if (scope.in === 'project') return { project: scope.project }
  if (scope.in === 'cycle') return { project: scope.project, cycle: scope.id }
  if (scope.in === 'module') return { project: scope.project, module: scope.id }
  return scope.in === 'workspace' ? {} : null
}

const rowFor = (rows: readonly RowTypes['user_properties'][], place: Place) =>
  rows.find(
    row =>
      row.project === (place.project ?? null) &&
      row.cycle === (place.cycle ?? null) &&
      row.module === (place.module ?? null),
  )

// Of each person their own: a browser may be shared.
const nameOf = (context: ListContext) => `tandem:view.${context.name}:${viewer()?.id}`

const inBrowser = (name: string): Kept => {
  const nothing: Kept = { params: {}, hidden: [], at: 0 }
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<Kept> | null
    return { ...nothing, ...kept }
  } catch {
    return nothing
  }
}

/** Changes since this page was opened: shown at once, before the server has them. */
const held = proxy<Record<string, Kept>>({})

/**
 * The stored display, empty where nothing was ever stored. The browser holds the parts that the server does not (a
 * timeline's scale).
 */
export const useStoredView = (context: ListContext): Kept => {
  const name = nameOf(context)
  const changed = useSnapshot(held)[name]
  const rows = useRows('user_properties')
  const view = useRow('view', context.view?.id)
  const place = ownerOf(context)
  const row = place && rowFor(rows, place)
  if (changed && !context.view?.locked) return changed as Kept
  if (view) return fromRow(view)
  const own = inBrowser(name)
  // This tab left before it sent its choice: the choice made here last is the newer.
  if (!row || own.at > Date.parse(row.updated_at)) return own
  const kept = fromRow(row)
  // A workspace's views share their properties on the server, not their filters and layouts.
  if (context.scope.in === 'workspace') return { ...own, hidden: kept.hidden }
  const dates = Object.fromEntries(
    DATES.flatMap(name => (own.params[name] ? [[name, own.params[name]]] : [])),
  )
  return { ...kept, params: { ...kept.params, ...dates } }
}

/** Drops the unsaved changes of a saved view here. */
export const forgetLook = (context: ListContext) => {
  delete held[nameOf(context)]
}

const timers = new Map<string, number>()

const send = (place: Place, kept: Kept) => {
  const { slug: ws } = here()
  const body = toRow(kept)
  const { project: p, cycle, module } = place
  const sent = () => {
    if (p && cycle)
      return call(userPropertiesRoutes.updateOfCycle, { params: { ws, p, cycleId: cycle }, body })
    if (p && module)
      return call(userPropertiesRoutes.updateOfModule, { params: { ws, p, moduleId: module }, body })
    if (p) return call(userPropertiesRoutes.updateOfProject, { params: { ws, p }, body })
    return call(userPropertiesRoutes.updateOfWorkspace, { params: { ws }, body })
  }
  // How someone looks at a list is worth no word when it cannot be kept: the address holds it, the next change tries again.
  void sent().catch(() => {})
}

/** Keeps how this person looks at the list, a moment after the last change of it. */
export const storeView = (context: ListContext, chosen: Look) => {
  const kept = { ...chosen, at: Date.now() }
  const name = nameOf(context)
  held[name] = ref(kept)
  // A person's changes of a saved view are theirs until they save them, and gone with this tab.
  if (context.view) return
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Private windows may forbid storage; the address still holds it.
  }
  const place = ownerOf(context)
  if (!place) return
  clearTimeout(timers.get(name))
  timers.set(
    name,
    window.setTimeout(() => {
      const stored = rowFor(getRows('user_properties'), place)
      if (!stored || JSON.stringify(toRow(fromRow(stored))) !== JSON.stringify(toRow(kept))) send(place, kept)
    }, 800),
  )
}
