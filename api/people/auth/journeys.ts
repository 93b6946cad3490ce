import type { Context } from 'koa'
import type { Configuration as Reached } from 'openid-client'
import type { Configuration } from '#contract/workspace/configuration.ts'
import { createOutgoing } from '../../http/outgoing.ts'
import type { Server } from '../../http/server.ts'
import { cookiesOf, hashOf } from '../../http/session.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import type { Door } from './doors.ts'
import { guardedFetch, loadClient, type ProviderName, providers } from './providers.ts'

const COOKIE = 'provider'
const SECONDS = 600

/** The state that a browser carries to the provider and back, sealed by us; it is good for one way. */
export type Journey = {
  provider: ProviderName
  /** By which door it began, and so has to end. */
  at: Door['at']
  state: string
  verifier: string
  next: string | null
  /** The account to connect, where its owner asked for that. */
  as: string
  /** An admin tries these values: nobody is signed in or connected by it. */
  tries: { test: string; values: Partial<Configuration> } | null
  until: number
}

export const callbackOf = async ({ db, settings }: Server, at: Door['at'], provider: ProviderName) =>
  `${(await nameAndAddress(db, settings)).origin}${at}/${provider}/callback/`

/** A service as it is reached with these values; null where something of it is not set. */
export const reach = (
  { settings }: Server,
  provider: ProviderName,
  configuration: Configuration,
): Promise<Reached | null> => providers[provider].reach(configuration, guardedFetch(createOutgoing(settings)))

/** Sends a browser on its journey: answers where to. */
export const depart = async (
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

/** The journey that this browser is on, which ends here whatever comes of it: a cookie that was kept brings nobody back. */
export const takeJourney = async (
  { db, entrance, seal }: Server,
  ctx: Context,
  { provider, at }: Pick<Journey, 'provider' | 'at'>,
): Promise<Journey | null> => {
  const sealed = cookiesOf(ctx.req)[COOKIE]
  entrance.setCookie(ctx, COOKIE, '', 0)
  const journey = opened(seal, sealed)
  if (journey?.provider !== provider || journey.at !== at || journey.until <= Date.now()) return null
  const ended = await db('ended_journeys')
    .insert({ state: hashOf(journey.state), until: new Date(journey.until) })
    .onConflict('state')
    .ignore()
    .returning('state')
  return ended.length > 0 ? journey : null
}

const opened = (seal: Server['seal'], sealed = ''): Journey | null => {
  try {
    return JSON.parse(seal(COOKIE).open(sealed)) as Journey
  } catch {
    return null
  }
}
