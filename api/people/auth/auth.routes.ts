import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { fail, Refusal } from '#contract/errors.ts'
import { authRoutes } from '#contract/people/auth.ts'
import { readJson } from '../../http/body.ts'
import { mount } from '../../http/mount.ts'
import { admits, clientAddress, ownOrigin, sentOrigin } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { ADMIN_COOKIE, closeSession, cookiesOf, openSession, PRODUCT_COOKIE } from '../../http/session.ts'
import { fillSample } from '../../workspace/instance/sample.service.ts'
import { adminSignIn, setUp } from '../../workspace/instance/setUp.service.ts'
import { composeMe } from '../users/user.queries.ts'
import { cleanEmail, isEmail } from './account.service.ts'
import { createAttempts } from './attempts.ts'
import { AuthRefusal, refuse } from './codes.ts'
import { landingPath, safePath } from './landing.ts'
import { findByEmail, isSetUp, signIn, signUp } from './signIn.service.ts'

type Form = Record<string, unknown>

/** The form posts of a browser: CSRF field against its cookie, then a redirect whatever happens. */
export const mountAuth = (server: Server) => {
  const { db, settings, router, origins } = server
  const addressOf = (ctx: Context) => clientAddress(ctx.req, settings.trustProxy)
  const attempts = createAttempts(settings.rateLimitAuthFailures, server.browserSecret, addressOf)

  const secure = (ctx: Context) => ownOrigin(ctx, origins).startsWith('https:')
  const setCookie = (ctx: Context, name: string, value: string, seconds: number) =>
    ctx.append(
      'Set-Cookie',
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(ctx) ? '; Secure' : ''}`,
    )

  const csrfToken = (ctx: Context) => {
    const token = cookiesOf(ctx.req).csrftoken ?? randomBytes(24).toString('hex')
    setCookie(ctx, 'csrftoken', token, 31_449_600)
    return token
  }

  const readForm = async (ctx: Context): Promise<Form> => {
    const given = await readJson(ctx.req, 64 * 1024)
    const form = typeof given === 'object' && given !== null ? (given as Form) : {}
    const { csrfmiddlewaretoken: token } = form
    const sent = Buffer.from(typeof token === 'string' ? token : '')
    const kept = Buffer.from(cookiesOf(ctx.req).csrftoken ?? '')
    if (kept.length < 16 || sent.length !== kept.length || !timingSafeEqual(sent, kept)) {
      ctx.status = 403
      ctx.type = 'text/html'
      ctx.set('X-Error-Code', 'auth.csrf')
      ctx.body =
        '<!doctype html><title>Form expired</title><p>This form has expired. <a href="/">Go back and try again</a>.</p>'
      throw new FormExpired()
    }
    return form
  }

  // Back to the origin that posted when it is admitted, else to the configured address, else relative.
  const redirect = (ctx: Context, path: string, query: Record<string, string> = {}) => {
    const from = sentOrigin(ctx)
    const base = from && admits(ctx, origins, from) ? from : (settings.appBaseUrl ?? '')
    const search = new URLSearchParams(query).toString()
    ctx.set('Location', `${base}/${path.replace(/^\//, '')}${search ? `?${search}` : ''}`)
    ctx.body = ''
    ctx.status = 302
  }

  const start = async (ctx: Context, userId: string, kind: 'product' | 'admin', email: string) => {
    const hours = kind === 'product' ? settings.sessionDays * 24 : 1
    const key = await openSession(db, userId, kind, hours, {
      userAgent: ctx.get('user-agent'),
      address: addressOf(ctx),
    })
    setCookie(ctx, kind === 'product' ? PRODUCT_COOKIE : ADMIN_COOKIE, key, hours * 3600)
    const { name, value, seconds } = attempts.cookie(ctx, email)
    setCookie(ctx, name, value, seconds)
  }

  /** One form post: judges, acts, redirects; `page` is where a refusal leads. */
  const form = (path: string, page: string, act: (ctx: Context, form: Form) => Promise<string>) =>
    router.register(path.slice(0, -1), ['POST'], async ctx => {
      let sent: Form = {}
      try {
        sent = await readForm(ctx)
        await server.authCalls.spend(addressOf(ctx))
        redirect(ctx, await act(ctx, sent))
      } catch (error) {
        if (error instanceof FormExpired) return
        const limited = error instanceof Refusal && error.code === 'rate.exceeded'
        const refusal = limited ? new AuthRefusal('RATE_LIMIT_EXCEEDED') : error
        if (!(refusal instanceof AuthRefusal)) throw error
        const next = safePath(sent.next_path)
        const query = Object.fromEntries(
          Object.entries(refusal.body).map(([name, value]) => [name, String(value)]),
        )
        redirect(ctx, page, { ...query, ...(next ? { next_path: next } : {}) })
      }
    })

  form('/auth/sign-in/', 'sign-in', async (ctx, sent) => {
    const email = cleanEmail(sent.email)
    const id = await attempts.count(ctx, email, () => signIn(db, sent))
    await start(ctx, id, 'product', email)
    return safePath(sent.next_path) ?? landingPath(db, id)
  })
  form('/auth/sign-up/', '', async (ctx, sent) => {
    const id = await signUp(db, sent)
    await start(ctx, id, 'product', cleanEmail(sent.email))
    return safePath(sent.next_path) ?? landingPath(db, id)
  })
  form('/auth/sign-out/', '', async ctx => {
    const key = cookiesOf(ctx.req)[PRODUCT_COOKIE]
    if (key) await closeSession(db, key)
    setCookie(ctx, PRODUCT_COOKIE, '', 0)
    return ''
  })
  form('/api/instances/admins/sign-up/', 'god-mode/', async (ctx, sent) => {
    const id = await setUp(db, sent, ownOrigin(ctx, origins))
    for (const kind of ['admin', 'product'] as const) await start(ctx, id, kind, cleanEmail(sent.email))
    // The instance is set up already: without its sample it is an empty one, not a failed one.
    if (sent.sample_data === 'True')
      await fillSample(db, id).catch(error => server.log.error({ err: error }, 'no sample data'))
    const next = sent.sample_data === 'True' ? await landingPath(db, id) : 'god-mode/general'
    return safePath(sent.next_path) ?? next
  })
  form('/api/instances/admins/sign-in/', 'god-mode/', async (ctx, sent) => {
    const email = cleanEmail(sent.email)
    await start(ctx, await attempts.count(ctx, email, () => adminSignIn(db, sent)), 'admin', email)
    return safePath(sent.next_path) ?? 'god-mode/general'
  })

  mount(server, authRoutes, {
    csrf: async ({ ctx }) => ({ csrf_token: csrfToken(ctx) }),
    emailCheck: async ({ ctx, body }) => {
      await server.authCalls.spend(addressOf(ctx))
      try {
        if (!(await isSetUp(db))) refuse('INSTANCE_NOT_CONFIGURED')
        const email = cleanEmail(body.email)
        if (!email) refuse('EMAIL_REQUIRED')
        if (!isEmail(email)) refuse('INVALID_EMAIL')
        return { existing: (await findByEmail(db, email)) !== undefined, status: 'CREDENTIAL' as const }
      } catch (error) {
        if (error instanceof AuthRefusal) return fail('body.invalid', error.body)
        throw error
      }
    },
    session: async ({ viewer, trx }) =>
      viewer.id === ''
        ? { is_authenticated: false }
        : { is_authenticated: true, user: await composeMe(trx, viewer.id) },
  })
}

class FormExpired extends Error {}
