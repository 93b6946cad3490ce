/** Lists of issues that somebody named and keeps: filters and display, for themselves or for everyone of their place. */
import { z } from 'zod'
import { givenJson, json, sized } from '../bounds.ts'
import { audit, entity, id, revision, route, text, uuid } from '../define.ts'
import { IssueList, IssueListQuery } from '../lists/issueLists.ts'
import { seesView } from '../planning/actions.ts'
import { Favorite, FavoriteAnswer } from './favorites.ts'
import { listShape } from './userProperties.ts'

/** The longest JSON text of each part of a view. */
const MAX_LENGTH = 6_000

export const View = entity({
  name: 'view',
  table: 'views',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  kept: 'snapshot',
  read: seesView,
  shape: {
    id,
    ...audit,
    workspace: id,
    /** Null of the workspace's own views. */
    project: id.nullable(),
    name: z.string(),
    description: z.string(),
    owned_by: id,
    /** The owner has no active membership in the project, or the workspace whose own it is: its admins stand in. */
    owner_gone: z.boolean(),
    /** 0 private, 1 public: the other way round than pages. */
    access: z.number().int(),
    is_locked: z.boolean(),
    sort_order: z.number(),
    logo_props: json,
    /** The filters as the query string of a list. */
    query: json,
    filters: json,
    display_filters: json,
    display_properties: json,
    ...revision,
  },
})
export type View = z.infer<typeof View.schema>

export const ViewAnswer = z.object({ ...View.schema.shape, is_favorite: z.boolean(), anchor: z.null() })

export const viewFilters = sized(listShape.filters, MAX_LENGTH)
export const viewDisplay = sized(listShape.display_filters, MAX_LENGTH)
export const viewColumns = sized(listShape.display_properties, MAX_LENGTH)
const access = z.union([z.literal(0), z.literal(1)])
const fields = {
  description: z.string().max(2000).optional(),
  logo_props: givenJson(MAX_LENGTH).optional(),
  filters: viewFilters.optional(),
  display_filters: viewDisplay.optional(),
  display_properties: viewColumns.optional(),
}
const newView = z.object({ name: text(255), access: access.default(1), ...fields })
const change = z.object({ name: text(255).optional(), ...fields })

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const one = { in: 'project', target: View, param: 'viewId' } as const
const oneAcross = { in: 'workspace', target: View, param: 'viewId' } as const
const setAccess = z.object({ access })

export const viewOrders = ['name', 'created_at', 'updated_at', 'sort_order'] as const

export const viewRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/views/`,
    action: 'view.list',
    in: 'project',
    answer: z.array(ViewAnswer),
    summary: 'Views of the project that the caller may see, favorites first, then by name.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/views/`,
    action: 'view.create',
    in: 'project',
    creates: View,
    body: newView,
    status: 201,
    answer: ViewAnswer,
    summary:
      'Keeps filters and display under a name, for everyone in the project (1) or the caller alone (0).',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/views/:viewId/`,
    action: 'view.list',
    answer: ViewAnswer,
    summary: 'One view.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/views/:viewId/`,
    action: 'view.update',
    body: change,
    answer: ViewAnswer,
    summary: 'Changes a view for everyone who sees it; each given object replaces the stored one.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/views/:viewId/`,
    action: 'view.delete',
    summary: 'Deletes a view, and takes it out of everyone’s favorites.',
  }),
  restore: route({
    method: 'POST',
    path: `${p}/views/:viewId/restore/`,
    action: 'view.restore',
    in: 'project',
    summary: 'Brings a deleted view back.',
  }),
  lock: route({
    ...one,
    method: 'POST',
    path: `${p}/views/:viewId/lock/`,
    action: 'view.lock',
    summary: 'Locks the view: nobody changes it until its owner unlocks it.',
  }),
  unlock: route({
    ...one,
    method: 'DELETE',
    path: `${p}/views/:viewId/lock/`,
    action: 'view.lock',
    summary: 'Unlocks the view.',
  }),
  setAccess: route({
    ...one,
    method: 'POST',
    path: `${p}/views/:viewId/access/`,
    action: 'view.access',
    body: setAccess,
    summary: 'Makes the view public (1) or private (0).',
  }),
  issues: route({
    ...one,
    method: 'GET',
    path: `${p}/views/:viewId/issues/`,
    action: 'view.list',
    scope: 'issues',
    query: IssueListQuery,
    answer: IssueList,
    tellsSeq: true,
    summary: 'A list of the project’s issues that pass the view’s filters and those given.',
  }),
  /** Ours: how many issues each of the views holds, for those of a list that are on the screen. */
  counts: route({
    method: 'GET',
    path: `${p}/views/counts/`,
    action: 'view.list',
    in: 'project',
    query: z.object({ ids: z.string().default('') }),
    answer: z.record(z.string(), z.number().int()),
    summary: 'How many issues each of up to 50 views holds, by the views’ ids.',
  }),
  listFavorite: route({
    method: 'GET',
    path: `${p}/user-favorite-views/`,
    action: 'view.list',
    in: 'project',
    answer: z.array(FavoriteAnswer),
    summary: 'The caller’s favorites among the project’s views, the newest first.',
  }),
  favor: route({
    method: 'POST',
    path: `${p}/user-favorite-views/`,
    action: 'view.favor',
    in: 'project',
    creates: Favorite,
    body: z.object({ view: uuid }),
    summary: 'Adds a view to the caller’s favorites.',
  }),
  disfavor: route({
    ...one,
    method: 'DELETE',
    path: `${p}/user-favorite-views/:viewId/`,
    action: 'view.favor',
    summary: 'Removes a view from the caller’s favorites.',
  }),

  listAcross: route({
    method: 'GET',
    path: `${ws}/views/`,
    action: 'view.listAcross',
    in: 'workspace',
    query: z.object({ order_by: z.string().optional() }),
    answer: z.array(ViewAnswer),
    summary: 'The workspace’s own views that the caller may see, the newest first.',
  }),
  createAcross: route({
    method: 'POST',
    path: `${ws}/views/`,
    action: 'view.createAcross',
    in: 'workspace',
    creates: View,
    body: newView,
    status: 201,
    answer: ViewAnswer,
    summary: 'Saves a list across projects under a name.',
  }),
  getAcross: route({
    ...oneAcross,
    method: 'GET',
    path: `${ws}/views/:viewId/`,
    action: 'view.listAcross',
    answer: ViewAnswer,
    summary: 'One view of the workspace.',
  }),
  updateAcross: route({
    ...oneAcross,
    method: 'PATCH',
    path: `${ws}/views/:viewId/`,
    action: 'view.update',
    body: change,
    answer: ViewAnswer,
    summary: 'Changes a view of the workspace for everyone who sees it.',
  }),
  removeAcross: route({
    ...oneAcross,
    method: 'DELETE',
    path: `${ws}/views/:viewId/`,
    action: 'view.delete',
    summary: 'Deletes a view of the workspace.',
  }),
  restoreAcross: route({
    method: 'POST',
    path: `${ws}/views/:viewId/restore/`,
    action: 'view.restoreAcross',
    in: 'workspace',
    summary: 'Brings a deleted view of the workspace back.',
  }),
  lockAcross: route({
    ...oneAcross,
    method: 'POST',
    path: `${ws}/views/:viewId/lock/`,
    action: 'view.lock',
    summary: 'Locks the view: nobody changes it until its owner unlocks it.',
  }),
  unlockAcross: route({
    ...oneAcross,
    method: 'DELETE',
    path: `${ws}/views/:viewId/lock/`,
    action: 'view.lock',
    summary: 'Unlocks the view.',
  }),
  setAccessAcross: route({
    ...oneAcross,
    method: 'POST',
    path: `${ws}/views/:viewId/access/`,
    action: 'view.access',
    body: setAccess,
    summary: 'Makes the view public (1) or private (0).',
  }),
}
