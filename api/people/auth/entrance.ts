import { randomBytes, timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { fail, Refusal } from '#contract/errors.ts'
import { safePath } from '#contract/people/nextPath.ts'
import type { Db } from '../../db/knex.ts'
import type { Admit } from '../../http/admission.ts'
import { readJson } from '../../http/body.ts'
import { type Limiter, limiter } from '../../http/limits.ts'
import { admits, clientAddress, lineOf, type OriginRules, ownOrigin, sentOrigin } from '../../http/origin.ts'
import { ADMIN_COOKIE, cookiesOf, openSession, PRODUCT_COOKIE } from '../../http/session.ts'
import type { Settings } from '../../settings.ts'
import { cleanEmail } from './account.service.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { AuthRefusal } from './codes.ts'

export type Form = Record<string, unknown>
const ADMIN_HOURS = 1
const CSRF_SECONDS = 31_449_600
/** So many mails of one kind an account is sent in a quarter of an hour. */
const MAILS = 5

/** The way in: CSRF, sessions and cookies, how often one may try; the same for every form and call by which people come. */
export type Entrance = {
  attempts: Attempts
  /** Calls that say whether somebody has an account, by the caller's line. */
  calls: Limiter
  /** Invitations asked for that are not there, by the caller's line and account. */
  strayLinks: Limiter
  /** Mails that anyone may have sent to somebody. */
  mails: Limiter
  addressOf(ctx: Context): string
  /** What limits count the caller by. */
  lineOf(ctx: Context): string
  setCookie(ctx: Context, name: string, value: string, seconds: number): void
  csrfToken(ctx: Context): string
  /** Refuses a call with a session whose header does not repeat the cookie. */
  requireCsrf(ctx: Context): void
  redirect(ctx: Context, path: string, query?: Record<string, string>): void
  /** This browser has shown that it is the account's own. */
  remember(ctx: Context, email: string): void
  start(ctx: Context, userId: string, kind: 'product' | 'admin', email: string): Promise<void>
  /** One form post: judges, acts, redirects; `page` is where a refusal leads, with what its form was opened by. */
  form(path: string, page: string, act: (ctx: Context, form: Form) => Promise<string>, opened?: Opened): void
  /** Where a browser is sent that was refused. */
  refuse(ctx: Context, page: string, error: unknown, next: unknown, opened?: Record<string, string>): void
}

/** Without these the form that is come back to could not be sent again. */
type Opened = (ctx: Context, form: Form) => Record<string, string>

class FormExpired extends Error {}

const EXPIRED =
  '<!doctype html><title>Form expired</title><p>This form has expired. <a href="/">Go back and try again</a>.</p>'

export const createEntrance = ({
  db,
  settings,
  router,
  admit,
  origins,
  browserSecret,
}: {
  db: Db
  settings: Settings
  router: Router
  admit: Admit
  origins: OriginRules
  /** Signs which accounts a browser has signed in to. */
  browserSecret: string
}): Entrance => {
  const addressOf = (ctx: Context) => clientAddress(ctx.req, settings.trustProxy)
  const line = (ctx: Context) => lineOf(ctx.req, settings.trustProxy)
  const attempts = createAttempts(settings.rateLimitAuthFailures, browserSecret, line)
  const calls = limiter(settings.rateLimitAuth, 60)
  const strayLinks = limiter(settings.rateLimitAuth, 60)
  const mails = limiter(settings.rateLimitAuth === 0 ? 0 : MAILS, 15 * 60)

  const secure = (ctx: Context) => ownOrigin(ctx, origins).startsWith('https:')
  const setCookie = (ctx: Context, name: string, value: string, seconds: number) =>
    ctx.append(
      'Set-Cookie',
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure(ctx) ? '; Secure' : ''}`,
    )

  const repeatsCookie = (ctx: Context, token: unknown) => {
    const sent = Buffer.from(typeof token === 'string' ? token : '')
    const kept = Buffer.from(cookiesOf(ctx.req).csrftoken ?? '')
    return kept.length >= 16 && sent.length === kept.length && timingSafeEqual(sent, kept)
  }
  const readForm = async (ctx: Context): Promise<Form> => {
    const given = await readJson(ctx.req, 64 * 1024)
    const sent = typeof given === 'object' && given !== null ? (given as Form) : {}
    if (repeatsCookie(ctx, sent.csrfmiddlewaretoken)) return sent
    ctx.status = 403
    ctx.type = 'text/html'
    ctx.set('X-Error-Code', 'auth.csrf')
    ctx.body = EXPIRED
    throw new FormExpired()
  }

  // Back to the origin that posted when it is admitted, else to the configured address, else relative.
  const redirect = (ctx: Context, path: string, query: Record<string, string> = {}) => {
    const from = sentOrigin(ctx)
    const base = from && admits(ctx, origins, from) ? from : (settings.appBaseUrl ?? '')
    const search = new URLSearchParams(query).toString()
    ctx.set('Location', `${base}/${path.replace(/^\//, '')}${search ? `?${search}` : ''}`)
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.body = ''
    ctx.status = 302
  }
  const refuse = (
    ctx: Context,
    page: string,
    error: unknown,
    next: unknown,
    opened: Record<string, string> = {},
  ) => {
    const limited = error instanceof Refusal && error.code === 'rate.exceeded'
    const refusal = limited ? new AuthRefusal('RATE_LIMIT_EXCEEDED') : error
    if (!(refusal instanceof AuthRefusal)) throw error
    const path = safePath(next)
    const query = Object.fromEntries(
      Object.entries(refusal.body).map(([name, value]) => [name, String(value)]),
    )
    redirect(ctx, page, { ...opened, ...query, ...(path ? { next_path: path } : {}) })
  }
  const remember = (ctx: Context, email: string) => {
    const { name, value, seconds } = attempts.cookie(ctx, email)
    setCookie(ctx, name, value, seconds)
  }

  return {
    attempts,
    calls,
    strayLinks,
    mails,
    addressOf,
    lineOf: line,
    remember,
    setCookie,
    redirect,
    refuse,
    csrfToken: ctx => {
      const token = cookiesOf(ctx.req).csrftoken ?? randomBytes(24).toString('hex')
      setCookie(ctx, 'csrftoken', token, CSRF_SECONDS)
      return token
    },
    requireCsrf: ctx => {
      if (!repeatsCookie(ctx, ctx.get('x-csrftoken'))) fail('auth.csrf')
    },
    start: async (ctx, userId, kind, email) => {
      const hours = kind === 'product' ? settings.sessionDays * 24 : ADMIN_HOURS
      const key = await openSession(db, userId, kind, hours, {
        userAgent: ctx.get('user-agent'),
        address: addressOf(ctx),
      })
      setCookie(ctx, kind === 'product' ? PRODUCT_COOKIE : ADMIN_COOKIE, key, hours * 3600)
      remember(ctx, email)
    },
    form: (path, page, act, opened = () => ({})) => {
      const take = async (ctx: Context) => {
        let sent: Form = {}
        try {
          sent = await readForm(ctx)
          // A browser that was signed in before is counted by itself, as its tries are.
          const email = cleanEmail(sent.email)
          await calls.spend(attempts.isAtHome(ctx, email) ? attempts.ownKey(ctx, email) : line(ctx))
          redirect(ctx, await act(ctx, sent))
        } catch (error) {
          if (!(error instanceof FormExpired)) refuse(ctx, page, error, sent.next_path, opened(ctx, sent))
        }
      }
      router.register(path.slice(0, -1), ['POST'], [admit({ by: 'none', takesToken: false }), take])
    },
  }
}
