import { beforeAll, describe, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const codeOf = (location: string | null) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')

describe('before set-up', () => {
  test('sign-in calls answer 5000 and the instance says that it is not set up', async () => {
    const caller = visitor(server.origin)
    const { body } = await caller.get<{ instance: { is_setup_done: boolean } }>('/api/instances/')
    expect(body.instance.is_setup_done).toBe(false)
    const { location, status } = await caller.form('/auth/sign-in/', { email: 'a@b.example', password: 'x' })
    expect([status, codeOf(location)]).toEqual([302, '5000'])
  })

  test('weak passwords and missing fields are refused with the typed values, password aside', async () => {
    const caller = visitor(server.origin)
    const weak = await caller.form('/api/instances/admins/sign-up/', {
      email: 'a@b.example',
      password: 'password1',
      first_name: 'A',
    })
    expect(codeOf(weak.location)).toBe('5165')
    expect(weak.location).toContain('a%40b.example')
    expect(weak.location).not.toContain('password1')
    const missing = await caller.form('/api/instances/admins/sign-up/', { email: 'a@b.example' })
    expect(codeOf(missing.location)).toBe('5155')
    const { email } = await build(server).person()
    const given = { email, password: PASSWORD, first_name: 'A' }
    expect(codeOf((await caller.form('/api/instances/admins/sign-up/', given)).location)).toBe('5180')
  })

  test('C5: two racing set-ups make one admin, signed in to the product as well', async () => {
    const racers = [visitor(server.origin), visitor(server.origin)]
    const answers = await Promise.all(
      racers.map((racer, at) =>
        racer.form('/api/instances/admins/sign-up/', {
          email: `admin${at}@quay.example`,
          password: PASSWORD,
          first_name: 'Freya',
          next_path: '/create-workspace',
        }),
      ),
    )
    expect(answers.map(answer => codeOf(answer.location)).sort()).toEqual(['5150', null].sort())
    const winner = racers[answers.findIndex(answer => codeOf(answer.location) === null)]!
    expect((await winner.get('/api/users/me/')).status).toBe(200)
    expect(await server.db('instance_admins').count('* as n').first()).toEqual({ n: 1 })
  })
})

describe('after set-up', () => {
  test('sign-up, sign-in and sign-out by form; the old cookie is dead after sign-out', async () => {
    const caller = visitor(server.origin)
    const up = await caller.form('/auth/sign-up/', { email: 'Mei@Quay.example ', password: PASSWORD })
    expect(up.location).toMatch(/\/onboarding$/)
    expect((await caller.get('/api/users/me/')).body).toMatchObject({
      email: 'mei@quay.example',
      is_password_autoset: false,
    })
    const cookie = caller.cookie()
    await caller.form('/auth/sign-out/', {})
    const { status } = await visitor(server.origin).get('/api/users/me/', { headers: { cookie } })
    expect(status).toBe(401)
    const wrong = await caller.form('/auth/sign-in/', { email: 'mei@quay.example', password: 'wrong' })
    expect(codeOf(wrong.location)).toBe('5065')
    const right = await caller.form('/auth/sign-in/', { email: 'mei@quay.example', password: PASSWORD })
    expect(codeOf(right.location)).toBeNull()
  })

  test.each([
    ['/auth/sign-in/', {}, '5070'],
    ['/auth/sign-in/', { email: 'nope', password: 'x' }, '5075'],
    ['/auth/sign-in/', { email: 'nobody@quay.example', password: 'x' }, '5060'],
    ['/auth/sign-up/', { email: 'x@y.example' }, '5040'],
    ['/auth/sign-up/', { email: 'nope', password: PASSWORD }, '5045'],
    ['/auth/sign-up/', { email: 'mei@quay.example', password: PASSWORD }, '5030'],
    ['/auth/sign-up/', { email: 'new@quay.example', password: 'short' }, '5020'],
    ['/api/instances/admins/sign-in/', { email: 'mei@quay.example', password: PASSWORD }, '5175'],
    ['/api/instances/admins/sign-in/', { email: 'mei@quay.example' }, '5170'],
    ['/api/instances/admins/sign-in/', { email: 'nope', password: 'x' }, '5160'],
    ['/api/instances/admins/sign-in/', { email: 'nobody@quay.example', password: 'x' }, '5185'],
    [
      '/api/instances/admins/sign-up/',
      { email: 'x@quay.example', password: PASSWORD, first_name: 'X' },
      '5150',
    ],
    ['/auth/sign-in/', { email: ' MEI@quay.example ', password: 'x' }, '5065'],
  ])('%s refuses %j with %s', async (path, fields, code) => {
    const { location, status } = await visitor(server.origin).form(path, fields)
    expect([status, codeOf(location)]).toEqual([302, code])
  })

  test('an address with a null byte in it is refused by its code, on the form’s own page', async () => {
    const given = { email: 'a\0b@quay.example', password: PASSWORD, code: 'abcd', first_name: 'A' }
    const codes: Record<string, unknown> = {}
    for (const form of [
      '/auth/sign-in/',
      '/auth/sign-up/',
      '/auth/magic-sign-in/',
      '/auth/magic-sign-up/',
      '/auth/spaces/sign-in/',
      '/auth/reset-password/%00/%00/',
      '/api/instances/admins/sign-in/',
    ]) {
      const { status, location } = await visitor(server.origin).form(form, given)
      codes[form] = [status, codeOf(location) !== null]
    }
    expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map(form => [form, [302, true]])))
    const check = await visitor(server.origin).post('/auth/email-check/', { email: given.email })
    expect([check.status, check.body.error_code]).toEqual([400, 5005])
  })

  test('C4: a deactivated account is refused and stays closed', async () => {
    const caller = visitor(server.origin)
    await caller.form('/auth/sign-up/', { email: 'gone@quay.example', password: PASSWORD })
    await server
      .db('accounts')
      .whereIn('id', server.db('user_contacts').where('email', 'gone@quay.example').select('id'))
      .update({ is_active: false })
    expect((await caller.get('/api/users/me/')).status).toBe(401)
    const again = await caller.form('/auth/sign-in/', { email: 'gone@quay.example', password: PASSWORD })
    expect(codeOf(again.location)).toBe('5019')
    expect((await caller.get('/api/users/me/')).status).toBe(401)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '/%0d%0aSet-Cookie:x',
  ])('next_path %j never leads away', async next_path => {
    const { location } = await visitor(server.origin).form('/auth/sign-in/', {
      email: 'mei@quay.example',
      password: PASSWORD,
      next_path,
    })
    const to = new URL(location!, server.origin)
    expect(to.origin).toBe(server.origin)
    expect(to.pathname).not.toContain('evil')
  })

  test('next_path on this site is honoured', async () => {
    const { location } = await visitor(server.origin).form('/auth/sign-in/', {
      email: 'mei@quay.example',
      password: PASSWORD,
      next_path: '/quay/projects?x=1',
    })
    expect(location).toMatch(/\/quay\/projects\?x=1$/)
  })

  test('G: a form without its CSRF token is refused', async () => {
    const { status } = await visitor(server.origin).post(
      '/auth/sign-in/',
      new URLSearchParams({ email: 'mei@quay.example', password: PASSWORD }),
    )
    expect(status).toBe(403)
  })

  test('G: a foreign Origin is refused on unsafe calls with a cookie, and sockets', async () => {
    const caller = visitor(server.origin)
    await caller.form('/auth/sign-in/', { email: 'mei@quay.example', password: PASSWORD })
    const foreign = await caller.patch(
      '/api/users/me/',
      { first_name: 'Eve' },
      { headers: { origin: 'https://evil.example' } },
    )
    expect(foreign.status).toBe(403)
    const own = await caller.patch(
      '/api/users/me/',
      { first_name: 'Mei' },
      { headers: { origin: server.origin } },
    )
    expect(own.status).toBe(200)
  })

  test('email-check tells the next question', async () => {
    const caller = visitor(server.origin)
    expect((await caller.post('/auth/email-check/', { email: 'MEI@quay.example' })).body).toEqual({
      existing: true,
      status: 'CREDENTIAL',
    })
    expect((await caller.post('/auth/email-check/', {})).body).toMatchObject({ error_code: 5010 })
    expect((await caller.post('/auth/email-check/', { email: 'x' })).body).toMatchObject({ error_code: 5005 })
  })

  test('no secret of an account is ever answered', async () => {
    const caller = visitor(server.origin)
    await caller.form('/auth/sign-in/', { email: 'mei@quay.example', password: PASSWORD })
    const bodies = await Promise.all(
      ['/api/users/me/', '/api/users/me/profile/', '/api/users/me/settings/'].map(path => caller.get(path)),
    )
    expect(JSON.stringify(bodies.map(reply => reply.body))).not.toMatch(/argon2|password_hash|key_hash/)
  })
})
