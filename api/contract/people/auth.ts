import { z } from 'zod'
import { datetime, id, route } from '../define.ts'
import { UserMe } from './users.ts'

const SessionUser = z.object({
  is_authenticated: z.boolean(),
  is_onboarded: z.boolean().optional(),
  user: z.unknown().optional(),
})
// The service judges these fields in an order that existing clients know, so no schema refuses them earlier.
const given = z.unknown().optional()

/** A browser that is signed in. */
export const Session = z.object({
  id,
  user_agent: z.string(),
  ip_address: z.string(),
  created_at: datetime,
  last_used_at: datetime,
  is_current: z.boolean(),
})

/** The calls before sign-in, for the product and for published pages. */
export const asking = (at: '/auth' | '/auth/spaces') => ({
  emailCheck: route({
    method: 'POST',
    path: `${at}/email-check/` as const,
    action: 'session.open',
    in: 'open',
    by: 'none',
    body: z.object({ email: given }),
    answer: z.object({ existing: z.boolean(), status: z.enum(['MAGIC_CODE', 'CREDENTIAL']) }),
    summary: 'Whether there is an account, and how it signs in.',
  }),
  magicGenerate: route({
    method: 'POST',
    path: `${at}/magic-generate/` as const,
    action: 'session.open',
    in: 'open',
    by: 'none',
    body: z.object({ email: given }),
    answer: z.object({ key: z.string() }),
    summary: 'Mails a code that signs in, for ten minutes.',
  }),
  forgotPassword: route({
    method: 'POST',
    path: `${at}/forgot-password/` as const,
    action: 'session.open',
    in: 'open',
    by: 'none',
    body: z.object({ email: given }),
    answer: z.object({ message: z.literal('Check your email to reset your password') }),
    says: { message: 'Check your email to reset your password' },
    summary: 'Mails a link by which a new password is set, for an hour.',
  }),
})

/** The JSON half of signing in; the form posts under /auth answer redirects and are in `forms.ts`. */
export const authRoutes = {
  csrf: route({
    method: 'GET',
    path: '/auth/get-csrf-token/',
    action: 'session.open',
    in: 'open',
    by: 'none',
    answer: z.object({ csrf_token: z.string() }),
    summary: 'A CSRF token for the form posts, and its cookie.',
  }),
  ...asking('/auth'),
  setPassword: route({
    method: 'POST',
    path: '/auth/set-password/',
    action: 'user.self',
    in: 'session',
    body: z.object({ password: given }),
    answer: UserMe,
    summary: 'The first password of an account that has none. Other sessions end.',
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/change-password/',
    action: 'user.self',
    in: 'session',
    body: z.object({ old_password: given, new_password: given }),
    answer: z.object({ message: z.literal('Password updated successfully') }),
    says: { message: 'Password updated successfully' },
    summary: 'Changes the caller’s password. Other sessions end.',
  }),
  session: route({
    method: 'GET',
    path: '/api/users/session/',
    action: 'session.open',
    in: 'open',
    token: true,
    answer: SessionUser,
    summary: 'Who is signed in, if anyone.',
  }),
  sessions: route({
    method: 'GET',
    path: '/api/users/me/sessions/',
    action: 'user.self',
    in: 'session',
    answer: z.array(Session),
    summary: 'Where the caller is signed in, the latest used first.',
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/users/me/sessions/:sessionId/',
    action: 'user.self',
    in: 'session',
    summary: 'Signs the caller out of one browser.',
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/users/me/sessions/',
    action: 'user.self',
    in: 'session',
    summary: 'Signs the caller out everywhere else.',
  }),
}
