import { z } from 'zod'
import { blankable, datetime, id, pageOf, route } from '../define.ts'

/** `never`: may sign in and has not done so yet. */
export const personStates = ['active', 'deactivated', 'never'] as const
export type PersonState = (typeof personStates)[number]

/** A person as an instance admin sees them: the account, and nothing of what is in their workspaces. */
export const InstancePerson = z.object({
  id,
  display_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  email: z.string(),
  state: z.enum(personStates),
  is_instance_admin: z.boolean(),
  date_joined: datetime,
  last_active: datetime.nullable(),
  total_workspaces: z.number().int(),
})

/** Whoever opens it chooses the password of the account, once and until then. */
export const ResetLink = z.object({ url: z.string(), expires_at: datetime })

const byAdmin = { action: 'instance.admin', in: 'session', by: 'admin' } as const
const at = '/api/instances/users'

export const instancePeopleRoutes = {
  list: route({
    ...byAdmin,
    method: 'GET',
    path: `${at}/`,
    query: z.object({
      search: blankable(255).optional(),
      state: z.enum(personStates).optional(),
      per_page: z.string().optional(),
      cursor: z.string().optional(),
    }),
    answer: pageOf(z.array(InstancePerson)),
    summary: 'Everybody who has an account on the instance, by name, fifty at a time.',
  }),
  deactivate: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/:userId/deactivate/`,
    summary: 'Closes an account: its memberships, sessions and tokens end, what its person wrote stays.',
  }),
  reactivate: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/:userId/reactivate/`,
    summary: 'Opens a closed account again, without a password, in the workspaces that it was in.',
  }),
  resetLink: route({
    ...byAdmin,
    method: 'POST',
    path: `${at}/:userId/reset-link/`,
    status: 201,
    answer: ResetLink,
    summary: 'Makes a link to hand over, by which a person chooses a new password: once, within an hour.',
  }),
}
