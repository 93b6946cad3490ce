/** Real OAuth servers of three services, and an instance that people come into by them. */
import { oauth, tell } from './oauth.ts'
import { startServer } from './server.ts'
import type { Visitor } from './visitor.ts'

type Name = 'google' | 'github' | 'gitlab'
/** The person signed in at the provider, and the facts that it knows of them. */
const there = { id: '1', email: 'freya@quay.example', verified: true, name: 'Freya' }

export const keys = (name: string, host: string) => ({
  [`IS_${name}_ENABLED`]: '1',
  [`${name}_HOST`]: host,
  [`${name}_CLIENT_ID`]: 'tandem',
  [`${name}_CLIENT_SECRET`]: 'hush',
})

export const openProviders = async () => {
  const made = await oauth({})
  const google = made.provider
  google.service.on('beforeUserinfo', (answer: { body: object }) => {
    answer.body = {
      sub: 'johndoe',
      email: there.email,
      email_verified: there.verified,
      given_name: there.name,
    }
  })
  const hub = await oauth({ authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' })
  hub.provider.service.addRoute('GET', '/api/v3/user', (_, response) =>
    tell(response, { id: Number(there.id), name: there.name, email: null }),
  )
  hub.provider.service.addRoute('GET', '/api/v3/user/emails', (_, response) =>
    tell(response, [
      { email: 'other@quay.example', primary: false, verified: true },
      { email: there.email, primary: true, verified: there.verified },
    ]),
  )
  const gitlab = await oauth({ authorize: '/oauth/authorize', token: '/oauth/token' })
  gitlab.provider.service.addRoute('GET', '/api/v4/user', (_, response) =>
    tell(response, {
      id: Number(there.id),
      email: there.email,
      name: there.name,
      confirmed_at: there.verified ? '2026-01-01T00:00:00Z' : null,
    }),
  )
  const server = await startServer({
    ...keys('GOOGLE', made.host),
    ...keys('GITHUB', hub.host),
    ...keys('GITLAB', gitlab.host),
    PRIVATE_HOSTS: '127.0.0.1',
  })
  await server.db('instances').update({ is_setup_done: true, origin_at_setup: server.origin })
  const github = hub.provider
  const all = [google, github, gitlab.provider]
  const stop = () => Promise.all(all.map(one => one.stop()))
  return { server, google, github, stop }
}

export const errorOf = (location: string | null) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')
export const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200
/** To the provider, which lets everybody in, and with its code to where it sends them. */
export const leave = async (who: Visitor, name: Name, query = '') => {
  const { location } = await who.get(`/auth/${name}/${query}`)
  const answer = await fetch(location!, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  return back.pathname + back.search
}
export const enter = async (who: Visitor, name: Name, query = '') =>
  (await who.get(await leave(who, name, query))).location
/** Asks to connect, goes there and comes back. */
export const connect = async (who: Visitor, provider: Name, sent: Record<string, unknown> = {}) => {
  const { status, body } = await who.post<{ url: string }>('/api/users/me/accounts/', { provider, ...sent })
  if (status !== 200) return { status, body: body as Record<string, unknown>, error: null }
  const answer = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  const { location } = await who.get(back.pathname + back.search)
  return { status, body: {}, error: errorOf(location) }
}
export const set = (values: Partial<typeof there>) => Object.assign(there, values)
