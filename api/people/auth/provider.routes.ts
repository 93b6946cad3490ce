import type { Context } from 'koa'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { codeOf, messageOf } from '#contract/messageOf.ts'
import { type ConnectedAccount, connectedAccountRoutes } from '#contract/people/connectedAccounts.ts'
import { safePath } from '#contract/people/nextPath.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf } from '../../http/session.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import { AuthRefusal, refuse } from './codes.ts'
import { type Door, doors } from './doors.ts'
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

/** To other services and back: the code flow with a state and PKCE. */
const mountJourneys = (server: Server, { at, page, lands }: Door) => {
  const { db, settings, configured, entrance, router, log } = server
  const seal = server.seal(COOKIE)
  const callbackAt = async (provider: ProviderName) =>
    `${(await nameAndAddress(db, settings)).origin}${at}/${provider}/callback/`
  const spend = (ctx: Context) => entrance.calls.spend(entrance.lineOf(ctx))

  const begin = async (ctx: Context, provider: ProviderName): Promise<string> => {
    await spend(ctx)
    await requireSetUp(db)
    const { off, scope, asks } = providers[provider]
    const reached = (await providers[provider].reach(await configured.read())) ?? refuse(off)
    const viewer: ServerViewer = ctx.state.viewer
    const client = await loadClient()
    const journey: Journey = {
      provider,
      at,
      state: client.randomState(),
      verifier: client.randomPKCECodeVerifier(),
      next: safePath(ctx.query.next_path),
      as: viewer.id,
      until: Date.now() + SECONDS * 1000,
    }
    entrance.setCookie(ctx, COOKIE, seal.close(JSON.stringify(journey)), SECONDS)
    return client.buildAuthorizationUrl(reached, {
      redirect_uri: await callbackAt(provider),
      scope,
      state: journey.state,
      code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
      ...asks,
    }).href
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
    const configuration = await configured.read()
    const reached = (await reach(configuration)) ?? refuse(off)
    const came = new URL(`${await callbackAt(provider)}${ctx.search}`)
    const client = await loadClient()
    const token = await client.authorizationCodeGrant(reached, came, {
      pkceCodeVerifier: journey.verifier,
      expectedState: journey.state,
    })
    const known = await identify(reached, token, configuration)
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
        entrance.refuse(ctx, page(''), said(error, provider), journey?.next)
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

export const mountProviders = (server: Server) => {
  for (const door of doors) mountJourneys(server, door)
  mountAccounts(server)
}
