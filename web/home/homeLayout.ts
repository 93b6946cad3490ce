/** The layout of somebody's home: the widgets shown, their order and their filters. */

import { useMemo } from 'react'
import { isAmong } from '#contract/keys.ts'
import {
  type Dashboard,
  dayParts,
  homeRoutes,
  type WidgetChoice,
  type WidgetKey,
  type WidgetSide,
  widgetKeys,
  widgetOf,
  widgets,
} from '#contract/planning/home.ts'
import { call } from '../data/client.ts'
import { mutate } from '../data/mutate.ts'
import { getRows, useRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { toast } from '../ui/popups/Toast.tsx'

export type Widget = ReturnType<typeof widgetOf>

/** My day is first in any case. */
export const ALWAYS: WidgetKey = 'assigned_issues'

export const widgetNames: Record<WidgetKey, string> = {
  overview_stats: 'Numbers',
  assigned_issues: 'My day',
  created_issues: 'Created by me',
  issues_by_state_groups: 'My issues by state',
  issues_by_priority: 'My issues by priority',
  recent_activity: 'My recent activity',
  recent_projects: 'Projects',
  recent_collaborators: 'People',
  done_per_week: 'Done per week',
  quick_links: 'Quick links',
  private_note: 'Private note',
  mentions: 'Mentions',
  waiting_requests: 'Requests in Intake',
}

const laidOut = (row: Dashboard | null): Widget[] =>
  widgetKeys.map(key => widgetOf(row, key)).sort((a, b) => a.sort_order - b.sort_order)

export const useHomeLayout = () => {
  const [row = null] = useRows('dashboard')
  return useMemo(() => {
    const all = laidOut(row)
    const own = all.filter(({ key }) => key !== ALWAYS)
    const movable = own.filter(({ key }) => !isAmong(dayParts, key))
    return {
      of: (key: WidgetKey): Widget => widgetOf(row, key),
      on: (side: WidgetSide) => movable.filter(one => one.is_visible && one.side === side),
      hidden: own.filter(one => !one.is_visible),
      isUsual: row === null || Object.keys(row.widgets).length === 0,
    }
  }, [row])
}

/** The id of one’s home is given by the server until something of it is kept. */
const homeId = async (): Promise<string | null> => {
  const [row] = getRows('dashboard')
  if (row) return row.id
  try {
    const { body } = await call(homeRoutes.home, {
      params: { ws: here().slug },
      query: { dashboard_type: 'home' },
    })
    return body.dashboard.id
  } catch {
    toast.failure('Your home was not changed. The server could not be reached.')
    return null
  }
}

export const setWidget = async (key: WidgetKey, choice: WidgetChoice): Promise<void> => {
  const dashboardId = await homeId()
  if (!dashboardId) return
  const kept = getRows('dashboard')[0]?.widgets ?? {}
  const set = { ...(kept[key] as WidgetChoice | undefined), ...choice }
  await mutate({
    entity: 'dashboard',
    route: homeRoutes.updateWidget,
    params: { dashboardId, widgetId: widgets[key].id },
    body: choice,
    id: dashboardId,
    patch: { widgets: { ...kept, [key]: set } },
    failure: 'Your home was not changed.',
  })
}

const STEP = 1000

/** Puts a widget on a side, before another or at the end. */
export const moveWidget = (
  all: readonly Widget[],
  key: WidgetKey,
  side: WidgetSide,
  before: WidgetKey | null,
) => {
  const others = all.filter(one => one.key !== key)
  const at = before === null ? others.length : others.findIndex(one => one.key === before)
  const [above, below] = [others[at - 1]?.sort_order, others[at]?.sort_order]
  const sort_order =
    above === undefined ? (below ?? STEP) - STEP : below === undefined ? above + STEP : (above + below) / 2
  void setWidget(key, { side, sort_order })
}

/** The original layout; the widgets' filters stay. */
export const resetLayout = async (): Promise<void> => {
  const kept = getRows('dashboard')[0]?.widgets ?? {}
  for (const key of widgetKeys)
    if (kept[key]) {
      const { id: _, key: __, widget_filters: ___, ...usual } = widgetOf(null, key)
      await setWidget(key, usual)
    }
}
