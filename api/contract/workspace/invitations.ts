import { z } from 'zod'
import { audit, datetime, entity, id, revision, route, uuid } from '../define.ts'
import { UserLite } from '../people/users.ts'
import { ADMIN, workspaceRole } from '../rules.ts'
import { role } from './workspaceMembers.ts'
import { Workspace } from './workspaces.ts'

/** Its id is no secret. That of its link is no part of the row: `link` says it to admins, and the mail to its person. */
export const WorkspaceInvitation = entity({
  name: 'workspace_invitation',
  table: 'workspace_invitations',
  scope: 'workspace',
  place: { workspace: 'workspace_id' },
  kept: 'snapshot',
  read: workspaceRole(ADMIN),
  shape: {
    id,
    ...audit,
    workspace_id: id,
    email: z.string(),
    role: z.number().int(),
    message: z.string().nullable(),
    /** The projects that it leads into, beside the workspace. */
    project_ids: z.array(id),
    accepted: z.boolean(),
    responded_at: datetime.nullable(),
    sent_at: datetime,
    /** False where no mail went out and the inviting person hands the link over. */
    is_mailed: z.boolean(),
    expires_at: datetime,
    ...revision,
  },
})

/** How long a link lives. */
export const INVITATION_DAYS = 14

export const InvitationAnswer = z.object({
  ...WorkspaceInvitation.schema.shape,
  workspace: z.object({ ...Workspace.schema.shape, owner: UserLite }),
  created_by_detail: UserLite.nullable(),
  /** Those of its projects that still exist. */
  projects: z.array(z.object({ id, name: z.string() })),
  total_members: z.number().int().optional(),
})

/** An invitation as its link shows it: while it is open, with some of the people whom one would join. */
export const InvitationShown = InvitationAnswer.extend({ members: z.array(UserLite) })

/** So many are invited by one call. */
export const MOST_INVITED = 100
const inWorkspace = '/api/workspaces/:ws/invitations' as const
const mine = '/api/users/me/workspaces/invitations/' as const

/** The service judges the addresses: the order of refusals is part of the contract. */
const invited = z.object({ email: z.string(), role: role.default(5) })

const said = z.object({ message: z.string() })

/** `link` is left out where a token asks. */
const InvitedAnswer = z.object({ id, email: z.string(), role: z.number().int(), link: z.string().optional() })

export const invitationRoutes = {
  list: route({
    method: 'GET',
    path: `${inWorkspace}/`,
    action: 'invitation.list',
    in: 'workspace',
    answer: z.array(InvitationAnswer),
    summary: 'Invitations that nobody has taken yet, newest first.',
  }),
  create: route({
    method: 'POST',
    path: `${inWorkspace}/`,
    action: 'invitation.create',
    in: 'workspace',
    body: z.object({
      emails: z.array(invited).max(MOST_INVITED).default([]),
      /** Joined with the workspace. */
      project_ids: z.array(uuid).max(MOST_INVITED).optional(),
      /** False where the link is handed over by other ways. */
      is_mailed: z.boolean().default(true),
    }),
    answer: z.object({
      message: z.literal('Emails sent successfully'),
      invitations: z.array(InvitedAnswer),
    }),
    summary: 'Invites addresses, all or none; those already invited are sent the mail again.',
  }),
  get: route({
    method: 'GET',
    path: `${inWorkspace}/:invitationId/`,
    action: 'invitation.list',
    in: 'workspace',
    target: WorkspaceInvitation,
    param: 'invitationId',
    answer: InvitationAnswer,
    summary: 'One invitation.',
  }),
  link: route({
    method: 'GET',
    path: `${inWorkspace}/:invitationId/link/`,
    action: 'invitation.list',
    in: 'workspace',
    token: false,
    target: WorkspaceInvitation,
    param: 'invitationId',
    answer: z.object({ link: z.string() }),
    summary: 'The link of an invitation, to hand it over: whoever has it may answer the invitation.',
  }),
  update: route({
    method: 'PATCH',
    path: `${inWorkspace}/:invitationId/`,
    action: 'invitation.update',
    in: 'workspace',
    target: WorkspaceInvitation,
    param: 'invitationId',
    body: z.object({ role: role.optional(), project_ids: z.array(uuid).max(MOST_INVITED).optional() }),
    answer: InvitationAnswer,
    summary: 'Changes the role or the projects that an invitation gives.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${inWorkspace}/:invitationId/`,
    action: 'invitation.delete',
    in: 'workspace',
    target: WorkspaceInvitation,
    param: 'invitationId',
    summary: 'Revokes an invitation: its link leads nowhere from now on.',
  }),
  show: route({
    method: 'GET',
    path: `${inWorkspace}/:invitationId/join/`,
    action: 'invitation.show',
    in: 'open',
    answer: InvitationShown,
    summary: 'What the link of an invitation leads to, for whoever has it.',
  }),
  answer: route({
    method: 'POST',
    path: `${inWorkspace}/:invitationId/join/`,
    action: 'invitation.show',
    in: 'open',
    body: z.object({
      email: z.string().default(''),
      accepted: z.boolean().default(false),
      /** Of the link. Without it only the person answers whose verified address is the invited one. */
      token: z.string().max(100).default(''),
    }),
    answer: said,
    summary:
      'Accepts or declines by the link; without a session it is taken up when its person signs in here.',
  }),
  listMine: route({
    method: 'GET',
    path: mine,
    action: 'user.self',
    in: 'session',
    answer: z.array(InvitationAnswer),
    summary: 'Invitations to the caller’s verified address that wait for an answer.',
  }),
  acceptMine: route({
    method: 'POST',
    path: mine,
    action: 'user.self',
    in: 'session',
    body: z.object({ invitations: z.array(z.string()).max(MOST_INVITED).default([]) }),
    summary: 'Accepts those of the named invitations that are the caller’s.',
  }),
}
