import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { fail } from '#contract/errors.ts'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { safePath } from '#contract/people/nextPath.ts'
import { providerTestRoutes } from '#contract/people/providerTests.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { changedBy } from '../../workspace/instance/admin.service.ts'
import { AuthRefusal, refuse } from './codes.ts'
import { type Door, doors, productDoor } from './doors.ts'
import { callbackOf, depart, type Journey, reach, takeJourney } from './journeys.ts'
import { connectProvider, enterByProvider } from './provider.service.ts'
import { loadClient, type ProviderName, providerNames, providers } from './providers.ts'
import { requireSetUp } from './signIn.service.ts'

/** Back at the screen of the admin who tries a service. */
const testedAt = (provider: ProviderName, outcome: Record<string, string>) =>
  `god-mode/authentication/${provider}?${new URLSearchParams(outcome)}`

/** To other services and back: the code flow with a state and PKCE. */
const mountJourneys = (server: Server, { at, page, lands }: Door) => {
  const { db, configured, entrance, router, admit, log } = server
  const spend = (ctx: Context) => entrance.calls.spend(entrance.lineOf(ctx))

  const begin = async (ctx: Context, provider: ProviderName): Promise<string> => {
    await spend(ctx)
    await requireSetUp(db)
    const reached =
      (await reach(server, provider, await configured.read())) ?? refuse(providers[provider].off)
    const next = safePath(ctx.query.next_path)
    return depart(server, ctx, reached, { provider, at, next, as: '', tries: null })
  }

  const end = async (ctx: Context, provider: ProviderName, journey: Journey | null): Promise<string> => {
    await spend(ctx)
    await requireSetUp(db)
    const { broken, off, identify } = providers[provider]
    if (!journey) return refuse(broken)
    const configuration = { ...(await configured.read()), ...journey.tries?.values }
    const reached = (await reach(server, provider, configuration)) ?? refuse(off)
    const came = new URL(`${await callbackOf(server, at, provider)}${ctx.search}`)
    const client = await loadClient()
    const since = performance.now()
    const token = await client.authorizationCodeGrant(reached, came, {
      pkceCodeVerifier: journey.verifier,
      expectedState: journey.state,
    })
    const known = await identify(reached, token, configuration)
    if (journey.tries) {
      const ms = String(Math.round(performance.now() - since))
      return testedAt(provider, { test: journey.tries.test, login: known.login, ms })
    }
    if (journey.as) {
      if ((ctx.state.viewer as ServerViewer).id !== journey.as) return refuse(broken)
      await connectProvider(db, journey.as, provider, known)
      return lands(db, journey.as, journey.next)
    }
    const from = { address: entrance.addressOf(ctx), agent: ctx.get('user-agent') }
    const { id, email } = await enterByProvider(db, provider, known, configuration, from)
    await entrance.start(ctx, id, 'product', email)
    return lands(db, id, journey.next)
  }

  const said = (error: unknown, provider: ProviderName) => {
    if (error instanceof AuthRefusal || codeOf(error) === 'rate.exceeded') return error
    // A provider's answer goes to nobody: it may hold the secrets that we asked with.
    log.warn({ provider, said: messageOf(error) }, 'a provider let nobody in')
    return new AuthRefusal(providers[provider].broken)
  }

  for (const provider of providerNames) {
    const leave = async (ctx: Context) => {
      try {
        const to = await begin(ctx, provider)
        ctx.set('Cache-Control', 'private, no-cache')
        ctx.redirect(to)
      } catch (error) {
        entrance.refuse(ctx, page(''), said(error, provider), ctx.query.next_path)
      }
    }
    const comeBack = async (ctx: Context) => {
      const journey = await takeJourney(server, ctx, { provider, at })
      try {
        entrance.redirect(ctx, await end(ctx, provider, journey))
      } catch (error) {
        const refused = said(error, provider)
        if (journey?.tries)
          return entrance.redirect(ctx, testedAt(provider, { test: journey.tries.test, refused: 'yes' }))
        entrance.refuse(ctx, page(''), refused, journey?.next)
      }
    }
    router.register(`${at}/${provider}`, ['GET'], [admit({ by: 'none', takesToken: false }), leave])
    const back = admit({ by: 'everyday', takesToken: false })
    router.register(`${at}/${provider}/callback`, ['GET'], [back, comeBack])
  }
}

const isProvider = (name: string): name is ProviderName => providerNames.some(one => one === name)

/** Admins of the instance try a service before others come by it. */
const mountTests = (server: Server) => {
  const { configured, entrance, log } = server
  mount(server, providerTestRoutes, {
    begin: async ({ ctx, viewer, params: { provider }, body }) => {
      if (!isProvider(provider)) return fail('path.notFound')
      await entrance.calls.spend(entrance.lineOf(ctx))
      const name = provider.toUpperCase() as Uppercase<ProviderName>
      const kept = await configured.read()
      const keys = [`${name}_HOST`, `${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
      const given = Object.entries(body.configuration ?? {}).filter(([key]) => keys.includes(key))
      const values = {
        ...changedBy(configured, kept, Object.fromEntries(given)),
        [`IS_${name}_ENABLED`]: '1',
      }
      const reached = await reach(server, provider, { ...kept, ...values }).catch(error => {
        log.warn({ provider, said: messageOf(error) }, 'a provider is not reached')
        return fail('instance.serviceSilent')
      })
      log.info({ by: viewer.id, provider }, 'an admin tries a provider')
      const test = randomUUID()
      const journey = { provider, at: productDoor.at, next: null, as: '', tries: { test, values } }
      return { test, url: await depart(server, ctx, reached ?? fail('instance.keysMissing'), journey) }
    },
  })
}

export const mountProviders = (server: Server) => {
  for (const door of doors) mountJourneys(server, door)
  mountTests(server)
}
