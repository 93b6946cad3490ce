import { ownOrigin } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { ADMIN_COOKIE, cookiesOf } from '../../http/session.ts'
import { cleanEmail } from '../../people/auth/account.service.ts'
import { landingPath, safePath } from '../../people/auth/landing.ts'
import { signOut } from '../../people/auth/signIn.service.ts'
import { fillSample } from './sample.service.ts'
import { adminSignIn, setUp } from './setUp.service.ts'

/** The forms of those who run the instance: a session of its own, an hour long. */
export const mountAdminForms = (server: Server) => {
  const { db, origins, entrance } = server
  const { attempts, form, start } = entrance
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
  form('/api/instances/admins/sign-out/', 'god-mode/', async ctx => {
    const key = cookiesOf(ctx.req)[ADMIN_COOKIE]
    if (key) await signOut(db, key, entrance.addressOf(ctx))
    entrance.setCookie(ctx, ADMIN_COOKIE, '', 0)
    return 'god-mode/'
  })
}
