/** How one person looks at one list: kept on the server, per project, cycle, module, and for the workspace's own lists. */
import { z } from 'zod'
import { filterValues, json, sized } from '../bounds.ts'
import { audit, entity, id, revision, route, uuid } from '../define.ts'
import { filterNames } from '../lists/issueFilters.ts'
import { own } from '../rules.ts'
import { Cycle } from './cycles.ts'
import { Module } from './modules.ts'

/** Views in one project, or of one workspace's own: every browser there holds them all. */
export const MAX_VIEWS = 500

export const UserProperties = entity({
  name: 'user_properties',
  table: 'user_properties',
  scope: 'user',
  place: { workspace: 'workspace', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    ...audit,
    user: id,
    workspace: id,
    project: id.nullable(),
    cycle: id.nullable(),
    module: id.nullable(),
    filters: json,
    display_filters: json,
    display_properties: json,
    /** Of the workspace’s own lists: the order of its views' tabs. Those that it does not name are behind. */
    view_order: z.array(id),
    ...revision,
  },
})
export type UserProperties = z.infer<typeof UserProperties.schema>

/** Every property that a row or card may show; all are on until someone turns one off. */
export const displayProperties = [
  'key',
  'issue_type',
  'assignee',
  'start_date',
  'due_date',
  'labels',
  'priority',
  'state',
  'sub_issue_count',
  'attachment_count',
  'link',
  'estimate',
  'modules',
  'cycle',
  'created_on',
  'updated_on',
] as const
export type DisplayProperty = (typeof displayProperties)[number]

export const defaultProperties = () => ({
  filters: Object.fromEntries(
    [
      'priority',
      'state',
      'state_group',
      'assignees',
      'mentions',
      'created_by',
      'labels',
      'cycle',
      'module',
      'start_date',
      'target_date',
      'project',
      'subscriber',
      'issue_type',
    ].map(name => [name, null]),
  ),
  display_filters: {
    layout: 'list',
    order_by: 'sort_order',
    group_by: null,
    sub_group_by: null,
    type: null,
    sub_issue: false,
    show_empty_groups: false,
    calendar: { show_weekends: false, layout: 'month' },
    calendar_date_range: '',
  },
  display_properties: Object.fromEntries(displayProperties.map(name => [name, true])),
})

/** As a membership answers how its person looks at lists. */
export const ViewProps = z.object({ filters: json, display_filters: json, display_properties: json })

/** What a person has stored of how they look at a place, on top of the usual; what is no dictionary is passed over. */
export const viewPropsOf = (stored: object = {}) => {
  const usual = defaultProperties()
  const isRight = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(usual, name) || (typeof value === 'object' && value !== null && !Array.isArray(value))
  return { ...usual, ...Object.fromEntries(Object.entries(stored).filter(isRight)) }
}

/** The filters that are kept, under the names of a list's query string. */
export const filterParams = (filters: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    filterNames.flatMap(name => {
      const given = filters[name]
      return Array.isArray(given) && given.length > 0 ? [[name, given.join(',')]] : []
    }),
  )

export const layouts = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
/** The values of one filter; null where all pass. */
export const valuesOfFilter = filterValues.nullable()
const name = z.string().max(255).nullable()
const filterDefaults = defaultProperties().filters

export const listShape = {
  filters: z.object(
    Object.fromEntries(
      [...Object.keys(filterDefaults), ...filterNames].map(field => [field, valuesOfFilter.optional()]),
    ),
  ),
  display_filters: z
    .object({
      layout: z.enum(layouts).nullable(),
      order_by: name,
      then_by: name,
      group_by: name,
      sub_group_by: name,
      type: name,
      sub_issue: z.boolean(),
      show_empty_groups: z.boolean(),
      calendar: z
        .object({ show_weekends: z.boolean(), layout: z.enum(['month', 'week']) })
        .partial()
        .nullable(),
      calendar_date_range: name,
      table: json,
    })
    .partial(),
  display_properties: z.object(
    Object.fromEntries(displayProperties.map(property => [property, z.boolean().optional()])),
  ),
}
/** How a list is looked at, as it is kept; each given object replaces the stored one. */
export const listFilters = sized(listShape.filters)
export const listDisplay = sized(listShape.display_filters)
export const listColumns = sized(listShape.display_properties)
export const listProperties = z.object({
  filters: listFilters.optional(),
  display_filters: listDisplay.optional(),
  display_properties: listColumns.optional(),
})
const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const answer = UserProperties.schema
const ofCycle = { in: 'project', target: Cycle, param: 'cycleId', action: 'cycle.list' } as const
const ofModule = { in: 'project', target: Module, param: 'moduleId', action: 'module.list' } as const
export const DisplayProperties = z.object({ properties: z.record(z.string(), z.unknown()) })

export const userPropertiesRoutes = {
  ofProject: route({
    method: 'GET',
    path: `${p}/user-properties/`,
    action: 'issue.list',
    in: 'project',
    answer,
    summary: 'The caller’s view of the project’s issues; the defaults until it was changed.',
  }),
  updateOfProject: route({
    method: 'PATCH',
    path: `${p}/user-properties/`,
    action: 'issue.list',
    in: 'project',
    body: listProperties,
    answer,
    summary: 'Saves the view; each given object replaces the stored one.',
  }),
  ofCycle: route({
    ...ofCycle,
    method: 'GET',
    path: `${p}/cycles/:cycleId/user-properties/`,
    answer,
    summary: 'The caller’s view of a cycle.',
  }),
  updateOfCycle: route({
    ...ofCycle,
    method: 'PATCH',
    path: `${p}/cycles/:cycleId/user-properties/`,
    body: listProperties,
    answer,
    summary: 'Saves the caller’s view of a cycle.',
  }),
  ofModule: route({
    ...ofModule,
    method: 'GET',
    path: `${p}/modules/:moduleId/user-properties/`,
    answer,
    summary: 'The caller’s view of a module.',
  }),
  updateOfModule: route({
    ...ofModule,
    method: 'PATCH',
    path: `${p}/modules/:moduleId/user-properties/`,
    body: listProperties,
    answer,
    summary: 'Saves the caller’s view of a module.',
  }),
  ofWorkspace: route({
    method: 'GET',
    path: `${ws}/user-properties/`,
    action: 'issue.listAcross',
    in: 'workspace',
    answer,
    summary: 'The caller’s view of the workspace’s own lists.',
  }),
  updateOfWorkspace: route({
    method: 'PATCH',
    path: `${ws}/user-properties/`,
    action: 'issue.listAcross',
    in: 'workspace',
    body: listProperties.extend({ view_order: z.array(uuid).max(MAX_VIEWS).optional() }),
    answer,
    summary: 'Saves the caller’s view of the workspace’s own lists.',
  }),
  displayProperties: route({
    method: 'GET',
    path: `${p}/issue-display-properties/`,
    action: 'issue.list',
    in: 'project',
    answer: DisplayProperties,
    summary: 'Which properties the caller’s lists show.',
  }),
  updateDisplayProperties: route({
    method: 'POST',
    path: `${p}/issue-display-properties/`,
    action: 'issue.list',
    in: 'project',
    body: z.object({ properties: listProperties.shape.display_properties }),
    status: 200,
    answer: DisplayProperties,
    summary: 'Turns some properties on or off.',
  }),
}
