import { z } from 'zod'
import { description, givenJson, ids, json, MAX_NAMED } from '../bounds.ts'
import { audit, datetime, entity, id, revision, route, text, uuid, webAddress, zone } from '../define.ts'
import { ADMIN, all, anchored, any, equals, MEMBER, onProject, workspaceRole } from '../rules.ts'
import { memberInput } from './workspaceMembers.ts'

const place = { workspace: 'workspace', project: 'id' }

export const Project = entity({
  name: 'project',
  table: 'projects',
  scope: 'workspace',
  place,
  kept: 'snapshot',
  read: any(
    workspaceRole(ADMIN),
    onProject,
    all(workspaceRole(MEMBER), equals('network', 2)),
    anchored('project', 'id'),
  ),
  alters: ({ op, row, before }, viewer) =>
    (op === 'delete' ||
      (before !== null && ('archived_at' in before || 'guest_view_all_features' in before))) &&
    String(row.id) in viewer.projects,
  shape: {
    id,
    ...audit,
    name: z.string(),
    description: z.string(),
    description_text: json.nullable(),
    description_html: json.nullable(),
    /** 0 secret, 2 public to the members of the workspace. */
    network: z.number().int(),
    identifier: z.string(),
    emoji: z.string().nullable(),
    icon_prop: json.nullable(),
    module_view: z.boolean(),
    cycle_view: z.boolean(),
    issue_views_view: z.boolean(),
    page_view: z.boolean(),
    intake_view: z.boolean(),
    inbox_view: z.boolean(),
    is_time_tracking_enabled: z.boolean(),
    is_issue_type_enabled: z.boolean(),
    guest_view_all_features: z.boolean(),
    cover_image: z.string().nullable(),
    cover_image_asset: id.nullable(),
    cover_image_url: z.string().nullable(),
    archive_in: z.number().int(),
    close_in: z.number().int(),
    cycles_ahead: z.number().int(),
    cycle_weeks: z.number().int(),
    cycle_weekday: z.number().int(),
    cycle_rest: z.string(),
    logo_props: json,
    archived_at: datetime.nullable(),
    timezone: z.string(),
    workspace: id,
    default_assignee: id.nullable(),
    project_lead: id.nullable(),
    estimate: id.nullable(),
    default_state: id.nullable(),
    ...revision,
  },
})

export const ProjectAnswer = z.object({
  ...Project.schema.shape,
  is_favorite: z.boolean(),
  is_member: z.boolean(),
  total_members: z.number().int(),
  total_cycles: z.number().int(),
  total_modules: z.number().int(),
  sort_order: z.number().nullable(),
  member_role: z.number().int().nullable(),
  anchor: z.string().nullable(),
  members: z.array(
    z.object({
      id,
      member_id: id,
      member__display_name: z.string(),
      member__avatar: z.string(),
      member__avatar_url: z.string().nullable(),
    }),
  ),
})

const counts = z.number().int()
export const ProjectDetail = z.object({
  ...ProjectAnswer.shape,
  total_issues: counts,
  sub_issues: counts,
  archived_issues: counts,
  archived_sub_issues: counts,
  draft_issues: counts,
  draft_sub_issues: counts,
})

/** How far a project is, and who is in it; cancelled issues do not count. */
export const ProjectWork = z.object({
  project: id,
  members: z.array(id),
  completed: counts,
  started: counts,
  unstarted: counts,
  backlog: counts,
  /** When one of its issues was last changed. */
  updated_at: datetime.nullable(),
})

/** Months after which issues that nobody touches are archived or closed; 0 says never. */
const months = z.number().int().min(0).max(12).optional()
const monthsAsked = z.coerce.number().int().min(0).max(12).optional()

const projectFields = {
  description: description.optional(),
  network: z.union([z.literal(0), z.literal(2)]).optional(),
  project_lead: uuid.nullable().optional(),
  default_assignee: uuid.nullable().optional(),
  logo_props: givenJson().optional(),
  cover_image: webAddress(800).nullable().optional(),
  /** The cover that is shown, one of the caller's that was sent for no project yet, or null for `cover_image` to be shown. */
  cover_image_asset: uuid.nullable().optional(),
  timezone: zone.optional(),
  module_view: z.boolean().optional(),
  cycle_view: z.boolean().optional(),
  issue_views_view: z.boolean().optional(),
  page_view: z.boolean().optional(),
  inbox_view: z.boolean().optional(),
  guest_view_all_features: z.boolean().optional(),
  archive_in: months,
  close_in: months,
  /** So many cycles beside the one under way are made ahead; 0 makes none. */
  cycles_ahead: z.number().int().min(0).max(12).optional(),
  cycle_weeks: z.number().int().min(1).max(12).optional(),
  /** 0 is Sunday. */
  cycle_weekday: z.number().int().min(0).max(6).optional(),
  /** Open issues of a cycle that ends move to the next one, into none, or stay. */
  cycle_rest: z.enum(['next', 'none', 'stay']).optional(),
  default_state: uuid.nullable().optional(),
  estimate: uuid.nullable().optional(),
}

const ws = '/api/workspaces/:ws' as const
const p = '/api/workspaces/:ws/projects/:p' as const

export const archivedProject = z.object({ archived_at: datetime.nullable() })

/** The columns that `order_by` names. */
export const projectOrders = ['sort_order', 'created_at', 'updated_at', 'name', 'identifier'] as const

export const projectRoutes = {
  list: route({
    method: 'GET',
    path: `${ws}/projects/`,
    action: 'project.list',
    in: 'workspace',
    query: z.object({ order_by: z.string().optional() }),
    answer: z.array(ProjectAnswer),
    exposes: { v1: 'projects/' },
    summary: 'Projects that the caller may see, in their own order where no other is asked for.',
  }),
  /** Ours: of the projects that one is in the lists say it. */
  openWork: route({
    method: 'GET',
    path: `${ws}/project-work/`,
    action: 'project.list',
    in: 'workspace',
    answer: z.array(ProjectWork),
    summary: 'How far the projects are that the caller sees and is not in, and who is in them.',
  }),
  create: route({
    method: 'POST',
    path: `${ws}/projects/`,
    action: 'project.create',
    in: 'workspace',
    creates: Project,
    body: z.object({
      name: text(255),
      identifier: text(12),
      ...projectFields,
      /** A project of the caller's whose states, labels, estimate and features the new one copies. */
      like: uuid.nullable().optional(),
      members: z.array(memberInput).max(MAX_NAMED).optional(),
    }),
    status: 201,
    answer: ProjectAnswer,
    exposes: { v1: 'projects/' },
    summary: 'Makes a project with its states, and with the people given.',
  }),
  get: route({
    method: 'GET',
    path: `${p}/`,
    action: 'project.read',
    in: 'project',
    target: Project,
    answer: ProjectDetail,
    exposes: { v1: '' },
    summary: 'One project with its counts.',
  }),
  /** Ours: what is about to happen, before it is turned on. */
  automated: route({
    method: 'GET',
    path: `${p}/automations/`,
    action: 'project.update',
    in: 'project',
    target: Project,
    query: z.object({ archive_in: monthsAsked, close_in: monthsAsked }),
    answer: z.object({ archived: z.number().int(), closed: z.number().int() }),
    summary: 'How many issues would be archived and closed now, after so many months; nothing is changed.',
  }),
  update: route({
    method: 'PATCH',
    path: `${p}/`,
    action: 'project.update',
    in: 'project',
    target: Project,
    archived: true,
    body: z.object({ name: text(255).optional(), identifier: text(12).optional(), ...projectFields }),
    answer: ProjectAnswer,
    exposes: { v1: '' },
    summary: 'Changes a project.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${p}/`,
    action: 'project.delete',
    in: 'project',
    target: Project,
    notFound: 'project.notFound',
    archived: true,
    outsiders: true,
    exposes: { v1: '' },
    summary: 'Deletes a project with all that is in it.',
  }),
  archive: route({
    method: 'POST',
    path: `${p}/archive/`,
    action: 'project.archive',
    in: 'project',
    target: Project,
    archived: true,
    answer: archivedProject,
    exposes: { v1: 'archive/' },
    summary: 'Archives a project: it is kept as it is, and out of everyone’s way.',
  }),
  unarchive: route({
    method: 'DELETE',
    path: `${p}/archive/`,
    action: 'project.archive',
    in: 'project',
    target: Project,
    archived: true,
    exposes: { v1: 'archive/' },
    summary: 'Brings a project back from the archive.',
  }),
  covers: route({
    method: 'GET',
    path: '/api/project-covers/',
    action: 'project.covers',
    in: 'open',
    token: true,
    answer: z.array(z.string()),
    summary: 'Addresses of the covers that come with Tandem.',
  }),
  cover: route({
    method: 'GET',
    path: '/api/project-covers/:cover/',
    action: 'project.covers',
    in: 'open',
    token: true,
    raw: 'image/svg+xml',
    answer: z.string(),
    notFound: 'path.notFound',
    summary: 'One of these covers, a drawing.',
  }),
  checkIdentifier: route({
    method: 'GET',
    path: `${ws}/project-identifiers/`,
    action: 'project.checkIdentifier',
    in: 'workspace',
    query: z.object({ name: z.string().optional() }),
    answer: z.object({
      exists: z.number().int(),
      identifiers: z.array(z.object({ id: z.number().int(), name: z.string(), project: id })),
    }),
    summary: 'Whether an identifier is taken in the workspace.',
  }),
  freeIdentifier: route({
    method: 'DELETE',
    path: `${ws}/project-identifiers/`,
    action: 'project.checkIdentifier',
    in: 'workspace',
    body: z.object({ name: z.string().optional() }),
    summary: 'Refused while a project has this identifier; one that none has is free anyway.',
  }),
  join: route({
    method: 'POST',
    path: '/api/users/me/workspaces/:ws/projects/invitations/',
    action: 'project.join',
    in: 'workspace',
    body: z.object({ project_ids: ids.min(1) }),
    status: 201,
    answer: z.object({ message: z.string() }),
    says: { message: 'Projects joined successfully' },
    summary: 'Joins public projects; admins may join any project.',
  }),
}
