import { z } from 'zod'
import { sized } from '../bounds.ts'
import { audit, blankable, datetime, id, pageOf, route, text } from '../define.ts'
import { User, UserMe } from '../people/users.ts'
import { InstanceAnswer } from './instance.ts'
import { WorkspaceInput } from './workspaces.ts'

export const AdminMe = UserMe.omit({ cover_image_url: true, last_login_medium: true })

export const InstanceAdmin = z.object({
  id,
  ...audit,
  role: z.number().int(),
  is_verified: z.boolean(),
  instance: id,
  user: id,
  user_detail: z.object({
    ...User.schema.omit({ revision: true }).shape,
    email: z.string(),
    last_login_medium: z.string(),
  }),
})

/** One setting; a secret that is set is reported as dots. */
export const ConfigurationRow = z.object({
  id,
  ...audit,
  key: z.string(),
  value: z.string(),
  category: z.string(),
  is_encrypted: z.boolean(),
  is_set_by_environment: z.boolean(),
})

export const mailSteps = ['reach', 'encrypt', 'sign_in', 'hand_over'] as const
/** One step of a test mail that came off; how long it took, where that is known apart from the step before. */
export const MailStep = z.object({
  step: z.enum(mailSteps),
  ms: z.number().int().nullable(),
  /** The protocol that encrypts, or the words with which the mail was taken. */
  said: z.string(),
  /** Until when the certificate of the mail server is good. */
  good_until: datetime.nullable(),
})
export type MailStep = z.infer<typeof MailStep>

/** The mail server that passed the last test, and how it was reached. */
export const MailTest = z.object({
  at: datetime,
  host: z.string(),
  port: z.string(),
  security: z.enum(['tls', 'ssl', 'none']),
  user: z.string(),
  sender: z.string(),
  /** Mail goes by the same values now, the password among them. */
  holds: z.boolean(),
})
export type MailTest = z.infer<typeof MailTest>

/** A workspace as an instance admin sees it. */
export const InstanceWorkspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  logo_url: z.string().nullable(),
  organization_size: z.string().nullable(),
  ...audit,
  owner: z.object({ id, email: z.string(), first_name: z.string(), last_name: z.string() }),
  total_projects: z.number().int(),
  total_members: z.number().int(),
})

const byAdmin = { action: 'instance.admin', in: 'session', by: 'admin' } as const
const at = '/api/instances'

export const instanceAdminRoutes = {
  screenVisited: route({
    method: 'POST',
    path: `${at}/admins/sign-up-screen-visited/`,
    action: 'instance.read',
    in: 'open',
    by: 'none',
    summary: 'Records that the set-up was seen.',
  }),
  session: route({
    method: 'GET',
    path: `${at}/admins/session/`,
    action: 'session.open',
    in: 'open',
    by: 'admin',
    answer: z.object({ is_authenticated: z.boolean(), user: AdminMe.optional() }),
    summary: 'Who is signed in to run the instance, if anyone.',
  }),
  me: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/admins/me/`,
    answer: AdminMe,
    summary: 'The admin who asks.',
  }),
  admins: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/admins/`,
    answer: z.array(InstanceAdmin),
    summary: 'The admins of the instance.',
  }),
  addAdmin: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/admins/`,
    body: z.object({ email: z.unknown().optional(), role: z.literal(20).optional() }),
    status: 201,
    answer: InstanceAdmin,
    summary: 'Makes somebody who has an account an admin of the instance.',
  }),
  removeAdmin: route({
    ...byAdmin,
    method: 'DELETE',
    path: `${at}/admins/:adminId/`,
    summary: 'Removes an admin of the instance. The last one stays.',
  }),
  update: route({
    ...byAdmin,
    method: 'PATCH',
    path: `${at}/`,
    body: z.object({
      instance_name: text(255).optional(),
      is_telemetry_enabled: z.boolean().optional(),
      is_support_required: z.boolean().optional(),
    }),
    answer: InstanceAnswer.shape.instance,
    summary: 'Changes what the instance is called.',
  }),
  configurations: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/configurations/`,
    answer: z.array(ConfigurationRow),
    summary: 'Every setting that admins make; the environment wins.',
  }),
  configure: route({
    ...byAdmin,
    method: 'PATCH',
    path: `${at}/configurations/`,
    body: z.record(z.string(), z.string().max(4000)),
    answer: z.array(ConfigurationRow),
    summary: 'Changes some of the settings, by their keys.',
  }),
  testMail: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/email-credentials-check/`,
    reads: true,
    body: z.object({
      receiver_email: z.unknown().optional(),
      /** Values to try instead of the kept ones. */
      configuration: sized(z.record(z.string(), z.string().max(4000))).optional(),
    }),
    answer: z.object({ message: z.literal('Email successfully sent.'), steps: z.array(MailStep) }),
    summary:
      'Sends a mail by what is configured, or by values that are not kept yet; tells each step, and why one failed.',
  }),
  mailTest: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/email-credentials-check/`,
    answer: z.object({ passed: MailTest.nullable() }),
    summary: 'The mail server that passed the last test, and whether mail goes by the same values now.',
  }),
  checkSlug: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/workspace-slug-check/`,
    query: z.object({ slug: z.string().optional() }),
    answer: z.object({ status: z.boolean() }),
    summary: 'Whether a workspace address is free.',
  }),
  workspaces: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/workspaces/`,
    query: z.object({
      search: blankable(255).optional(),
      per_page: z.string().optional(),
      cursor: z.string().optional(),
    }),
    answer: pageOf(z.array(InstanceWorkspace)),
    summary: 'Every workspace of the instance, ten at a time.',
  }),
  createWorkspace: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/workspaces/`,
    body: WorkspaceInput,
    status: 201,
    answer: InstanceWorkspace,
    summary: 'Makes a workspace, whether others may or not; the caller owns it.',
  }),
}
