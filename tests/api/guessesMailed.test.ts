/** What is mailed to people (codes, links to a new password, invitations) cannot be guessed, worn out or used for another thing. */
import { describe, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { mailbox } from '../support/mailbox.ts'
import { startServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const NEW_PASSWORD = 'a longer harbour phrase 10'
const WRONG_CODE = 'aaaa-bbbb-cccc'
const queryOf = (location: string | null) => new URL(location ?? '', 'http://here').searchParams
const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200

/** A server that mails, behind a proxy that says where its callers are, with these limits. */
const open = async (limits: Record<string, string> = {}) => {
  const box = await mailbox()
  const env = { ...box.env, ENABLE_MAGIC_LINK_LOGIN: '1', TRUST_PROXY: '1', ...limits }
  const server = await startServer(env, undefined, { mails: true })
  const make = build(server)
  await make.setUp()
  let lines = 0
  /** An address that nobody has called from yet. */
  const anywhere = () => `10.${++lines >> 8}.${lines & 255}.1`
  const from = (line: string) => ({ headers: { 'x-forwarded-for': line, origin: server.origin } })
  /** The code of the refusal, or null. */
  const post = async (path: string, fields: Record<string, string>, line = anywhere(), who?: Visitor) =>
    queryOf((await (who ?? visitor(server.origin)).form(path, fields, from(line))).location).get('error_code')
  const byCode = (email: string, code: string, line?: string, who?: Visitor) =>
    post('/auth/magic-sign-in/', { email, code }, line, who)
  const byPassword = (email: string, password: string, line?: string, who?: Visitor) =>
    post('/auth/sign-in/', { email, password }, line, who)
  const ask = async (call: string, email: string, line = anywhere(), who = visitor(server.origin)) =>
    who.post(`/auth/${call}/`, { email }, from(line))
  const codeFor = async (email: string, who?: Visitor) => {
    expect((await ask('magic-generate', email, undefined, who)).status).toBe(200)
    return /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await box.take(email)).text)?.[0] ?? ''
  }
  const linkFor = async (email: string) => {
    expect((await ask('forgot-password', email)).status).toBe(200)
    const [href = ''] = /http\S+reset-password\S+/.exec((await box.take(email)).text) ?? []
    const { uidb64 = '', token = '' } = Object.fromEntries(new URL(href).searchParams)
    return { uidb64, token }
  }
  type Link = Awaited<ReturnType<typeof linkFor>>
  const reset = ({ uidb64, token }: Link, line?: string, who?: Visitor, password = NEW_PASSWORD) =>
    post(`/auth/reset-password/${uidb64}/${token}/`, { password }, line, who)
  /** Somebody with a password, and the browser in which they have signed in. */
  const person = async () => {
    const [who, email] = [visitor(server.origin), `sailor${make.id()}@quay.example`]
    await who.form('/auth/sign-up/', { email, password: PASSWORD }, from(anywhere()))
    return { who, email }
  }
  return { server, make, box, anywhere, from, byCode, byPassword, ask, codeFor, linkFor, reset, person }
}

const times = async <T>(count: number, one: () => Promise<T>) => {
  const answers: T[] = []
  for (let n = 0; n < count; n++) answers.push(await one())
  return answers
}
const many = (count: number, code: string) => Array<string>(count).fill(code)

describe('a mailed code', () => {
  test('is guessed at ten times an hour over all lines, however many codes are asked for', async () => {
    const { person, codeFor, byCode } = await open({ RATE_LIMIT_AUTH_FAILURES: '1' })
    const { who, email } = await person()
    for (let round = 0; round < 2; round++) {
      await codeFor(email)
      expect(await times(5, () => byCode(email, WRONG_CODE))).toEqual(many(5, '5090'))
    }
    const code = await codeFor(email)
    expect(await byCode(email, WRONG_CODE)).toBe('5900')
    expect(await byCode(email, code)).toBe('5900')
    await who.form('/auth/sign-out/', {})
    expect(await byCode(email, code, undefined, who)).toBeNull()
  })

  test('is guessed at once by one line, be its addresses ever so many', async () => {
    const { person, codeFor, byCode } = await open({ RATE_LIMIT_AUTH_FAILURES: '1' })
    const { email } = await person()
    await codeFor(email)
    expect(await byCode(email, WRONG_CODE, '2001:db8:1:2::1')).toBe('5090')
    expect(await byCode(email, WRONG_CODE, '2001:db8:1:2:aaaa::7')).toBe('5900')
    expect(await byCode(email, WRONG_CODE, '[2001:db8:1:2::9]:4711')).toBe('5900')
    // Only what the proxy itself has seen counts.
    expect(await byCode(email, WRONG_CODE, '10.9.9.9, 2001:db8:1:2::1')).toBe('5900')
    expect(await byCode(email, WRONG_CODE, '192.0.2.7:1000')).toBe('5090')
    expect(await byCode(email, WRONG_CODE, '192.0.2.7:1001')).toBe('5900')
  })

  test('is tried for so many accounts by one line, and asked for, and links too', async () => {
    const { byCode, ask, reset, anywhere } = await open({ RATE_LIMIT_AUTH: '6' })
    let n = 0
    const next = () => `sailor${++n}@quay.example`
    const codes = anywhere()
    expect(await times(7, () => byCode(next(), WRONG_CODE, codes))).toEqual([...many(6, '5060'), '5900'])
    const link = () => ({ uidb64: Buffer.from(next()).toString('base64url'), token: 'x' })
    const links = anywhere()
    expect(await times(7, () => reset(link(), links))).toEqual([...many(6, '5125'), '5900'])
    for (const call of ['magic-generate', 'forgot-password', 'email-check']) {
      const line = anywhere()
      const answers = await times(7, async () => (await ask(call, next(), line)).status)
      expect(answers.slice(0, 6)).not.toContain(429)
      expect(answers[6]).toBe(429)
    }
    expect(await byCode(next(), WRONG_CODE)).toBe('5060')
  })

  test('tried nine times in one moment is tried five times', async () => {
    const { person, codeFor, byCode } = await open()
    const { email } = await person()
    await codeFor(email)
    const codes = await Promise.all(Array.from({ length: 9 }, () => byCode(email, WRONG_CODE)))
    expect(codes.sort()).toEqual([...many(5, '5090'), ...many(4, '5100')])
  })

  test('still comes to a browser that was here before, whatever strangers ask for and try', async () => {
    const { person, codeFor, byCode, ask, box } = await open({ RATE_LIMIT_AUTH: '1000' })
    const { who, email } = await person()
    await who.form('/auth/sign-out/', {})
    await times(4, () => codeFor(email))
    expect((await ask('magic-generate', email)).body.error_code).toBe(5100)
    await times(5, () => byCode(email, WRONG_CODE))
    expect(await byCode(email, WRONG_CODE)).toBe('5100')
    const code = await codeFor(email, who)
    await times(5, () => byCode(email, WRONG_CODE))
    expect(await byCode(email, code)).toBe('5100')
    expect(await byCode(email, code, undefined, who)).toBeNull()
    // It has its own number, and nobody's mailbox is filled by it.
    await who.form('/auth/sign-out/', {})
    await times(4, () => codeFor(email, who))
    expect((await ask('magic-generate', email, undefined, who)).status).toBe(429)
    expect(box.mails.filter(({ to }) => to === email)).toEqual([])
  })

  test('is asked for alike by known and unknown addresses, and those of closed accounts', async () => {
    const { server, make, person, ask } = await open()
    const [{ email }, closed] = [await person(), await make.person()]
    await server.db('accounts').where('id', closed.id).update({ is_active: false })
    const answers = await Promise.all(
      [email, closed.email, 'nobody@quay.example'].map(async to => {
        const { status, body, headers } = await ask('magic-generate', to)
        return { status, key: String(body.key).replace(to, ''), names: [...headers.keys()] }
      }),
    )
    expect(answers).toEqual(Array(3).fill(answers[0]))
    expect(answers[0]).toMatchObject({ status: 200, key: 'magic_' })
  })

  test('opens only what it was mailed for', async () => {
    const { server, make, person, codeFor, linkFor, byCode, reset } = await open()
    const [{ email }, other] = [await person(), await person()]
    const [code, link] = [await codeFor(email), await linkFor(email)]
    await codeFor(other.email)
    expect(await byCode(other.email, code)).toBe('5090')
    expect(await byCode(email, link.token)).toBe('5090')
    expect(await reset({ ...link, token: code })).toBe('5125')
    const admin = await make.person()
    const { slug } = await make.workspace(admin)
    await admin.post(`/api/workspaces/${slug}/invitations/`, { emails: [{ email, role: 15 }] })
    const { id } = await server.db('workspace_invitations').where({ email }).first('id')
    expect(await reset({ ...link, token: id })).toBe('5125')
    expect(await byCode(email, id)).toBe('5090')
    for (const secret of [code, link.token, id, admin.jar.get('session-id')!]) {
      expect((await visitor(server.origin, secret).get('/api/users/me/')).status).toBe(401)
      const bearer = visitor(server.origin)
      bearer.jar.set('session-id', secret === admin.jar.get('session-id') ? `${secret}x` : secret)
      expect(await isIn(bearer)).toBe(false)
    }
    expect(await reset(link)).toBeNull()
  })
})

describe('a link to a new password', () => {
  test('is guessed at once by a line and ten times over all; what it was opened by is not lost', async () => {
    const { person, linkFor, reset, anywhere, server, from } = await open({ RATE_LIMIT_AUTH_FAILURES: '1' })
    const { email, who } = await person()
    const link = await linkFor(email)
    const [wrong, line] = [{ ...link, token: 'x' }, anywhere()]
    expect(await times(2, () => reset(wrong, line))).toEqual(['5125', '5900'])
    const { location } = await visitor(server.origin).form(
      `/auth/reset-password/${wrong.uidb64}/x/`,
      { email, password: NEW_PASSWORD },
      from(line),
    )
    expect(Object.fromEntries(queryOf(location))).toMatchObject({ uidb64: wrong.uidb64, token: 'x', email })
    expect(await times(10, () => reset(wrong))).toEqual([...many(9, '5125'), '5900'])
    expect(await reset(link)).toBe('5900')
    // A browser in which its person has signed in is judged by itself.
    expect(await reset(link, line, who)).toBeNull()
  })

  test('all at the same moment are no more', async () => {
    const { person, linkFor, reset } = await open({ RATE_LIMIT_AUTH_FAILURES: '3' })
    const { email } = await person()
    const wrong = { ...(await linkFor(email)), token: 'x' }
    const codes = await Promise.all(Array.from({ length: 9 }, () => reset(wrong, '10.0.0.1')))
    expect(codes.sort()).toEqual([...many(3, '5125'), ...many(6, '5900')])
  })

  test('helps whoever was wrong about the password too often, at once', async () => {
    const { person, linkFor, reset, byPassword, server } = await open({ RATE_LIMIT_AUTH_FAILURES: '2' })
    const { email } = await person()
    const [line, elsewhere] = ['10.0.0.1', visitor(server.origin)]
    expect(await times(3, () => byPassword(email, 'wrong', line))).toEqual(['5065', '5065', '5900'])
    expect(await reset(await linkFor(email), line, elsewhere)).toBeNull()
    expect(await byPassword(email, NEW_PASSWORD, line, elsewhere)).toBeNull()
    expect(await byPassword(email, NEW_PASSWORD, line)).toBe('5900')
  })

  test('is void once its person has signed in or set another password', async () => {
    const { box, person, linkFor, codeFor, reset, byCode, byPassword } = await open()
    const { email, who } = await person()
    const [before, code] = [await linkFor(email), await codeFor(email)]
    const { body } = await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')
    const changed = await who.post(
      '/auth/change-password/',
      { old_password: PASSWORD, new_password: NEW_PASSWORD },
      { headers: { 'x-csrftoken': body.csrf_token } },
    )
    expect(changed.status).toBe(200)
    expect((await box.take(email)).subject).toMatch(/^Your password was changed/)
    expect(await reset(before)).toBe('5125')
    expect(await byCode(email, code)).toBe('5095')
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect(await byPassword(email, NEW_PASSWORD)).toBeNull()
    expect([await reset(first), await reset(second)]).toEqual(['5125', '5125'])
    const third = await linkFor(email)
    expect(await byCode(email, await codeFor(email))).toBeNull()
    expect(await reset(third)).toBe('5125')
  })

  test('of several links of one person that come at once, one counts', async () => {
    const { person, linkFor, reset } = await open()
    const { email } = await person()
    const links = await times(3, () => linkFor(email))
    const codes = await Promise.all(links.map(link => reset(link)))
    expect(codes.sort()).toEqual(['5125', '5125', null])
  })
})

describe('the link of an invitation', () => {
  test('H17: is guessed at so often by a line, and by somebody who is signed in over all lines', async () => {
    const { server, make, anywhere, from } = await open({ RATE_LIMIT_AUTH: '3' })
    const admin = await make.person()
    const { slug } = await make.workspace(admin)
    const invited = { emails: [{ email: 'new@quay.example', role: 15 }] }
    await admin.post(`/api/workspaces/${slug}/invitations/`, invited, from(anywhere()))
    const { id } = await server.db('workspace_invitations').first('id')
    const look = async (link: string, line = anywhere(), who = visitor(server.origin)) =>
      (await who.get(`/api/workspaces/${slug}/invitations/${link}/join/`, from(line))).status
    const line = anywhere()
    expect(await times(5, () => look(id, line))).toEqual(Array(5).fill(200))
    expect(await times(4, () => look(make.id(), line))).toEqual([404, 404, 404, 429])
    // One that is there is shown, whatever others at its line have tried.
    expect([await look(id, line), await look(id)]).toEqual([200, 200])
    const stranger = await make.person()
    expect(await times(4, () => look(make.id(), undefined, stranger))).toEqual([404, 404, 404, 429])
    expect(await look(id, undefined, stranger)).toBe(200)
  })
})
