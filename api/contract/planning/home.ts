/** One's home: a dashboard of widgets, each shown or hidden, in an order and with filters of its person's own. */
import { z } from 'zod'
import { givenJson, json } from '../bounds.ts'
import { audit, entity, id, revision, route } from '../define.ts'
import { keysOf } from '../keys.ts'
import { own } from '../rules.ts'

/** Where a widget is: in the wide column or beside it. */
export const widgetSides = ['main', 'side'] as const
export type WidgetSide = (typeof widgetSides)[number]

type Widget = { id: string; filters: Record<string, unknown>; side: WidgetSide; isHidden?: true }

const byDuration = { duration: 'none' }
const byTab = { duration: 'none', tab: 'pending' }

/** Every widget with its id and its default filters, in the usual order. */
export const widgets = {
  overview_stats: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0001', filters: {}, side: 'main' },
  assigned_issues: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0002', filters: byTab, side: 'main' },
  created_issues: {
    id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0003',
    filters: byTab,
    side: 'main',
    isHidden: true,
  },
  issues_by_state_groups: {
    id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0004',
    filters: byDuration,
    side: 'side',
  },
  issues_by_priority: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0005', filters: byDuration, side: 'side' },
  recent_activity: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0006', filters: {}, side: 'side' },
  recent_projects: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0007', filters: {}, side: 'main' },
  recent_collaborators: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0008', filters: {}, side: 'main' },
  done_per_week: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f0009', filters: {}, side: 'side' },
  quick_links: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f000a', filters: {}, side: 'side' },
  private_note: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f000b', filters: {}, side: 'side' },
  mentions: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f000c', filters: {}, side: 'main' },
  waiting_requests: { id: '5f0e6a4e-7d0b-4a55-9a63-0a5d5c4f000d', filters: {}, side: 'main' },
} as const satisfies Record<string, Widget>
export type WidgetKey = keyof typeof widgets
export const widgetKeys = keysOf(widgets)
/** The parts of one's day: shown or hidden, never moved. */
export const dayParts = ['mentions', 'waiting_requests'] as const satisfies WidgetKey[]

/** The widgets whose figures the server answers; the browser fills the others from the rows that it holds. */
export const askedWidgets = [
  'overview_stats',
  'assigned_issues',
  'created_issues',
  'issues_by_state_groups',
  'issues_by_priority',
  'recent_activity',
  'recent_projects',
  'recent_collaborators',
] as const satisfies WidgetKey[]
export type AskedWidget = (typeof askedWidgets)[number]

/** A person's settings of one widget. */
export type WidgetChoice = {
  is_visible?: boolean
  filters?: Record<string, unknown>
  sort_order?: number
  side?: WidgetSide
}

export const Dashboard = entity({
  name: 'dashboard',
  table: 'dashboards',
  scope: 'user',
  place: { user: 'owned_by' },
  kept: 'snapshot',
  read: own('owned_by'),
  shape: {
    id,
    ...audit,
    name: z.string(),
    description_html: z.string(),
    identifier: id.nullable(),
    is_default: z.boolean(),
    type_identifier: z.string(),
    logo_props: json,
    owned_by: id,
    /** The settings of each widget, by its key. */
    widgets: json,
    ...revision,
  },
})
export type Dashboard = z.infer<typeof Dashboard.schema>

const shownDashboard = Dashboard.schema.omit({ widgets: true })

const WidgetAnswer = z.object({
  id,
  key: z.string(),
  is_visible: z.boolean(),
  widget_filters: json,
  sort_order: z.number(),
  side: z.enum(widgetSides),
})

/** The effective settings of a widget: the person's own, else the defaults. */
export const widgetOf = (dashboard: Pick<Dashboard, 'widgets'> | null, key: WidgetKey) => {
  const usual: Widget = widgets[key]
  const set = (dashboard?.widgets[key] ?? {}) as WidgetChoice
  const isFiltered = set.filters !== undefined && Object.keys(set.filters).length > 0
  return {
    id: usual.id,
    key,
    is_visible: set.is_visible ?? !usual.isHidden,
    widget_filters: isFiltered ? set.filters! : usual.filters,
    sort_order: set.sort_order ?? (widgetKeys.indexOf(key) + 1) * 1000,
    side: set.side ?? usual.side,
  }
}

const text = z.string().optional()

export const homeRoutes = {
  home: route({
    method: 'GET',
    path: '/api/workspaces/:ws/dashboard/',
    action: 'home.own',
    in: 'workspace',
    query: z.object({ dashboard_type: text }),
    answer: z.object({ dashboard: shownDashboard, widgets: z.array(WidgetAnswer) }),
    summary: 'The caller’s home (`dashboard_type=home`) and its widgets.',
  }),
  widget: route({
    method: 'GET',
    path: '/api/workspaces/:ws/dashboard/:dashboardId/',
    action: 'home.own',
    in: 'workspace',
    query: z.object({
      widget_key: text,
      issue_type: text,
      target_date: text,
      expand: text,
      cursor: text,
      per_page: text,
      search: text,
    }),
    answer: z.unknown(),
    summary:
      'What one widget shows, named by `widget_key`: sums and lists of what the caller sees, shaped by the widget.',
  }),
  dashboard: route({
    method: 'GET',
    path: '/api/dashboard/:dashboardId/',
    action: 'user.self',
    in: 'session',
    answer: shownDashboard,
    summary: 'The caller’s dashboard.',
  }),
  updateWidget: route({
    method: 'PATCH',
    path: '/api/dashboard/:dashboardId/widgets/:widgetId/',
    action: 'user.self',
    in: 'session',
    body: z.object({
      filters: givenJson(2_000).optional(),
      is_visible: z.boolean().optional(),
      sort_order: z.number().optional(),
      side: z.enum(widgetSides).optional(),
    }),
    answer: z.object({ message: z.literal('successfully updated') }),
    says: { message: 'successfully updated' },
    summary: 'Shows, hides or moves a widget, or changes what it filters by; given filters replace the kept.',
  }),
}
