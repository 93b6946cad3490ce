import type * as client from 'openid-client'
import type { AuthName } from '#contract/people/authCodes.ts'
import type { Configuration } from '#contract/workspace/configuration.ts'
import type { Outgoing } from '../../http/outgoing.ts'

const TIMEOUT_SECONDS = 10

export const providerNames = ['google', 'github', 'gitlab'] as const
export type ProviderName = (typeof providerNames)[number]

/** The person, as the provider knows them. */
export type Known = {
  accountId: string
  /** What the person is called there, for themselves to know which account it is. */
  login: string
  email: string
  /** Does the provider know that the address is theirs? */
  isVerified: boolean
  firstName: string
  lastName: string
}

type Provider = {
  off: AuthName
  broken: AuthName
  scope: string
  /** Beyond what every provider is asked. */
  asks?: Record<string, string>
  /** How it is reached, by this `fetch`; null where something of it is not set. */
  reach(configuration: Configuration, fetch: client.CustomFetch): Promise<client.Configuration | null>
  identify(reached: client.Configuration, token: Tokens, configuration: Configuration): Promise<Known>
}
type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

// Loaded with the first person who comes by a provider.
export const loadClient = () => import('openid-client')

/** The most that a service answers, in bytes. */
const MOST = 1024 * 1024

/** Hosts of services are named by people, as those of web hooks are: the same client calls them. */
export const guardedFetch =
  (outgoing: Outgoing): client.CustomFetch =>
  async (url, { headers, body }) => {
    const {
      status,
      type,
      body: said,
    } = await outgoing.read(url, {
      headers,
      ...(body ? { body: String(body) } : {}),
      timeoutMs: TIMEOUT_SECONDS * 1000,
      most: MOST,
    })
    return new Response(new Uint8Array(said), { status, headers: { 'content-type': type } })
  }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const withoutSlash = (host: string) => host.replace(/\/+$/, '')
const isPlain = (host: string) => host.startsWith('http://')

const answerOf = async (reached: client.Configuration, token: Tokens, address: string): Promise<unknown> => {
  const client = await loadClient()
  const response = await client.fetchProtectedResource(reached, token.access_token, new URL(address), 'GET')
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}`)
  return response.json()
}

/** A server that says nothing of itself: where it is asked is known beforehand. */
const plain = async (
  host: string,
  paths: { authorize: string; token: string },
  id: string,
  secret: string,
  fetch: client.CustomFetch,
) => {
  if (!host || !id || !secret) return null
  const client = await loadClient()
  const reached = new client.Configuration(
    {
      issuer: host,
      authorization_endpoint: `${host}${paths.authorize}`,
      token_endpoint: `${host}${paths.token}`,
    },
    id,
    {},
    client.ClientSecretPost(secret),
  )
  if (isPlain(host)) client.allowInsecureRequests(reached)
  reached[client.customFetch] = fetch
  reached.timeout = TIMEOUT_SECONDS
  return reached
}

const PUBLIC_GITHUB = 'https://github.com'
const githubApi = (host: string) => (host === PUBLIC_GITHUB ? 'https://api.github.com' : `${host}/api/v3`)
type GithubMail = { email: string; primary: boolean; verified: boolean }

export const providers: Record<ProviderName, Provider> = {
  google: {
    off: 'GOOGLE_NOT_CONFIGURED',
    broken: 'GOOGLE_OAUTH_PROVIDER_ERROR',
    scope: 'openid email profile',
    asks: { prompt: 'select_account' },
    reach: async ({ GOOGLE_HOST, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, IS_GOOGLE_ENABLED }, fetch) => {
      if (IS_GOOGLE_ENABLED !== '1' || !GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null
      const client = await loadClient()
      return client.discovery(
        new URL(GOOGLE_HOST),
        GOOGLE_CLIENT_ID,
        {},
        client.ClientSecretPost(GOOGLE_CLIENT_SECRET),
        {
          timeout: TIMEOUT_SECONDS,
          [client.customFetch]: fetch,
          execute: isPlain(GOOGLE_HOST) ? [client.allowInsecureRequests] : [],
        },
      )
    },
    identify: async (reached, token) => {
      const { sub } = token.claims() ?? { sub: '' }
      const client = await loadClient()
      const person = await client.fetchUserInfo(reached, token.access_token, sub)
      return {
        accountId: sub,
        login: text(person.email),
        email: text(person.email),
        isVerified: person.email_verified === true,
        firstName: text(person.given_name),
        lastName: text(person.family_name),
      }
    },
  },
  github: {
    off: 'GITHUB_NOT_CONFIGURED',
    broken: 'GITHUB_OAUTH_PROVIDER_ERROR',
    scope: 'read:user user:email',
    reach: async ({ GITHUB_HOST, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, IS_GITHUB_ENABLED }, fetch) =>
      IS_GITHUB_ENABLED === '1'
        ? plain(
            withoutSlash(GITHUB_HOST),
            { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
            GITHUB_CLIENT_ID,
            GITHUB_CLIENT_SECRET,
            fetch,
          )
        : null,
    identify: async (reached, token, { GITHUB_HOST }) => {
      const api = githubApi(withoutSlash(GITHUB_HOST))
      const person = (await answerOf(reached, token, `${api}/user`)) as Record<string, unknown>
      const mails = (await answerOf(reached, token, `${api}/user/emails`)) as GithubMail[]
      const primary = mails.find(mail => mail.primary)
      return {
        accountId: text(person.id),
        login: text(person.login),
        email: text(primary?.email),
        isVerified: primary?.verified === true,
        firstName: text(person.name),
        lastName: '',
      }
    },
  },
  gitlab: {
    off: 'GITLAB_NOT_CONFIGURED',
    broken: 'GITLAB_OAUTH_PROVIDER_ERROR',
    scope: 'read_user',
    reach: async ({ GITLAB_HOST, GITLAB_CLIENT_ID, GITLAB_CLIENT_SECRET, IS_GITLAB_ENABLED }, fetch) =>
      IS_GITLAB_ENABLED === '1'
        ? plain(
            withoutSlash(GITLAB_HOST),
            { authorize: '/oauth/authorize', token: '/oauth/token' },
            GITLAB_CLIENT_ID,
            GITLAB_CLIENT_SECRET,
            fetch,
          )
        : null,
    identify: async (reached, token, { GITLAB_HOST }) => {
      const address = `${withoutSlash(GITLAB_HOST)}/api/v4/user`
      const person = (await answerOf(reached, token, address)) as Record<string, unknown>
      return {
        accountId: text(person.id),
        login: text(person.username),
        email: text(person.email),
        isVerified: text(person.confirmed_at) !== '',
        firstName: text(person.name),
        lastName: '',
      }
    },
  },
}
