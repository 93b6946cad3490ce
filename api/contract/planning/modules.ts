import { z } from 'zod'
import { audit, datetime, day, entity, id, json, revision, route, text, uuid } from '../define.ts'
import { onProject } from '../permissions.ts'
import { Issue, MAX_BULK } from '../work/issues.ts'
import { IssueTotals } from './cycles.ts'

export const moduleStatuses = [
  'backlog',
  'planned',
  'in-progress',
  'paused',
  'completed',
  'cancelled',
] as const

export const Module = entity({
  name: 'module',
  table: 'modules',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'snapshot',
  read: onProject,
  notFound: 'module.notFound',
  shape: {
    id,
    ...audit,
    name: z.string(),
    description: z.string(),
    description_text: json.nullable(),
    description_html: json.nullable(),
    project_id: id,
    workspace_id: id,
    start_date: day.nullable(),
    target_date: day.nullable(),
    status: z.enum(moduleStatuses),
    lead_id: id.nullable(),
    member_ids: z.array(id),
    sort_order: z.number(),
    archived_at: datetime.nullable(),
    view_props: json,
    logo_props: json,
    external_source: z.string().nullable(),
    external_id: z.string().nullable(),
    ...revision,
  },
})
export type Module = z.infer<typeof Module.schema>

export const ModuleAnswer = z.object({
  ...Module.schema.shape,
  ...IssueTotals.shape,
  is_favorite: z.boolean(),
  link_module: z.array(z.unknown()),
})

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Module, param: 'moduleId' } as const
const success = z.object({ message: z.literal('success') })

export const moduleRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/modules/`,
    action: 'module.list',
    in: 'project',
    answer: z.array(ModuleAnswer),
    summary: 'Modules of the project, the newest first.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/modules/`,
    action: 'module.create',
    in: 'project',
    creates: Module,
    body: z.object({
      name: text(255),
      description: z.string().default(''),
      start_date: day.nullable().default(null),
      target_date: day.nullable().default(null),
      status: z.enum(moduleStatuses).default('planned'),
      lead_id: uuid.nullable().default(null),
      member_ids: z.array(uuid).default([]),
      logo_props: json.default({}),
      view_props: json.default({}),
      external_source: z.string().max(255).nullable().default(null),
      external_id: z.string().max(255).nullable().default(null),
    }),
    status: 201,
    answer: ModuleAnswer,
    summary: 'Makes a module.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/modules/:moduleId/`,
    action: 'module.list',
    answer: ModuleAnswer,
    summary: 'One module.',
  }),
  listAcross: route({
    method: 'GET',
    path: '/api/workspaces/:ws/modules/',
    action: 'module.listAcross',
    in: 'workspace',
    answer: z.array(ModuleAnswer),
    summary: 'Modules of all projects that the caller has joined, the newest first.',
  }),
  addIssues: route({
    ...one,
    method: 'POST',
    path: `${p}/modules/:moduleId/issues/`,
    action: 'module.fill',
    body: z.object({ issues: z.array(uuid).max(MAX_BULK).default([]) }),
    status: 201,
    answer: success,
    summary: 'Adds issues to the module.',
  }),
  removeIssue: route({
    ...one,
    method: 'DELETE',
    path: `${p}/modules/:moduleId/issues/:issueId/`,
    action: 'module.fill',
    summary: 'Takes an issue out of the module.',
  }),
  ofIssue: route({
    method: 'POST',
    path: `${p}/issues/:issueId/modules/`,
    action: 'module.fill',
    in: 'project',
    target: Issue,
    param: 'issueId',
    notFound: 'issue.notFound',
    body: z.object({ modules: z.array(uuid).default([]), removed_modules: z.array(uuid).default([]) }),
    status: 201,
    answer: success,
    summary: 'Adds an issue to modules and takes it out of others.',
  }),
}
