import { z } from 'zod'
import { description, givenJson, ids, json } from '../bounds.ts'
import { audit, datetime, day, entity, id, revision, route, text, uuid } from '../define.ts'
import { onProject, unlessArchived } from '../rules.ts'
import { Issue, MAX_BULK } from '../work/issues.ts'
import { Analytics, distributions } from './charts.ts'
import { IssueTotals } from './progress.ts'

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
  read: unlessArchived(onProject),
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
    /** Null where it is not completed, and of what was completed before this was kept. */
    completed_at: datetime.nullable(),
    archived_at: datetime.nullable(),
    /** Null where it is not archived, and of what was before this was kept. */
    archived_by: id.nullable(),
    view_props: json,
    logo_props: json,
    external_source: z.string().nullable(),
    external_id: z.string().nullable(),
    ...revision,
  },
})
export type Module = z.infer<typeof Module.schema>

export const ModuleLink = entity({
  name: 'module_link',
  table: 'module_links',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  within: Module,
  kept: 'snapshot',
  read: unlessArchived(onProject),
  shape: {
    id,
    ...audit,
    title: z.string().nullable(),
    /** Always http or https. */
    url: z.string(),
    metadata: json,
    project: id,
    workspace: id,
    module: id,
    /** As its module is, with which it is seen. */
    archived_at: datetime.nullable(),
    ...revision,
  },
})
export type ModuleLink = z.infer<typeof ModuleLink.schema>

export const ModuleAnswer = z.object({
  ...Module.schema.shape,
  ...IssueTotals.shape,
  is_favorite: z.boolean(),
  /** The newest first. */
  link_module: z.array(ModuleLink.schema),
})
export const ModuleDetail = z.object({ ...ModuleAnswer.shape, ...distributions })

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const one = { in: 'project', target: Module, param: 'moduleId' } as const
const fields = {
  description,
  start_date: day.nullable(),
  target_date: day.nullable(),
  status: z.enum(moduleStatuses),
  lead_id: uuid.nullable(),
  member_ids: z.array(uuid).max(MAX_BULK),
  logo_props: givenJson(),
  view_props: givenJson(),
  external_source: z.string().max(255).nullable(),
  external_id: z.string().max(255).nullable(),
}
const patch = z.object({ name: text(255), sort_order: z.number(), ...fields }).partial()
const success = {
  answer: z.object({ message: z.literal('success') }),
  says: { message: 'success' as const },
}

export const archivedModule = z.object({ archived_at: datetime })

export const moduleRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/modules/`,
    action: 'module.list',
    in: 'project',
    answer: z.array(ModuleAnswer),
    summary: 'Modules of the project, the newest first.',
    exposes: { v1: 'modules/' },
  }),
  create: route({
    method: 'POST',
    path: `${p}/modules/`,
    action: 'module.create',
    in: 'project',
    creates: Module,
    body: z.object({
      name: text(255),
      description: fields.description.default(''),
      start_date: fields.start_date.default(null),
      target_date: fields.target_date.default(null),
      status: fields.status.default('planned'),
      lead_id: fields.lead_id.default(null),
      member_ids: fields.member_ids.default([]),
      logo_props: fields.logo_props.default({}),
      view_props: fields.view_props.default({}),
      external_source: fields.external_source.default(null),
      external_id: fields.external_id.default(null),
    }),
    status: 201,
    answer: ModuleAnswer,
    summary: 'Makes a module.',
    exposes: { v1: 'modules/' },
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/modules/:moduleId/`,
    action: 'module.list',
    answer: ModuleDetail,
    summary: 'One module, with what it holds by person and label.',
    exposes: { v1: 'modules/:moduleId/' },
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/modules/:moduleId/`,
    action: 'module.update',
    body: patch,
    answer: ModuleAnswer,
    summary: 'Changes a module; given members replace those that it had.',
    exposes: { v1: 'modules/:moduleId/' },
  }),
  put: route({
    ...one,
    method: 'PUT',
    path: `${p}/modules/:moduleId/`,
    action: 'module.update',
    body: patch,
    answer: ModuleAnswer,
    summary: 'The same as PATCH.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/modules/:moduleId/`,
    action: 'module.delete',
    summary: 'Deletes a module; its issues stay.',
    exposes: { v1: 'modules/:moduleId/' },
  }),
  restore: route({
    method: 'POST',
    path: `${p}/modules/:moduleId/restore/`,
    action: 'module.restore',
    in: 'project',
    summary: 'Brings a deleted module back, with the issues that it held.',
  }),
  analytics: route({
    ...one,
    method: 'GET',
    path: `${p}/modules/:moduleId/analytics/`,
    action: 'module.list',
    query: z.object({ type: z.string().optional() }),
    answer: Analytics,
    summary: 'As the analytics of a cycle; a module without both dates has no days.',
  }),
  listArchived: route({
    method: 'GET',
    path: `${p}/archived-modules/`,
    action: 'module.archived',
    in: 'project',
    answer: z.array(ModuleAnswer),
    summary: 'Archived modules of the project, the newest first.',
    exposes: { v1: 'archived-modules/' },
  }),
  getArchived: route({
    ...one,
    method: 'GET',
    path: `${p}/archived-modules/:moduleId/`,
    action: 'module.archived',
    answer: ModuleDetail,
    summary: 'One archived module, with what it holds by person and label.',
  }),
  archive: route({
    ...one,
    method: 'POST',
    path: `${p}/modules/:moduleId/archive/`,
    action: 'module.archive',
    status: 200,
    answer: archivedModule,
    summary: 'Archives a completed or cancelled module; it goes from everyone’s favorites.',
    exposes: { v1: 'modules/:moduleId/archive/' },
  }),
  unarchive: route({
    ...one,
    method: 'DELETE',
    path: `${p}/modules/:moduleId/archive/`,
    action: 'module.archive',
    summary: 'Takes a module out of the archive, and back among the favorites of those who had it there.',
    exposes: { v1: ['modules/:moduleId/archive/', 'archived-modules/:moduleId/unarchive/'] },
  }),
  listAcross: route({
    method: 'GET',
    path: `${ws}/modules/`,
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
    ...success,
    summary: 'Adds issues to the module.',
    exposes: { v1: 'modules/:moduleId/module-issues/' },
  }),
  issue: route({
    ...one,
    method: 'GET',
    path: `${p}/modules/:moduleId/issues/:issueId/`,
    action: 'module.list',
    scope: 'issues',
    answer: Issue.schema,
    summary: 'An issue of the module.',
    exposes: { v1: 'modules/:moduleId/module-issues/:issueId/' },
  }),
  removeIssue: route({
    ...one,
    method: 'DELETE',
    path: `${p}/modules/:moduleId/issues/:issueId/`,
    action: 'module.fill',
    summary: 'Takes an issue out of the module.',
    exposes: { v1: 'modules/:moduleId/module-issues/:issueId/' },
  }),
  ofIssue: route({
    method: 'POST',
    path: `${p}/issues/:issueId/modules/`,
    action: 'module.fill',
    in: 'project',
    target: Issue,
    param: 'issueId',
    notFound: 'issue.notFound',
    body: z.object({ modules: ids.default([]), removed_modules: ids.default([]) }),
    status: 201,
    ...success,
    summary: 'Adds an issue to modules and takes it out of others.',
  }),
}
