import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { authRoutes } from '#contract/people/auth.ts'
import { spaceAuthRoutes } from '#contract/people/spaceAuth.ts'
import { UserMe } from '#contract/people/users.ts'
import { mailIsOn } from '#contract/workspace/configuration.ts'
import { nobody } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { inWork } from '../../db/work.ts'
import { type Handlers, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf, PRODUCT_COOKIE } from '../../http/session.ts'
import { composeMe } from '../users/user.queries.ts'
import { cleanEmail, isEmail } from './account.service.ts'
import { askForCode, requireCodes } from './code.service.ts'
import { refuse } from './codes.ts'
import { type Door, doors } from './doors.ts'
import { hasOnboarded } from './landing.ts'
import {
  askForReset,
  changePassword,
  emailOfLink,
  endSessions,
  resetPassword,
  setFirstPassword,
} from './newPassword.service.ts'
import {
  findByEmail,
  requireOpenSignUp,
  requireSetUp,
  signIn,
  signInByCode,
  signOut,
  signUp,
  signUpByCode,
} from './signIn.service.ts'
import { contactOf } from './wayMail.ts'

/** The form posts of a browser: CSRF field against its cookie, then a redirect whatever happens. */
const mountForms = (server: Server, { at, page, lands, leaves, asksForPassword }: Door) => {
  const { db, configured, entrance } = server
  const { attempts, start } = entrance
  const form: typeof entrance.form = (path, refusedAt, act, opened) =>
    entrance.form(at + path, page(refusedAt), act, opened)
  const came = (ctx: Context) => ({ address: entrance.addressOf(ctx), agent: ctx.get('user-agent') })

  form('/sign-in/', 'sign-in', async (ctx, sent) => {
    const email = cleanEmail(sent.email)
    const configuration = await configured.read()
    const id = await attempts.count(ctx, email, () => signIn(db, sent, configuration, came(ctx)))
    await start(ctx, id, 'product', email)
    return lands(db, id, sent.next_path)
  })
  form('/sign-up/', '', async (ctx, sent) => {
    const id = await signUp(db, sent, await configured.read(), came(ctx))
    await start(ctx, id, 'product', cleanEmail(sent.email))
    return lands(db, id, sent.next_path)
  })
  form('/magic-sign-in/', 'sign-in', async (ctx, sent) => {
    const email = cleanEmail(sent.email)
    const configuration = await configured.read()
    const person = await attempts.count(ctx, email, () =>
      signInByCode(db, sent, configuration, came(ctx), { isAtHome: attempts.isAtHome(ctx, email) }),
    )
    await start(ctx, person.id, 'product', email)
    if (asksForPassword && person.is_password_autoset && (await hasOnboarded(db, person.id)))
      return 'accounts/set-password'
    return lands(db, person.id, sent.next_path)
  })
  form('/magic-sign-up/', '', async (ctx, sent) => {
    const email = cleanEmail(sent.email)
    const configuration = await configured.read()
    const id = await attempts.count(ctx, email, () => signUpByCode(db, sent, configuration, came(ctx)))
    await start(ctx, id, 'product', email)
    return lands(db, id, sent.next_path)
  })
  form(
    '/reset-password/:uidb64/:token/',
    'accounts/reset-password',
    async (ctx, sent) => {
      const link = linkOf(ctx)
      const email = await emailOfLink(db, link)
      const reset = () =>
        inWork(db, { viewer: nobody }, work => resetPassword(work, { ...link, password: sent.password }))
      await attempts.count(ctx, email, reset, 'link')
      // Whoever was wrong too often before signs in with the new password at once.
      entrance.remember(ctx, email)
      return asksForPassword ? 'sign-in?success=True' : leaves(sent.next_path)
    },
    (ctx, sent) => ({ ...linkOf(ctx), email: cleanEmail(sent.email) }),
  )
  form('/sign-out/', '', async (ctx, sent) => {
    const key = cookiesOf(ctx.req)[PRODUCT_COOKIE]
    if (key) await signOut(db, key, entrance.addressOf(ctx))
    entrance.setCookie(ctx, PRODUCT_COOKIE, '', 0)
    return leaves(sent.next_path)
  })
}

/** What the link of a mail names. */
const linkOf = (ctx: Context) => {
  const { uidb64 = '', token = '' }: Record<string, string> = ctx.params
  return { uidb64, token }
}

const emailOf = (given: unknown) => {
  const email = cleanEmail(given)
  if (!email) refuse('EMAIL_REQUIRED')
  if (!isEmail(email)) refuse('INVALID_EMAIL')
  return email
}

/** The calls before sign-in. */
const asking = ({ db, configured, entrance }: Server): Handlers<typeof spaceAuthRoutes> => {
  const spend = (ctx: Context) => entrance.calls.spend(entrance.lineOf(ctx))
  const { attempts } = entrance
  return {
    emailCheck: async ({ ctx, body }) => {
      await spend(ctx)
      await requireSetUp(db)
      const email = emailOf(body.email)
      const person = await findByEmail(db, email)
      const configuration = await configured.read()
      const codes = mailIsOn(configuration) && configuration.ENABLE_MAGIC_LINK_LOGIN === '1'
      const byCode = codes && (person?.is_password_autoset ?? true)
      return { existing: person !== undefined, status: byCode ? 'MAGIC_CODE' : 'CREDENTIAL' }
    },
    magicGenerate: async ({ ctx, body }) => {
      await spend(ctx)
      await requireSetUp(db)
      const email = emailOf(body.email)
      const configuration = await configured.read()
      requireCodes(configuration, email)
      const isKnown = (await findByEmail(db, email)) !== undefined
      if (!isKnown) await requireOpenSignUp(db, configuration, email)
      const isAtHome = attempts.isAtHome(ctx, email)
      // Counted by itself, as its tries are: what strangers ask for leaves it none the fewer.
      if (isAtHome) await entrance.mails.spend(`code ${attempts.ownKey(ctx, email)}`)
      await inWork(db, { viewer: nobody }, work => askForCode(work, email, { isKnown, isAtHome }))
      return { key: `magic_${email}` }
    },
    forgotPassword: async ({ ctx, body }) => {
      await spend(ctx)
      await requireSetUp(db)
      const email = cleanEmail(body.email)
      await entrance.mails.spend(`link ${attempts.ownKey(ctx, email)}`)
      const configuration = await configured.read()
      await inWork(db, { viewer: nobody }, work => askForReset(work, configuration, email))
      return undefined
    },
  }
}

/** The calls of the sign-in screens: email check, mailed codes and links, passwords of signed-in people. */
const mountCalls = (server: Server) => {
  const { db, entrance } = server
  const handlers: Handlers<typeof authRoutes, undefined, typeof UserMe> = {
    csrf: async ({ ctx }) => ({ csrf_token: entrance.csrfToken(ctx) }),
    ...asking(server),
    setPassword: async ({ ctx, work, body }) => {
      entrance.requireCsrf(ctx)
      await setFirstPassword(work, body.password)
      return undefined
    },
    changePassword: async ({ ctx, work, body }) => {
      entrance.requireCsrf(ctx)
      await entrance.attempts.count(ctx, (await contactOf(db, work.viewer.id)).email, () =>
        changePassword(work, body.old_password, body.new_password),
      )
      return undefined
    },
    session: async ({ viewer, trx }) =>
      viewer.id === ''
        ? { is_authenticated: false }
        : {
            is_authenticated: true,
            is_onboarded: await hasOnboarded(trx, viewer.id),
            user: await composeMe(trx, viewer.id),
          },
    sessions: async ({ viewer, trx }) => {
      const rows = await trx('sessions')
        .where({ user_id: viewer.id, kind: 'product' })
        .where('expires_at', '>', new Date())
        .orderBy('last_used_at', 'desc')
        .select('id', 'user_agent', 'ip_address', 'created_at', 'last_used_at', 'key_hash')
      return rows.map(({ key_hash, user_agent, ip_address, ...row }) => ({
        ...row,
        user_agent: user_agent ?? '',
        ip_address: ip_address ?? '',
        is_current: key_hash === viewer.session,
      }))
    },
    endSession: async ({ viewer, trx, params }) => {
      if (!isUuid(params.sessionId)) fail('path.notFound')
      const which = { id: params.sessionId, user_id: viewer.id, kind: 'product' }
      if ((await trx('sessions').where(which).delete()) === 0) fail('row.notFound')
      return undefined
    },
    endOtherSessions: async ({ viewer, trx }) => {
      await endSessions(trx, viewer.id, viewer.session)
      return undefined
    },
  }
  mount(server, authRoutes, handlers, {
    presenter: { as: UserMe, show: ({ viewer, trx }) => composeMe(trx, viewer.id) },
  })
}

export const mountAuth = (server: Server) => {
  for (const door of doors) mountForms(server, door)
  // Published pages have no index of their own: visitors sign in at the product's door, or are in already.
  server.router.register('/spaces', ['GET'], async ctx => ctx.redirect(`/${ctx.search}`))
  mountCalls(server)
  mount(server, spaceAuthRoutes, asking(server))
}
