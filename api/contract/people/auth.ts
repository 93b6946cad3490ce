import { z } from 'zod'
import { route } from '../define.ts'

const SessionUser = z.object({ is_authenticated: z.boolean(), user: z.unknown().optional() })

/** The JSON half of signing in; the form posts under /auth answer redirects and are mounted by hand. */
export const authRoutes = {
  csrf: route({
    method: 'GET',
    path: '/auth/get-csrf-token/',
    action: 'session.open',
    in: 'open',
    answer: z.object({ csrf_token: z.string() }),
    summary: 'A CSRF token for the form posts, and its cookie.',
  }),
  emailCheck: route({
    method: 'POST',
    path: '/auth/email-check/',
    action: 'session.open',
    in: 'open',
    body: z.object({ email: z.unknown().optional() }),
    answer: z.object({ existing: z.boolean(), status: z.enum(['MAGIC_CODE', 'CREDENTIAL']) }),
    summary: 'Is there an account, and how does it sign in?',
  }),
  session: route({
    method: 'GET',
    path: '/api/users/session/',
    action: 'session.open',
    in: 'open',
    answer: SessionUser,
    summary: 'Who is signed in, if anyone.',
  }),
}
