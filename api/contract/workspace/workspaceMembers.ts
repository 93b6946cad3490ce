import { z } from 'zod'
import { audit, datetime, entity, id, revision, route, uuid } from '../define.ts'
import { User } from '../people/users.ts'
import { ViewProps } from '../planning/userProperties.ts'
import { GUEST, workspaceRole } from '../rules.ts'

export const role = z.union([z.literal(20), z.literal(15), z.literal(5)])

export const WorkspaceMember = entity({
  name: 'workspace_member',
  table: 'workspace_members',
  scope: 'workspace',
  place: { workspace: 'workspace_id' },
  kept: 'snapshot',
  toInstance: true,
  ends: true,
  read: workspaceRole(GUEST),
  alters: ({ row }, viewer) => [viewer.id, viewer.owner].includes(row.member_id as string),
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

const inWorkspace = '/api/workspaces/:ws' as const

export const workspaceMemberRoutes = {
  members: route({
    method: 'GET',
    path: `${inWorkspace}/members/`,
    action: 'workspaceMember.list',
    in: 'workspace',
    query: z.object({ search: z.string().optional() }),
    answer: z.array(WorkspaceMemberAnswer),
    summary: 'Active members; e-mail addresses for members and admins only.',
    exposes: { v1: 'members/' },
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
    summary: 'Adds people who share a workspace with the caller already; all or none. Others are invited.',
  }),
  getMember: route({
    method: 'GET',
    path: `${inWorkspace}/members/:memberId/`,
    action: 'workspaceMember.list',
    in: 'workspace',
    target: WorkspaceMember,
    param: 'memberId',
    answer: WorkspaceMemberAnswer,
    summary: 'One membership; the e-mail address for members and admins only.',
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
  leave: route({
    method: 'POST',
    path: `${inWorkspace}/members/leave/`,
    action: 'workspaceMember.self',
    in: 'workspace',
    token: false,
    summary: 'Ends the caller’s own membership and those in the workspace’s projects.',
  }),
  memberActivity: route({
    method: 'GET',
    path: `${inWorkspace}/members/activity/`,
    action: 'workspaceMember.update',
    in: 'workspace',
    answer: z.array(
      z.object({
        member: id,
        last_active: datetime.nullable(),
        projects: z.array(z.object({ id, name: z.string(), role: z.number().int(), sees_all: z.boolean() })),
      }),
    ),
    summary: 'When each active member was last here, and which projects they are in.',
  }),
  projectMembers: route({
    method: 'GET',
    path: `${inWorkspace}/project-members/`,
    action: 'workspaceMember.list',
    in: 'workspace',
    answer: z.record(z.string(), z.array(z.object({ id, role: z.number().int(), member: id }))),
    summary: 'Active members of each project that the caller has joined.',
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
