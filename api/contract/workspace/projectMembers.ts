import { z } from 'zod'
import { ProjectLite, WorkspaceLite } from '../belongs.ts'
import { givenJson, json, MAX_NAMED } from '../bounds.ts'
import { audit, datetime, entity, id, revision, route } from '../define.ts'
import { UserLite } from '../people/users.ts'
import { ViewProps } from '../planning/userProperties.ts'
import { onProject, own } from '../rules.ts'
import { memberInput, role } from './workspaceMembers.ts'
import { WorkspaceAnswer } from './workspaces.ts'

export const ProjectMember = entity({
  name: 'project_member',
  table: 'project_members',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project' },
  kept: 'snapshot',
  ends: true,
  read: onProject,
  alters: ({ row }, viewer) => [viewer.id, viewer.owner].includes(row.member as string),
  shape: {
    id,
    role: z.number().int(),
    member: id,
    project: id,
    workspace_id: id,
    is_active: z.boolean(),
    created_at: datetime,
    ...revision,
  },
})

/** How one person keeps one project: place in their sidebar, and view settings. */
export const ProjectPreference = entity({
  name: 'project_preference',
  table: 'project_preferences',
  scope: 'user',
  place: { workspace: 'workspace_id', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    user: id,
    project: id,
    workspace_id: id,
    sort_order: z.number(),
    view_props: json,
    default_props: json,
    preferences: json,
    ...revision,
  },
})

export const ProjectMemberAnswer = z.object({ id, role: z.number().int(), member: id, project: id })

/** A membership with its person; without the e-mail address where the caller is a guest. */
export const ProjectMemberAdmin = z.object({
  ...ProjectMember.schema.shape,
  ...audit,
  workspace: WorkspaceLite,
  project: ProjectLite,
  member: UserLite.extend({ email: z.string().optional(), last_login_medium: z.string().optional() }),
})

export const ProjectMemberMe = z.object({
  ...ProjectMember.schema.shape,
  ...audit,
  workspace: WorkspaceLite,
  project: ProjectLite,
  member: UserLite,
  comment: z.null(),
  view_props: ViewProps,
  default_props: ViewProps,
  preferences: json,
  sort_order: z.number(),
})

/** Without its revision: a row that names things is none to keep. */
export const ProjectMemberChanged = ProjectMemberAdmin.omit({ revision: true })

const p = '/api/workspaces/:ws/projects/:p' as const

export const projectMemberRoutes = {
  members: route({
    method: 'GET',
    path: `${p}/members/`,
    action: 'projectMember.list',
    in: 'project',
    answer: z.array(ProjectMemberAnswer),
    summary: 'Active members of the project.',
    exposes: { v1: 'members/' },
  }),
  addMembers: route({
    method: 'POST',
    path: `${p}/members/`,
    action: 'projectMember.add',
    in: 'project',
    body: z.object({ members: z.array(memberInput).max(MAX_NAMED).default([]) }),
    status: 201,
    answer: z.array(ProjectMemberAnswer),
    summary: 'Adds people of the workspace; all or none.',
    exposes: { v1: 'members/' },
  }),
  updateMember: route({
    method: 'PATCH',
    path: `${p}/members/:memberId/`,
    action: 'projectMember.update',
    in: 'project',
    target: ProjectMember,
    param: 'memberId',
    body: z.object({ role }),
    answer: ProjectMemberChanged,
    summary: 'Changes a role.',
  }),
  member: route({
    method: 'GET',
    path: `${p}/members/:memberId/`,
    action: 'projectMember.list',
    in: 'project',
    target: ProjectMember,
    param: 'memberId',
    answer: ProjectMemberAdmin,
    summary: 'One membership of the project.',
  }),
  leave: route({
    method: 'POST',
    path: `${p}/members/leave/`,
    action: 'projectMember.self',
    in: 'project',
    summary: 'Ends the caller’s own membership.',
  }),
  removeMember: route({
    method: 'DELETE',
    path: `${p}/members/:memberId/`,
    action: 'projectMember.remove',
    in: 'project',
    target: ProjectMember,
    param: 'memberId',
    summary: 'Ends a membership.',
  }),
  lastVisited: route({
    method: 'GET',
    path: '/api/users/last-visited-workspace/',
    action: 'user.self',
    in: 'session',
    answer: z.object({
      workspace_details: z.union([WorkspaceAnswer, z.strictObject({})]),
      project_details: z.array(ProjectMemberMe),
    }),
    summary: 'The workspace where the caller was last, and their memberships of its projects.',
  }),
  memberMe: route({
    method: 'GET',
    path: `${p}/project-members/me/`,
    action: 'projectMember.self',
    in: 'project',
    answer: ProjectMemberMe,
    summary: 'The caller’s own membership.',
  }),
  updatePreference: route({
    method: 'POST',
    path: `${p}/project-views/`,
    action: 'projectPreference.update',
    in: 'project',
    body: z.object({
      sort_order: z.number().optional(),
      view_props: givenJson().optional(),
      default_props: givenJson().optional(),
      preferences: givenJson().optional(),
    }),
    summary: 'Saves the caller’s own place and settings of the project.',
  }),
}
