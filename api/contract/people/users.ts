import { z } from 'zod'
import { givenJson, json } from '../bounds.ts'
import { blankable, datetime, entity, id, revision, route, text, uuid, webAddress, zone } from '../define.ts'
import { GUEST, MEMBER, own, workspaceRole } from '../rules.ts'
import { themeSettings } from './themes.ts'

/**
 * The facts about a person that all who share a workspace with them may know. Changes are noted in each of their
 * workspaces.
 */
export const User = entity({
  name: 'user',
  table: 'users',
  scope: 'workspace',
  place: {},
  kept: 'snapshot',
  toInstance: true,
  read: workspaceRole(GUEST),
  shape: {
    id,
    first_name: z.string(),
    last_name: z.string(),
    avatar: z.string(),
    avatar_url: z.string().nullable(),
    is_bot: z.boolean(),
    display_name: z.string(),
    ...revision,
  },
})

/** The author of changes that no person makes. It is in no workspace and cannot sign in. */
export const INSTANCE_BOT = '00000000-0000-4000-8000-000000000001'

/** A person as the rows of others name them. */
export const UserLite = User.schema.omit({ revision: true })

/** E-mail and way of signing in: for members and admins of a shared workspace, never for guests. Id = the user's. */
export const UserContact = entity({
  name: 'user_contact',
  table: 'user_contacts',
  scope: 'workspace',
  place: {},
  kept: 'snapshot',
  toInstance: true,
  read: workspaceRole(MEMBER),
  shape: {
    id,
    email: z.string(),
    last_login_medium: z.string(),
    ...revision,
  },
})

/** One's own account, seen by its owner alone. Id = the user's. */
export const Account = entity({
  name: 'account',
  table: 'accounts',
  scope: 'user',
  place: { user: 'id' },
  kept: 'snapshot',
  toInstance: true,
  read: own('id'),
  alters: ({ row, before }, viewer) => before !== null && 'is_active' in before && row.id === viewer.id,
  shape: {
    id,
    user_timezone: z.string(),
    is_active: z.boolean(),
    is_email_verified: z.boolean(),
    is_password_autoset: z.boolean(),
    date_joined: datetime,
    username: z.string(),
    ...revision,
  },
})

export const onboardingStep = z.object({
  profile_complete: z.boolean(),
  workspace_create: z.boolean(),
  workspace_invite: z.boolean(),
  workspace_join: z.boolean(),
})

/** Their first steps are behind them. */
export const isOnboarded = (profile: {
  is_onboarded: boolean
  onboarding_step: z.infer<typeof onboardingStep>
}): boolean => profile.is_onboarded || Object.values(profile.onboarding_step).every(Boolean)

const timeFormat = z.enum(['12-hour', '24-hour'])

export const Profile = entity({
  name: 'profile',
  table: 'profiles',
  scope: 'user',
  place: { user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    user: id,
    theme: json,
    is_tour_completed: z.boolean(),
    onboarding_step: onboardingStep,
    use_case: z.string().nullable(),
    role: z.string().nullable(),
    is_onboarded: z.boolean(),
    last_workspace_id: id.nullable(),
    billing_address_country: z.string(),
    billing_address: json.nullable(),
    has_billing_address: z.boolean(),
    company_name: z.string(),
    /** 0 is Sunday. Null: as where the person's browser is. */
    start_of_the_week: z.number().int().nullable(),
    time_format: timeFormat,
    created_at: datetime,
    updated_at: datetime,
    ...revision,
  },
})

export const UserMe = z.object({
  ...User.schema.shape,
  cover_image: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  avatar_asset: id.nullable(),
  cover_image_asset: id.nullable(),
  email: z.string(),
  last_login_medium: z.string(),
  /** Null: it is the first one, or there is none. */
  password_changed_at: datetime.nullable(),
  /** Null: it is not, or was before that was noted. */
  email_verified_at: datetime.nullable(),
  ...Account.schema.shape,
})

export const UserSettings = z.object({
  id,
  email: z.string(),
  workspace: z.object({
    last_workspace_id: id.nullable(),
    last_workspace_slug: z.string().nullable(),
    fallback_workspace_id: id.nullable(),
    fallback_workspace_slug: z.string().nullable(),
    invites: z.number().int(),
  }),
})

const UserPatch = z.object({
  display_name: text(255).optional(),
  first_name: blankable(255).optional(),
  last_name: blankable(255).optional(),
  user_timezone: zone.optional(),
  avatar: webAddress(800).optional(),
  cover_image: webAddress(800).nullable().optional(),
  /** Either is given by sending it: here it is the one that is shown, or null for the address to be shown. */
  avatar_asset: uuid.nullable().optional(),
  cover_image_asset: uuid.nullable().optional(),
})

const ProfilePatch = z.object({
  theme: themeSettings.optional(),
  is_tour_completed: z.boolean().optional(),
  onboarding_step: onboardingStep.partial().optional(),
  use_case: blankable(2000).nullable().optional(),
  role: blankable(300).nullable().optional(),
  is_onboarded: z.boolean().optional(),
  last_workspace_id: uuid.nullable().optional(),
  billing_address_country: blankable(255).optional(),
  billing_address: givenJson().nullable().optional(),
  has_billing_address: z.boolean().optional(),
  company_name: blankable(255).optional(),
  start_of_the_week: z.number().int().min(0).max(6).nullable().optional(),
  time_format: timeFormat.optional(),
})

const updated = {
  answer: z.object({ message: z.literal('Updated successfully') }),
  says: { message: 'Updated successfully' as const },
}

export const userRoutes = {
  me: route({
    method: 'GET',
    path: '/api/users/me/',
    action: 'user.self',
    in: 'session',
    token: true,
    scope: 'any',
    answer: UserMe,
    summary: 'The caller.',
    exposes: { v1: 'users/me/' },
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/api/users/me/',
    action: 'user.self',
    in: 'session',
    body: UserPatch,
    answer: UserMe,
    summary: 'Changes the caller’s names, time zone, picture or cover.',
  }),
  isInstanceAdmin: route({
    method: 'GET',
    path: '/api/users/me/instance-admin/',
    action: 'user.self',
    in: 'session',
    answer: z.object({ is_instance_admin: z.boolean() }),
    summary: 'Whether the caller is signed in to run the instance, which takes a session of its own.',
  }),
  settings: route({
    method: 'GET',
    path: '/api/users/me/settings/',
    action: 'user.self',
    in: 'session',
    answer: UserSettings,
    summary: 'Where the caller was last, and where they can go.',
  }),
  profile: route({
    method: 'GET',
    path: '/api/users/me/profile/',
    action: 'user.self',
    in: 'session',
    answer: Profile.schema,
    summary: 'The caller’s profile.',
  }),
  onboard: route({
    method: 'PATCH',
    path: '/api/users/me/onboard/',
    action: 'user.self',
    in: 'session',
    body: z.object({ is_onboarded: z.boolean().default(false) }),
    ...updated,
    summary: 'Records whether the caller has finished the first steps.',
  }),
  tourCompleted: route({
    method: 'PATCH',
    path: '/api/users/me/tour-completed/',
    action: 'user.self',
    in: 'session',
    body: z.object({ is_tour_completed: z.boolean().default(false) }),
    ...updated,
    summary: 'Records whether the caller has been shown round.',
  }),
  updateProfile: route({
    method: 'PATCH',
    path: '/api/users/me/profile/',
    action: 'user.self',
    in: 'session',
    body: ProfilePatch,
    answer: Profile.schema,
    summary: 'Changes the caller’s profile.',
  }),
  deactivate: route({
    method: 'DELETE',
    path: '/api/users/me/',
    action: 'user.self',
    in: 'session',
    summary: 'Ends the caller’s memberships, sessions and account; what they wrote stays.',
  }),
}
