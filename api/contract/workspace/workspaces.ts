import { z } from 'zod'
import { audit, blankable, datetime, entity, id, revision, route, text, uuid, zone } from '../define.ts'
import { User } from '../people/users.ts'
import { GUEST, workspaceRole } from '../permissions.ts'
import { ViewProps } from '../planning/userProperties.ts'

export const role = z.union([z.literal(20), z.literal(15), z.literal(5)])

export const Workspace = entity({
  name: 'workspace',
  table: 'workspaces',
  scope: 'workspace',
  place: { workspace: 'id' },
  kept: 'snapshot',
  read: workspaceRole(GUEST),
  shape: {
    id,
    ...audit,
    name: z.string(),
    slug: z.string(),
    owner_id: id,
    logo: z.string().nullable(),
    logo_asset: id.nullable(),
    logo_url: z.string().nullable(),
    organization_size: z.string().nullable(),
    timezone: z.string(),
    ...revision,
  },
})

export const WorkspaceMember = entity({
  name: 'workspace_member',
  table: 'workspace_members',
  scope: 'workspace',
  place: { workspace: 'workspace_id' },
  kept: 'snapshot',
  read: workspaceRole(GUEST),
  shape: {
    id,
    workspace_id: id,
    member_id: id,
    role: z.number().int(),
    is_active: z.boolean(),
    created_at: datetime,
    ...revision,
  },
})

export const WorkspaceAnswer = z.object({
  ...Workspace.schema.shape,
  owner: User.schema,
  total_members: z.number().int().optional(),
  total_issues: z.number().int().optional(),
})

export const WorkspaceMemberAnswer = z.object({
  id,
  member: z.object({
    ...User.schema.shape,
    email: z.string().optional(),
    last_login_medium: z.string().optional(),
  }),
  role: z.number().int(),
  is_active: z.boolean(),
  created_at: datetime,
})

export const WorkspaceMemberMe = z.object({
  ...WorkspaceMember.schema.shape,
  ...audit,
  workspace: id,
  member: id,
  company_role: z.string().nullable(),
  view_props: ViewProps,
  default_props: ViewProps,
  issue_props: z.record(z.string(), z.boolean()),
  draft_issue_count: z.number().int(),
})

/** Size and shape of name and slug are judged by the service: their order of refusal is part of the contract. */
/** How long a workspace’s name and slug may be; its own refusal says so. */
export const workspaceLimits = { name: 80, slug: 48 } as const

export const WorkspaceInput = z.object({
  name: z.string().optional(),
  slug: z.string().optional(),
  organization_size: blankable(20).nullable().optional(),
  timezone: zone.optional(),
  company_role: blankable(255).nullable().optional(),
})

const inWorkspace = '/api/workspaces/:ws' as const

export const workspaceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/users/me/workspaces/',
    action: 'workspace.list',
    in: 'session',
    query: z.object({ search: z.string().optional(), owner: z.string().optional() }),
    answer: z.array(WorkspaceAnswer),
    summary: 'Workspaces of the caller, newest first.',
  }),
  listAll: route({
    method: 'GET',
    path: '/api/workspaces/',
    action: 'workspace.list',
    in: 'session',
    query: z.object({ search: z.string().optional(), owner: z.string().optional() }),
    answer: z.array(WorkspaceAnswer),
    summary: 'The same list under its other address.',
  }),
  create: route({
    method: 'POST',
    path: '/api/workspaces/',
    action: 'workspace.create',
    in: 'session',
    creates: Workspace,
    body: WorkspaceInput,
    status: 201,
    answer: WorkspaceAnswer,
    summary: 'Makes a workspace; the caller becomes its admin.',
  }),
  checkSlug: route({
    method: 'GET',
    path: '/api/workspace-slug-check/',
    action: 'workspace.checkSlug',
    in: 'session',
    query: z.object({ slug: z.string().optional() }),
    answer: z.object({ status: z.boolean() }),
    summary: 'Is this slug free?',
  }),
  get: route({
    method: 'GET',
    path: `${inWorkspace}/`,
    action: 'workspace.read',
    in: 'workspace',
    target: Workspace,
    answer: WorkspaceAnswer,
    summary: 'One workspace.',
  }),
  update: route({
    method: 'PATCH',
    path: `${inWorkspace}/`,
    action: 'workspace.update',
    in: 'workspace',
    target: Workspace,
    body: z.object({
      name: text(workspaceLimits.name).optional(),
      organization_size: blankable(20).nullable().optional(),
      timezone: zone.optional(),
    }),
    answer: WorkspaceAnswer,
    summary: 'Changes name, size or time zone; never the slug.',
  }),
  members: route({
    method: 'GET',
    path: `${inWorkspace}/members/`,
    action: 'workspaceMember.list',
    in: 'workspace',
    query: z.object({ search: z.string().optional() }),
    answer: z.array(WorkspaceMemberAnswer),
    summary: 'Active members; e-mail addresses for members and admins only.',
  }),
  addMembers: route({
    method: 'POST',
    path: `${inWorkspace}/members/`,
    action: 'workspaceMember.add',
    in: 'workspace',
    body: z.object({
      members: z
        .array(z.object({ email: z.email().toLowerCase(), role: role.default(5) }))
        .min(1)
        .max(100),
    }),
    status: 201,
    answer: z.array(WorkspaceMemberAnswer),
    summary: 'Adds people who have an account; all or none.',
  }),
  updateMember: route({
    method: 'PATCH',
    path: `${inWorkspace}/members/:memberId/`,
    action: 'workspaceMember.update',
    in: 'workspace',
    target: WorkspaceMember,
    param: 'memberId',
    body: z.object({ role }),
    answer: WorkspaceMemberAnswer,
    summary: 'Changes a role; lowers the project roles above it.',
  }),
  removeMember: route({
    method: 'DELETE',
    path: `${inWorkspace}/members/:memberId/`,
    action: 'workspaceMember.remove',
    in: 'workspace',
    target: WorkspaceMember,
    param: 'memberId',
    summary: 'Ends a membership and those in the workspace’s projects.',
  }),
  memberMe: route({
    method: 'GET',
    path: `${inWorkspace}/workspace-members/me/`,
    action: 'workspaceMember.self',
    in: 'workspace',
    answer: WorkspaceMemberMe,
    summary: 'The caller’s own membership.',
  }),
  projectRoles: route({
    method: 'GET',
    path: '/api/users/me/workspaces/:ws/project-roles/',
    action: 'workspaceMember.self',
    in: 'workspace',
    answer: z.record(z.string(), z.number().int()),
    summary: 'The caller’s role in each joined project.',
  }),
}

export const memberInput = z.object({ member_id: uuid, role: role.default(5) })
