/** A guesser is slowed down, and nobody else with them. */
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { build, PASSWORD } from '../support/build.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const codeOf = (location: string | null) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')

describe('wrong passwords', () => {
  const open = async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH_FAILURES: '3', TRUST_PROXY: '1' })
    const admin = visitor(limited.origin)
    const email = 'a@quay.example'
    await admin.form('/api/instances/admins/sign-up/', { email, password: PASSWORD, first_name: 'A' })
    /** Tries a password from an address, in a new browser or one that is given; answers the code of the refusal. */
    const attempt = async (password: string, from: string, by = visitor(limited.origin)) =>
      codeOf(
        (
          await by.form(
            '/auth/sign-in/',
            { email, password },
            { headers: { 'x-forwarded-for': from, origin: limited.origin } },
          )
        ).location,
      )
    return { limited, admin, attempt }
  }
  const times = async (count: number, one: () => Promise<string | null>) => {
    const codes: (string | null)[] = []
    for (let n = 0; n < count; n++) codes.push(await one())
    return codes
  }

  test('are limited for a pair of account and address; right ones cost nothing', async () => {
    const { attempt } = await open()
    expect(await times(2, () => attempt('wrong', '10.0.0.1'))).toEqual(['5065', '5065'])
    expect(await times(4, () => attempt(PASSWORD, '10.0.0.1'))).toEqual([null, null, null, null])
    expect(await times(3, () => attempt('wrong', '10.0.0.1'))).toEqual(['5065', '5900', '5900'])
    expect(await attempt(PASSWORD, '10.0.0.1')).toBe('5900')
    expect(await attempt(PASSWORD, '10.0.0.2')).toBeNull()
  })

  test('all at the same moment are no more', async () => {
    const { attempt } = await open()
    const codes = await Promise.all(Array.from({ length: 9 }, () => attempt('wrong', '10.0.0.1')))
    expect(codes.sort()).toEqual([...Array(3).fill('5065'), ...Array(6).fill('5900')])
  })

  test('are limited for an account over all addresses, and lock nobody out of a browser that was here before', async () => {
    const { limited, attempt, admin } = await open()
    let address = 0
    const wrong = await times(31, () => attempt('wrong', `10.0.1.${++address}`))
    expect(wrong).toEqual([...Array(30).fill('5065'), '5900'])
    expect(await attempt(PASSWORD, '10.0.2.1')).toBe('5900')
    await admin.form('/auth/sign-out/', {})
    expect(await attempt(PASSWORD, '10.0.1.1', admin)).toBeNull()
    // It is no key: it may be wrong as seldom as any other.
    expect(await times(4, () => attempt('wrong', `10.0.3.${++address}`, admin))).toEqual([
      ...Array(3).fill('5065'),
      '5900',
    ])
    // Nor does it speak for another account, or one that was made up.
    const forged = visitor(limited.origin)
    for (const value of ['x', `${'a'.repeat(32)}.${'b'.repeat(43)}`, '.', `${'a'.repeat(32)}`]) {
      forged.jar.set('browser', value)
      expect(await attempt(PASSWORD, '10.0.2.1', forged)).toBe('5900')
    }
    const other = visitor(limited.origin)
    await other.form('/auth/sign-up/', { email: 'other@quay.example', password: PASSWORD })
    await other.form('/auth/sign-out/', {})
    expect(await attempt(PASSWORD, '10.0.2.1', other)).toBe('5900')
  })

  test('H17: of others at the same address stop nobody who signed in there before', async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH: '4', RATE_LIMIT_AUTH_FAILURES: '3' })
    const admin = visitor(limited.origin)
    const email = 'a@quay.example'
    await admin.form('/api/instances/admins/sign-up/', { email, password: PASSWORD, first_name: 'A' })
    await admin.form('/auth/sign-out/', {})
    const attempt = async (address: string, password: string, by = visitor(limited.origin)) =>
      codeOf((await by.form('/auth/sign-in/', { email: address, password })).location)
    const wrong = await times(4, () => attempt('nobody@quay.example', 'wrong'))
    expect(wrong).toEqual(['5060', '5060', '5900', '5900'])
    expect(await attempt(email, PASSWORD)).toBe('5900')
    expect(await attempt(email, PASSWORD, admin)).toBeNull()
    expect(await times(4, () => attempt(email, 'wrong', admin))).toEqual(['5065', '5065', '5065', '5900'])
  })

  test('of an admin’s sign-in are counted with them', async () => {
    const { limited, attempt } = await open()
    const admin = async () =>
      codeOf(
        (
          await visitor(limited.origin).form(
            '/api/instances/admins/sign-in/',
            { email: 'a@quay.example', password: 'wrong' },
            { headers: { 'x-forwarded-for': '10.0.0.1' } },
          )
        ).location,
      )
    expect(await times(2, admin)).toEqual(['5175', '5175'])
    expect(await times(2, () => attempt('wrong', '10.0.0.1'))).toEqual(['5065', '5900'])
    expect(await admin()).toBe('5900')
  })
})

describe('tokens that do not fit', () => {
  test('H17: are limited per address, and shut out none that does', async () => {
    const limited = await startServer({
      RATE_LIMIT_AUTH_FAILURES: '3',
      TRUST_PROXY: '1',
      YJS_TOKEN_IN_QUERY: '1',
    })
    const make = build(limited)
    const { admin, workspace } = await make.team()
    const [good, unused] = [await make.token(admin, workspace.slug), await make.token(admin, workspace.slug)]
    const call = async (token: string, from: string, header = 'x-api-key') =>
      (
        await visitor(limited.origin).get('/api/users/me/', {
          headers: {
            [header]: header === 'authorization' ? `Bearer ${token}` : token,
            'x-forwarded-for': from,
          },
        })
      ).status
    const upgrade = (path: string, token: string, from: string) =>
      new Promise<number>(resolve => {
        const headers = { 'x-forwarded-for': from, ...(token ? { 'x-api-key': token } : {}) }
        const socket = new WebSocket(limited.origin.replace('http', 'ws') + path, { headers })
        socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0))
        socket.on('error', () => {})
        socket.on('open', () => {
          resolve(101)
          socket.close()
        })
      })
    expect(await call(good.token, '10.0.0.1')).toBe(200)
    expect(await call('tandem_wrong', '10.0.0.1')).toBe(401)
    expect(await call('tandem_wrong', '10.0.0.1', 'authorization')).toBe(401)
    expect(await upgrade('/live', 'wrong', '10.0.0.1')).toBe(401)
    expect(await call('tandem_wrong', '10.0.0.1')).toBe(429)
    expect(await upgrade('/live', 'wrong', '10.0.0.1')).toBe(429)
    expect(await upgrade('/live/collaboration?token=wrong', '', '10.0.0.1')).toBe(429)
    // Of one that fits nobody has to have known before, and others' failures are not its own.
    for (const { token } of [good, unused])
      expect([await call(token, '10.0.0.1'), await upgrade('/live', token, '10.0.0.1')]).toEqual([200, 101])
    expect(await call(unused.token, '10.0.0.2')).toBe(200)
    await admin.delete(`/api/workspaces/${workspace.slug}/api-tokens/${good.id}/`)
    expect(await call(good.token, '10.0.0.1')).toBe(429)
  })
})
