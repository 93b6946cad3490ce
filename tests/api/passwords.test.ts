/** Passwords forgotten, set and changed, and the sessions afterwards. */
import { beforeAll, describe, expect, test } from 'vitest'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const NEW_PASSWORD = 'a longer harbour phrase 10'

let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env }, undefined, { mails: true })
  make = build(server)
  await make.setUp()
})

const errorOf = ({ location }: { location: string | null }) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')
const pathOf = ({ location }: { location: string | null }) => new URL(location ?? '', 'http://here').pathname
const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200
let count = 0
const address = () => `sailor${++count}@quay.example`

const withPassword = async () => {
  const who = visitor(server.origin)
  const email = address()
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  return Object.assign(who, { email })
}
const json = async (who: Visitor, path: string, body: object) => {
  const { body: csrf } = await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')
  return who.post(path, body, { headers: { 'x-csrftoken': csrf.csrf_token } })
}

describe('a forgotten password', () => {
  const linkFor = async (email: string) => {
    const reply = await visitor(server.origin).post('/auth/forgot-password/', {
      email: ` ${email.toUpperCase()}`,
    })
    expect([reply.status, reply.body]).toEqual([200, { message: 'Check your email to reset your password' }])
    const [href = ''] = /http\S+reset-password\S+/.exec((await box.take(email)).text) ?? []
    return new URL(href)
  }
  const reset = (link: URL, password: string, who = visitor(server.origin)) => {
    const { uidb64, token, email } = Object.fromEntries(link.searchParams)
    return who.form(`/auth/reset-password/${uidb64}/${token}/`, { password, email: email ?? '' })
  }

  test('is set anew by the link, once; every session ends, and the address is proven', async () => {
    const who = await withPassword()
    const { body: me } = await who.get<{ id: string; is_email_verified: boolean }>('/api/users/me/')
    expect(me.is_email_verified).toBe(false)
    // Laid in by whoever made the account, who may be somebody else.
    const laid = { id: make.id(), user: me.id, provider: 'github', provider_account_id: 'theirs' }
    await server.db('connected_accounts').insert(laid)
    const link = await linkFor(who.email)
    expect(link.pathname).toBe('/accounts/reset-password/')
    const weak = await reset(link, 'short')
    expect([errorOf(weak), pathOf(weak)]).toEqual(['5020', '/accounts/reset-password'])
    expect(new URL(weak.location!, 'http://here').searchParams.get('token')).toBe(
      link.searchParams.get('token'),
    )
    const done = await reset(link, NEW_PASSWORD)
    expect(done.location).toMatch(/\/sign-in\?success=True$/)
    expect(await isIn(who)).toBe(false)
    const told = await box.take(who.email)
    expect(told.subject).toMatch(/^Your password was changed on /)
    expect(told.text).toContain(`your account ${who.email}`)
    expect(told.text).toContain('/profile/security')
    expect(await server.db('connected_accounts').where('user', me.id)).toEqual([])
    expect(errorOf(await reset(link, PASSWORD))).toBe('5125')
    const old = await visitor(server.origin).form('/auth/sign-in/', { email: who.email, password: PASSWORD })
    expect(errorOf(old)).toBe('5065')
    await who.form('/auth/sign-in/', { email: who.email, password: NEW_PASSWORD })
    const { body: now } = await who.get('/api/users/me/')
    expect(now).toMatchObject({ is_email_verified: true, email_verified_at: expect.stringMatching(/Z$/) })
    // Proven once, it stays proven since then.
    await reset(await linkFor(who.email), PASSWORD)
    await who.form('/auth/sign-in/', { email: who.email, password: PASSWORD })
    expect((await who.get('/api/users/me/')).body.email_verified_at).toBe(now.email_verified_at)
  })

  test('is set by one of two that come at once; other links of the same person end with it', async () => {
    const { email } = await make.person()
    const [link, other] = [await linkFor(email), await linkFor(email)]
    const replies = await Promise.all([1, 2].map(() => reset(link, NEW_PASSWORD)))
    expect(replies.map(errorOf).sort()).toEqual(['5125', null])
    expect(errorOf(await reset(other, NEW_PASSWORD))).toBe('5125')
  })

  test('is refused by links that are over, made up, or of somebody else', async () => {
    const { email } = await make.person()
    const link = await linkFor(email)
    const of = (changes: Record<string, string>) => {
      const changed = new URL(link)
      for (const [name, value] of Object.entries(changes)) changed.searchParams.set(name, value)
      return changed
    }
    const another = Buffer.from((await make.person()).id).toString('base64url')
    const made: Record<string, string>[] = [{ token: 'x' }, { uidb64: 'x' }, { uidb64: another }]
    for (const one of made) expect(errorOf(await reset(of(one), NEW_PASSWORD))).toBe('5125')
    await server.db('reset_tokens').update({ expires_at: new Date(Date.now() - 1) })
    expect(errorOf(await reset(link, NEW_PASSWORD))).toBe('5130')
  })

  test('C4: of a closed account is set, and opens nothing', async () => {
    const who = await withPassword()
    const { body: me } = await who.get<{ id: string }>('/api/users/me/')
    const link = await linkFor(who.email)
    await server.db('accounts').where('id', me.id).update({ is_active: false })
    await reset(link, NEW_PASSWORD, who)
    for (const door of ['/auth/sign-in/', '/auth/spaces/sign-in/']) {
      const reply = await who.form(door, { email: who.email, password: NEW_PASSWORD })
      expect([errorOf(reply), await isIn(who)]).toEqual(['5019', false])
    }
    expect(await server.db('accounts').where('id', me.id).first('is_active')).toEqual({ is_active: false })
  })

  test('is kept as a hash alone; an unknown address is told so, and nobody is mailed without end', async () => {
    const { email } = await make.person()
    const link = await linkFor(email)
    await until(async () => (await server.db('mails').where('state', 'handed')).length === 0)
    const kept = JSON.stringify([await server.db('reset_tokens'), await server.db('mails')])
    expect(kept).not.toContain(link.searchParams.get('token'))
    const forgot = async (to: string) =>
      (await visitor(server.origin).post('/auth/forgot-password/', { email: to })).body.error_code
    expect([await forgot('nobody@quay.example'), await forgot('x')]).toEqual([5060, 5005])
    const limited = await startServer({ ...box.env, RATE_LIMIT_AUTH: '30' })
    await build(limited).setUp()
    const { email: known } = await build(limited).person()
    const answers: number[] = []
    for (let n = 0; n < 6; n++)
      answers.push((await visitor(limited.origin).post('/auth/forgot-password/', { email: known })).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a password', () => {
  test('is set once by a person without one, with the CSRF header', async () => {
    const person = await make.person()
    const bare = await person.post('/auth/set-password/', { password: PASSWORD })
    expect([bare.status, bare.body]).toEqual([
      403,
      { detail: 'CSRF Failed: CSRF token missing or incorrect.' },
    ])
    expect((await json(person, '/auth/set-password/', { password: 'short' })).body.error_code).toBe(5020)
    const done = await json(person, '/auth/set-password/', { password: PASSWORD })
    expect([done.status, done.body.is_password_autoset]).toEqual([200, false])
    expect((await json(person, '/auth/set-password/', { password: NEW_PASSWORD })).body).toMatchObject({
      error_code: 5145,
    })
    expect((await visitor(server.origin).post('/auth/set-password/', {})).status).toBe(401)
    const signed = await visitor(server.origin).form('/auth/sign-in/', {
      email: person.email,
      password: PASSWORD,
    })
    expect(errorOf(signed)).toBeNull()
  })

  test('is changed by a person who knows the old one; this session goes on, the others end', async () => {
    const who = await withPassword()
    const elsewhere = visitor(server.origin)
    await elsewhere.form('/auth/sign-in/', { email: who.email, password: PASSWORD })
    const change = (old_password: string, new_password: string) =>
      json(who, '/auth/change-password/', { old_password, new_password })
    expect((await change('', NEW_PASSWORD)).body.error_code).toBe(5138)
    expect((await change('wrong', NEW_PASSWORD)).body.error_code).toBe(5135)
    expect((await change(PASSWORD, 'short')).body.error_code).toBe(5140)
    expect((await change(PASSWORD, PASSWORD)).body.error_code).toBe(5140)
    expect(await isIn(elsewhere)).toBe(true)
    expect((await change(PASSWORD, NEW_PASSWORD)).body).toEqual({ message: 'Password updated successfully' })
    expect([await isIn(who), await isIn(elsewhere)]).toEqual([true, false])
  })

  test('that is wrong is counted when it is changed, too', async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH_FAILURES: '3' })
    await build(limited).setUp()
    const who = visitor(limited.origin)
    await who.form('/auth/sign-up/', { email: 'a@quay.example', password: PASSWORD })
    const wrong = () => json(who, '/auth/change-password/', { old_password: 'x', new_password: NEW_PASSWORD })
    const answers: number[] = []
    for (let n = 0; n < 4; n++) answers.push((await wrong()).status)
    expect(answers).toEqual([400, 400, 400, 429])
  })
})

describe('sessions', () => {
  type Session = { id: string; user_agent: string; is_current: boolean }
  const sessionsOf = async (who: Person | Visitor) =>
    (await who.get<Session[]>('/api/users/me/sessions/')).body

  test('are listed, ended one by one and everywhere else, and are nobody else’s business', async () => {
    const who = await withPassword()
    const others = [visitor(server.origin), visitor(server.origin), visitor(server.origin)]
    for (const other of others)
      await other.form(
        '/auth/sign-in/',
        { email: who.email, password: PASSWORD },
        { headers: { 'user-agent': 'Kiosk' } },
      )
    const listed = await sessionsOf(who)
    expect(listed.map(one => one.is_current).filter(Boolean)).toHaveLength(1)
    expect(listed.filter(one => one.user_agent === 'Kiosk')).toHaveLength(3)
    const [kiosk] = (await sessionsOf(others[0]!)).filter(one => one.is_current)
    const stranger = await make.person()
    expect((await stranger.delete(`/api/users/me/sessions/${kiosk!.id}/`)).status).toBe(404)
    expect((await who.delete(`/api/users/me/sessions/${kiosk!.id}/`)).status).toBe(204)
    expect(await isIn(others[0]!)).toBe(false)
    expect((await who.delete('/api/users/me/sessions/')).status).toBe(204)
    expect([await isIn(who), await isIn(others[1]!), await isIn(others[2]!)]).toEqual([true, false, false])
    expect(await isIn(stranger)).toBe(true)
  })

  test('live on with their use, and are noted as used', async () => {
    const who = await withPassword()
    const { body: me } = await who.get<{ id: string }>('/api/users/me/')
    const own = () => server.db('sessions').where('user_id', me.id)
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    await own().update({ last_used_at: minutes(-10), expires_at: minutes(10) })
    expect(await isIn(who)).toBe(true)
    const { last_used_at, expires_at } = await own().first('last_used_at', 'expires_at')
    expect(Date.parse(last_used_at)).toBeGreaterThan(+minutes(-1))
    expect(Date.parse(expires_at)).toBeGreaterThan(+minutes(24 * 60))
  })
})
