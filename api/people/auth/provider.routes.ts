import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import type { Configuration as Reached } from 'openid-client'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { type ConnectedAccount, connectedAccountRoutes } from '#contract/people/connectedAccounts.ts'
import { safePath } from '#contract/people/nextPath.ts'
import { providerTestRoutes } from '#contract/people/providerTests.ts'
import type { Configuration } from '#contract/workspace/configuration.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf } from '../../http/session.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import { changedBy } from '../../workspace/instance/admin.service.ts'
import { AuthRefusal, refuse } from './codes.ts'
import { type Door, doors, productDoor } from './doors.ts'
import { connectProvider, enterByProvider } from './provider.service.ts'
import { loadClient, type ProviderName, providerNames, providers } from './providers.ts'
import { requireSetUp } from './signIn.service.ts'

const COOKIE = 'provider'
const SECONDS = 600

/** The state that a browser carries to the provider and back, sealed by us; it is good for one way. */
type Journey = {
  provider: ProviderName
  /** By which door it began, and so has to end. */
  at: Door['at']
  state: string
  verifier: string
  next: string | null
  /** The account to connect, where somebody is signed in. */
  as: string
  /** An admin tries these values: nobody is signed in or connected by it. */
  tries: { test: string; values: Partial<Configuration> } | null
  until: number
}

const COLUMNS = [
  'id',
  'user',
  'provider',
  'provider_account_id',
  'last_connected_at',
  'created_at',
  'updated_at',
]

const callbackOf = async ({ db, settings }: Server, at: Door['at'], provider: ProviderName) =>
  `${(await nameAndAddress(db, settings)).origin}${at}/${provider}/callback/`

/** Sends a browser on its journey: answers where to. */
const depart = async (
  server: Server,
  ctx: Context,
  reached: Reached,
  journey: Pick<Journey, 'provider' | 'at' | 'next' | 'as' | 'tries'>,
): Promise<string> => {
  const { provider, at } = journey
  const { scope, asks } = providers[provider]
  const client = await loadClient()
  const state = client.randomState()
  const verifier = client.randomPKCECodeVerifier()
  const sealed: Journey = { ...journey, state, verifier, until: Date.now() + SECONDS * 1000 }
  server.entrance.setCookie(ctx, COOKIE, server.seal(COOKIE).close(JSON.stringify(sealed)), SECONDS)
  return client.buildAuthorizationUrl(reached, {
    redirect_uri: await callbackOf(server, at, provider),
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...asks,
  }).href
}

/** Back at the screen of the admin who tries a service. */
const testedAt = (provider: ProviderName, outcome: Record<string, string>) =>
  `god-mode/authentication/${provider}?${new URLSearchParams(outcome)}`

/** To other services and back: the code flow with a state and PKCE. */
const mountJourneys = (server: Server, { at, page, lands }: Door) => {
  const { db, configured, entrance, router, log } = server
  const seal = server.seal(COOKIE)
  const spend = (ctx: Context) => entrance.calls.spend(entrance.lineOf(ctx))

  const begin = async (ctx: Context, provider: ProviderName): Promise<string> => {
    await spend(ctx)
    await requireSetUp(db)
    const { off, reach } = providers[provider]
    const reached = (await reach(await configured.read())) ?? refuse(off)
    const viewer: ServerViewer = ctx.state.viewer
    const next = safePath(ctx.query.next_path)
    return depart(server, ctx, reached, { provider, at, next, as: viewer.id, tries: null })
  }

  /** The journey that this browser is on, which ends here whatever comes of it. */
  const takeJourney = (ctx: Context, provider: ProviderName): Journey | null => {
    const sealed = cookiesOf(ctx.req)[COOKIE]
    entrance.setCookie(ctx, COOKIE, '', 0)
    try {
      const journey = JSON.parse(seal.open(sealed ?? '')) as Journey
      const isThis = journey.provider === provider && journey.at === at
      return isThis && journey.until > Date.now() ? journey : null
    } catch {
      return null
    }
  }

  const end = async (ctx: Context, provider: ProviderName, journey: Journey | null): Promise<string> => {
    await spend(ctx)
    await requireSetUp(db)
    const { broken, off, reach, identify } = providers[provider]
    if (!journey) return refuse(broken)
    const configuration = { ...(await configured.read()), ...journey.tries?.values }
    const reached = (await reach(configuration)) ?? refuse(off)
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
    router.register(`${at}/${provider}`, ['GET'], async ctx => {
      try {
        const to = await begin(ctx, provider)
        ctx.set('Cache-Control', 'private, no-cache')
        ctx.redirect(to)
      } catch (error) {
        entrance.refuse(ctx, page(''), said(error, provider), ctx.query.next_path)
      }
    })
    router.register(`${at}/${provider}/callback`, ['GET'], async ctx => {
      const journey = takeJourney(ctx, provider)
      try {
        entrance.redirect(ctx, await end(ctx, provider, journey))
      } catch (error) {
        const refused = said(error, provider)
        if (journey?.tries)
          return entrance.redirect(ctx, testedAt(provider, { test: journey.tries.test, refused: 'yes' }))
        entrance.refuse(ctx, page(''), refused, journey?.next)
      }
    })
  }
}

const mountAccounts = (server: Server) => {
  const own = (user: string, accountId: string) => {
    if (!isUuid(accountId)) fail('path.notFound')
    return { user, id: accountId }
  }
  type Row = z.infer<typeof ConnectedAccount>
  mount(server, connectedAccountRoutes, {
    list: async ({ viewer, trx }) =>
      await trx('connected_accounts').where('user', viewer.id).orderBy('created_at').select<Row[]>(COLUMNS),
    get: async ({ viewer, trx, params }) =>
      (await trx('connected_accounts')
        .where(own(viewer.id, params.accountId))
        .first<Row | undefined>(COLUMNS)) ?? fail('row.notFound'),
    remove: async ({ viewer, trx, params }) => {
      const removed = await trx('connected_accounts').where(own(viewer.id, params.accountId)).delete()
      if (removed === 0) fail('row.notFound')
      return undefined
    },
  })
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
      const reached = await providers[provider].reach({ ...kept, ...values }).catch(error => {
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
  mountAccounts(server)
}
