/** The places that list issues, as values: their fields, groups, orders and filters. */
import type { Feature } from '#contract/lists/issueFields.ts'
import { type FilterField, filterFields } from '#contract/lists/issueFilters.ts'
import type { Order } from '#contract/lists/issueOrder.ts'
import { type GroupField, groupFields, type Scope } from '#contract/lists/issueQuery.ts'
import type { RowTypes } from '../../data/entities.ts'

export const layoutIds = ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart'] as const
export type Layout = (typeof layoutIds)[number]

export type ListContext = {
  /** Under which name this person's view of it is kept. */
  name: string
  scope: Scope
  /** The one project whose issues these are; null for lists across projects. */
  projectId: string | null
  /** Filters that make the list what it is: always in force, never shown. */
  fixed: Readonly<Record<string, string>>
  layouts: readonly Layout[]
  groupings: readonly GroupField[]
  /** The board's grouping when none is chosen. */
  boardGroup: GroupField
  filters: readonly FilterField[]
  /** Without a manual order: sorting by hand means nothing across projects. */
  standardOrder: Order
  standardLayout: Layout
  standardGroup: GroupField | null
  /** Children are below their parents, not beside them; where no parent is in the list they are alone. */
  standardSubIssues: boolean
  readOnly: boolean
  /** The saved view that says how it looks until somebody changes that for themselves; locked nobody does. */
  view?: { id: string; locked: boolean }
}

/** The features that a project has on. */
export type Features = Record<Feature, boolean>

export const featuresOf = (
  project: Pick<RowTypes['project'], 'cycle_view' | 'module_view' | 'estimate'>,
): Features => ({
  cycle_view: project.cycle_view,
  module_view: project.module_view,
  estimate: project.estimate !== null,
})

const used = <T extends string>(
  names: readonly T[],
  of: Record<T, { feature?: Feature }>,
  features: Features,
) =>
  names.filter(name => {
    const { feature } = of[name]
    return !feature || features[feature]
  })

const ofProject = {
  groupings: [
    'state_id',
    'state__group',
    'priority',
    'cycle_id',
    'issue_module__module_id',
    'labels__id',
    'assignees__id',
    'estimate_point',
    'created_by',
    'target_date',
  ],
  filters: [
    'state',
    'state_group',
    'priority',
    'assignees',
    'delegate',
    'labels',
    'cycle',
    'module',
    'estimate_point',
    'target_date',
    'start_date',
    'created_by',
    'mentions',
    'subscriber',
    'name',
    'created_at',
    'updated_at',
    'completed_at',
  ],
} as const satisfies { groupings: GroupField[]; filters: FilterField[] }

export const projectContext = (projectId: string, features: Features): ListContext => ({
  name: projectId,
  scope: { in: 'project', project: projectId },
  projectId,
  fixed: {},
  layouts: layoutIds,
  groupings: used(ofProject.groupings, groupFields, features),
  boardGroup: 'state_id',
  filters: used(ofProject.filters, filterFields, features),
  standardOrder: 'sort_order',
  standardLayout: 'list',
  standardGroup: 'state_id',
  standardSubIssues: false,
  readOnly: false,
})

/** Of a cycle or module, which are also asked what a day of the past has left. */
const planContext = (projectId: string, features: Features): ListContext => {
  const context = projectContext(projectId, features)
  return { ...context, filters: [...context.filters, 'left_on'] }
}

/** The issues of one cycle; of one that is over they are only read. */
export const cycleContext = (
  projectId: string,
  features: Features,
  cycleId: string,
  readOnly: boolean,
): ListContext => ({
  ...planContext(projectId, { ...features, cycle_view: false }),
  name: `cycle.${cycleId}`,
  scope: { in: 'cycle', project: projectId, id: cycleId },
  readOnly,
})

/** The issues of one module. */
export const moduleContext = (projectId: string, features: Features, moduleId: string): ListContext => ({
  ...planContext(projectId, { ...features, module_view: false }),
  name: `module.${moduleId}`,
  scope: { in: 'module', project: projectId, id: moduleId },
})
/** Does its one project use estimates? */
export const hasEstimates = ({ projectId, filters }: ListContext) =>
  projectId !== null && filters.includes('estimate_point')

export const archiveContext = (projectId: string, features: Features): ListContext => ({
  ...projectContext(projectId, features),
  name: `archive.${projectId}`,
  scope: { in: 'archive', project: projectId },
  layouts: ['list', 'spreadsheet'],
  standardOrder: '-updated_at',
  standardGroup: null,
  standardSubIssues: true,
  readOnly: true,
})

type SavedView = { id: string; is_locked: boolean }
const saved = ({ id, is_locked }: SavedView) => ({ name: `view.${id}`, view: { id, locked: is_locked } })

export const viewContext = (view: SavedView, projectId: string, features: Features): ListContext => ({
  ...projectContext(projectId, features),
  ...saved(view),
})

const across = {
  groupings: ['state__group', 'priority', 'project_id', 'labels__id', 'assignees__id', 'target_date'],
  filters: [
    'state_group',
    'state',
    'priority',
    'assignees',
    'delegate',
    'labels',
    'project',
    'cycle',
    'module',
    'estimate_point',
    'target_date',
    'start_date',
    'created_by',
    'subscriber',
    'name',
    'created_at',
    'updated_at',
    'completed_at',
  ],
} as const satisfies { groupings: GroupField[]; filters: FilterField[] }

const acrossProjects = (name: string, scope: Scope, fixed: Record<string, string>): ListContext => ({
  name,
  scope,
  projectId: null,
  fixed,
  layouts: layoutIds,
  groupings: across.groupings,
  boardGroup: 'priority',
  filters: across.filters.filter(field => !(field in fixed)),
  standardOrder: '-created_at',
  standardLayout: 'spreadsheet',
  standardGroup: null,
  standardSubIssues: Object.keys(fixed).length > 0,
  readOnly: false,
})

/** The built-in views of a workspace, by the last part of their address. */
export const workspaceViews = ['all-issues', 'assigned', 'created', 'subscribed'] as const
export type WorkspaceView = (typeof workspaceViews)[number]

const fixedFilter = (view: string, personId: string): Record<string, string> => {
  if (view === 'assigned') return { assignees: personId }
  if (view === 'created') return { created_by: personId }
  return view === 'subscribed' ? { subscriber: personId } : {}
}

/** On a phone a list, until somebody chooses otherwise: a table's columns have no room there. */
export const workspaceContext = (
  workspace: string,
  view: WorkspaceView,
  me: string,
  narrow = false,
): ListContext => {
  const context = acrossProjects(
    `workspace.${workspace}.${view}`,
    { in: 'workspace', workspace },
    fixedFilter(view, me),
  )
  return narrow ? { ...context, standardLayout: 'list' } : context
}

/** A view that was saved for the workspace. */
export const savedWorkspaceContext = (view: SavedView, workspace: string): ListContext => ({
  ...acrossProjects('', { in: 'workspace', workspace }, {}),
  ...saved(view),
})

export const profileTabs = ['assigned', 'created', 'subscribed'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const profileContext = (workspace: string, tab: ProfileTab, person: string): ListContext => ({
  ...acrossProjects(
    `profile.${person}.${tab}`,
    { in: 'person', workspace, id: person },
    fixedFilter(tab, person),
  ),
  standardLayout: 'list',
  standardGroup: 'priority',
})
