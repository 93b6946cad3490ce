import type { z } from 'zod'
import { fail, must } from '#contract/errors.ts'
import { safePath } from '#contract/people/nextPath.ts'
import { InstanceAnswer } from '#contract/workspace/instance.ts'
import { type AdminMe, instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import type { Db } from '../../db/knex.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import { ownOrigin } from '../../http/origin.ts'
import { readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ADMIN_COOKIE, cookiesOf } from '../../http/session.ts'
import { cleanEmail } from '../../people/auth/account.service.ts'
import { landingPath } from '../../people/auth/landing.ts'
import { signOut } from '../../people/auth/signIn.service.ts'
import { composeMe } from '../../people/users/user.queries.ts'
import { isReserved } from '../workspaces/slug.ts'
import { createWorkspace } from '../workspaces/workspace.service.ts'
import {
  addAdmin,
  composeAdmins,
  configure,
  listWorkspaces,
  removeAdmin,
  updateInstance,
  workspaceBySlug,
} from './admin.service.ts'
import { composeInstance } from './compose.ts'
import { fillSample } from './sample.service.ts'
import { adminSignIn, setUp } from './setUp.service.ts'
import { testMail } from './testMail.ts'

/** The forms of those who run the instance: a session of its own, an hour long. */
const mountAdminForms = (server: Server) => {
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

const composeAdmin = async (trx: Db, id: string): Promise<z.infer<typeof AdminMe>> => {
  const { cover_image_url: _, last_login_medium: __, ...me } = await composeMe(trx, id)
  return me
}

const mountAdminCalls = (server: Server) => {
  const { db, settings, configured } = server
  mount(
    server,
    instanceAdminRoutes,
    {
      screenVisited: async () => {
        await db('instances').update({ is_signup_screen_visited: true })
        return undefined
      },
      session: async ({ viewer, trx }) =>
        viewer.isInstanceAdmin
          ? { is_authenticated: true, user: await composeAdmin(trx, viewer.id) }
          : { is_authenticated: false },
      me: ({ viewer, trx }) => composeAdmin(trx, viewer.id),
      admins: ({ trx }) => composeAdmins(trx),
      addAdmin: ({ work, body }) => addAdmin(work, body.email),
      removeAdmin: async ({ work, params }) => {
        if (!isUuid(params.adminId)) fail('path.notFound')
        await removeAdmin(work, params.adminId)
        return undefined
      },
      update: async ({ work, body }) => {
        await updateInstance(work, body)
        return undefined
      },
      configurations: ({ trx }) => configured.list(trx),
      configure: ({ work, body }) => configure(work, configured, body),
      testMail: ({ viewer, body }) => testMail(server, viewer.id, body),
      mailTest: async ({ trx }) => ({ passed: await configured.mailTest(trx) }),
      checkSlug: async ({ trx, query }) => {
        if (!query.slug) return fail('workspace.slugRequired')
        const taken = await trx('workspaces').whereRaw('lower(slug) = lower(?)', [query.slug]).first('id')
        return { status: !taken && !isReserved(query.slug) }
      },
      workspaces: ({ trx, query }) => listWorkspaces(trx, readPage(query), query.search),
      createWorkspace: async ({ work, body }) => {
        const { slug } = await createWorkspace(work, body, 'instance.slugTaken')
        return workspaceBySlug(work.trx, slug)
      },
    },
    {
      presenter: {
        as: InstanceAnswer.shape.instance,
        show: ({ trx, viewer }) => composeInstance(trx, settings, viewer),
      },
      again: {
        addAdmin: async ({ trx, body }) =>
          must(
            (await composeAdmins(trx)).find(one => one.user_detail.email === cleanEmail(body.email)),
            'the admin',
          ),
        configure: async ({ trx, body }) => (await configured.list(trx)).filter(({ key }) => key in body),
        createWorkspace: ({ trx, body }) => workspaceBySlug(trx, body.slug ?? ''),
      },
    },
  )
}

export const mountInstanceAdmin = (server: Server) => {
  mountAdminForms(server)
  mountAdminCalls(server)
}
