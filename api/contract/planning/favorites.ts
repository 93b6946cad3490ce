/** Favorites: the things that one person keeps at hand, in folders of their own. */
import { z } from 'zod'
import { audit, entity, id, revision, route, text, uuid } from '../define.ts'
import { own } from '../rules.ts'
import { Project } from '../workspace/projects.ts'
import { Cycle } from './cycles.ts'
import { Module } from './modules.ts'

/** Every kind that a favorite may stand for. */
export const favoriteTypes = ['cycle', 'module', 'view', 'page', 'project', 'folder'] as const

export type FavoriteType = (typeof favoriteTypes)[number]

export const Favorite = entity({
  name: 'favorite',
  table: 'favorites',
  scope: 'user',
  place: { workspace: 'workspace_id', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    ...audit,
    user: id,
    workspace_id: id,
    project_id: id.nullable(),
    entity_type: z.enum(favoriteTypes),
    entity_identifier: id.nullable(),
    name: z.string().nullable(),
    is_folder: z.boolean(),
    sequence: z.number(),
    parent: id.nullable(),
    ...revision,
  },
})
export type Favorite = z.infer<typeof Favorite.schema>

export const FavoriteAnswer = z.object({
  ...Favorite.schema.shape,
  entity_data: z
    .object({
      id,
      name: z.string(),
      logo_props: z.record(z.string(), z.unknown()),
      /** Null of a view of the workspace; a project has none. */
      project_id: id.nullable().optional(),
    })
    .nullable(),
})
export type FavoriteAnswer = z.infer<typeof FavoriteAnswer>

const favorites = '/api/workspaces/:ws/user-favorites' as const
const one = { in: 'workspace', target: Favorite, param: 'favoriteId', action: 'favorite.own' } as const

const p = '/api/workspaces/:ws/projects/:p' as const
const ofCycle = { in: 'project', action: 'cycle.favor' } as const
const ofModule = { in: 'project', action: 'module.favor' } as const

const w = '/api/workspaces/:ws' as const
const ofProject = { in: 'workspace', action: 'favorite.create' } as const

export const favoriteRoutes = {
  listProjects: route({
    in: 'workspace',
    action: 'favorite.list',
    method: 'GET',
    path: `${w}/user-favorite-projects/`,
    answer: z.array(FavoriteAnswer),
    summary: 'The caller’s favorite projects.',
  }),
  favorProject: route({
    ...ofProject,
    method: 'POST',
    path: `${w}/user-favorite-projects/`,
    creates: Favorite,
    body: z.object({ project: uuid }),
    summary: 'Adds a project to the caller’s favorites.',
  }),
  disfavorProject: route({
    ...ofProject,
    method: 'DELETE',
    path: `${w}/user-favorite-projects/:projectId/`,
    target: Project,
    param: 'projectId',
    summary: 'Removes a project from the caller’s favorites.',
  }),
  listCycles: route({
    in: 'project',
    action: 'cycle.list',
    method: 'GET',
    path: `${p}/user-favorite-cycles/`,
    answer: z.array(FavoriteAnswer),
    summary: 'The caller’s favorite cycles of the project.',
  }),
  favorCycle: route({
    ...ofCycle,
    method: 'POST',
    path: `${p}/user-favorite-cycles/`,
    creates: Favorite,
    body: z.object({ cycle: uuid }),
    summary: 'Adds a cycle to the caller’s favorites.',
  }),
  disfavorCycle: route({
    ...ofCycle,
    target: Cycle,
    param: 'cycleId',
    method: 'DELETE',
    path: `${p}/user-favorite-cycles/:cycleId/`,
    summary: 'Removes a cycle from the caller’s favorites.',
  }),
  listModules: route({
    in: 'project',
    action: 'module.list',
    method: 'GET',
    path: `${p}/user-favorite-modules/`,
    answer: z.array(FavoriteAnswer),
    summary: 'The caller’s favorite modules of the project.',
  }),
  favorModule: route({
    ...ofModule,
    method: 'POST',
    path: `${p}/user-favorite-modules/`,
    creates: Favorite,
    body: z.object({ module: uuid }),
    summary: 'Adds a module to the caller’s favorites.',
  }),
  disfavorModule: route({
    ...ofModule,
    target: Module,
    param: 'moduleId',
    method: 'DELETE',
    path: `${p}/user-favorite-modules/:moduleId/`,
    summary: 'Removes a module from the caller’s favorites.',
  }),
  list: route({
    method: 'GET',
    path: `${favorites}/`,
    action: 'favorite.list',
    in: 'workspace',
    query: z.object({ all: z.string().optional() }),
    answer: z.array(FavoriteAnswer),
    summary: 'The caller’s favorites at the top, newest first; with `all=true` those in folders as well.',
  }),
  create: route({
    method: 'POST',
    path: `${favorites}/`,
    action: 'favorite.create',
    in: 'workspace',
    creates: Favorite,
    body: z.object({
      entity_type: z.enum(favoriteTypes),
      entity_identifier: uuid.nullish(),
      project_id: uuid.nullish(),
      parent: uuid.nullish(),
      name: text(255).nullish(),
    }),
    answer: FavoriteAnswer,
    summary: 'Adds a page, cycle, module, view or project to the caller’s favorites, or makes a folder.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${favorites}/:favoriteId/`,
    body: z.object({
      parent: uuid.nullable().optional(),
      sequence: z.number().optional(),
      name: text(255).optional(),
    }),
    answer: FavoriteAnswer,
    summary: 'Moves a favorite, into a folder or out of it, or renames a folder.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${favorites}/:favoriteId/`,
    summary: 'Removes a favorite. What is in a folder moves to the top.',
  }),
  /** Ours: the way back. */
  restore: route({
    in: 'workspace',
    method: 'POST',
    path: `${favorites}/:favoriteId/restore/`,
    action: 'favorite.create',
    body: z.object({ holds: z.array(uuid).max(1000).optional() }),
    summary: 'Brings a deleted folder back; of `holds` those that are still at the top go into it again.',
  }),
  group: route({
    ...one,
    method: 'GET',
    path: `${favorites}/:favoriteId/group/`,
    answer: z.array(FavoriteAnswer),
    summary: 'What is in a folder.',
  }),
}
