import { z } from 'zod'
import { givenJson, json } from '../bounds.ts'
import { audit, blankable, entity, id, revision, route, text, uuid, webAddress, zone } from '../define.ts'
import { User } from '../people/users.ts'
import { anchored, any, GUEST, own, workspaceRole } from '../rules.ts'

export const Workspace = entity({
  name: 'workspace',
  table: 'workspaces',
  scope: 'workspace',
  place: { workspace: 'id' },
  kept: 'snapshot',
  read: any(workspaceRole(GUEST), anchored('workspace', 'id')),
  alters: ({ op, row }, viewer) => op === 'delete' && String(row.id) in viewer.workspaces,
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

/** How one person keeps a workspace. */
export const WorkspacePreference = entity({
  name: 'workspace_preference',
  table: 'workspace_preferences',
  scope: 'user',
  place: { workspace: 'workspace_id', user: 'user' },
  kept: 'never',
  read: own('user'),
  shape: { id, user: id, workspace_id: id, view_props: json, ...revision },
})

export const WorkspaceAnswer = z.object({
  ...Workspace.schema.shape,
  owner: User.schema,
  total_members: z.number().int().optional(),
  total_issues: z.number().int().optional(),
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
    summary: 'Whether a slug is free.',
  }),
  get: route({
    method: 'GET',
    path: `${inWorkspace}/`,
    action: 'workspace.read',
    in: 'workspace',
    scope: 'any',
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
      logo: webAddress(800).nullable().optional(),
      /** A logo is given by sending it: here it is the one that is shown, or null for `logo` to be shown. */
      logo_asset: uuid.nullable().optional(),
      /** Empty takes the logo away; otherwise it follows from the other two. */
      logo_url: z.string().max(800).nullable().optional(),
      /** Another of its admins; only the owner hands it over, or any admin once the owner has left. */
      owner_id: uuid.optional(),
    }),
    answer: WorkspaceAnswer,
    summary: 'Changes name, size, time zone, logo or owner; never the slug.',
  }),
  contents: route({
    method: 'GET',
    path: `${inWorkspace}/contents/`,
    action: 'workspace.delete',
    in: 'workspace',
    answer: z.object({
      members: z.number().int(),
      projects: z.number().int(),
      issues: z.number().int(),
      pages: z.number().int(),
      files: z.number().int(),
    }),
    summary: 'How much goes with the workspace when it is deleted, archived things too.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${inWorkspace}/`,
    action: 'workspace.delete',
    in: 'workspace',
    target: Workspace,
    summary: 'Deletes a workspace with all that is in it, for everyone at once.',
  }),
  updatePreference: route({
    method: 'POST',
    path: `${inWorkspace}/workspace-views/`,
    action: 'workspaceMember.self',
    in: 'workspace',
    body: z.object({ view_props: givenJson().default({}) }),
    summary: 'Saves the caller’s own settings of the workspace.',
  }),
}
