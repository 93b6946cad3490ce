/** Mailed codes, which sign in their reader. */
import { beforeAll, describe, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env }, undefined, { mails: true })
  make = build(server)
  await make.setUp()
  await configure({ ENABLE_MAGIC_LINK_LOGIN: '1' })
})

const configure = async (values: Record<string, string | null>) => {
  for (const [key, value] of Object.entries(values))
    await server.db('instance_configurations').where({ key }).update({ value })
}
const errorOf = ({ location }: { location: string | null }) =>
  new URL(location ?? '', 'http://here').searchParams.get('error_code')
const pathOf = ({ location }: { location: string | null }) => new URL(location ?? '', 'http://here').pathname
const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200
const codeIn = (text: string) => /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec(text)?.[0] ?? ''
let count = 0
const address = () => `sailor${++count}@quay.example`

const ask = (email: string, by = visitor(server.origin)) => by.post('/auth/magic-generate/', { email })
const codeFor = async (email: string) => {
  expect((await ask(email)).status).toBe(200)
  return codeIn((await box.take(email)).text)
}
const byCode = (way: 'in' | 'up', email: string, code: string, who = visitor(server.origin)) =>
  who.form(`/auth/magic-sign-${way}/`, { email, code })

describe('a code by mail', () => {
  test('signs a new person up with a proven address, and in again; once, however it is typed', async () => {
    const email = address()
    const who = visitor(server.origin)
    expect((await who.post('/auth/email-check/', { email })).body).toEqual({
      existing: false,
      status: 'MAGIC_CODE',
    })
    const code = await codeFor(email)
    expect(errorOf(await byCode('up', email, code, who))).toBeNull()
    expect((await who.get('/api/users/me/')).body).toMatchObject({
      is_email_verified: true,
      is_password_autoset: true,
      last_login_medium: 'magic-code',
    })
    expect(errorOf(await byCode('in', email, code))).toBe('5095')
    const next = await codeFor(email)
    const again = visitor(server.origin)
    const typed = ` ${next.replaceAll('-', ' ').toUpperCase()}`
    expect(errorOf(await byCode('in', email, typed, again))).toBeNull()
    expect(await isIn(again)).toBe(true)
  })

  test('leads an onboarded person without a password to set one', async () => {
    const person = await make.person()
    await person.patch('/api/users/me/onboard/', { is_onboarded: true })
    const reply = await byCode('in', person.email, await codeFor(person.email))
    expect(pathOf(reply)).toBe('/accounts/set-password')
  })

  test('of two that come with it at once lets one in', async () => {
    const { email } = await make.person()
    const code = await codeFor(email)
    const replies = await Promise.all([1, 2, 3].map(() => byCode('in', email, code)))
    expect(replies.map(errorOf).sort()).toEqual(['5095', '5095', null])
  })

  test('C1: is worth nothing after five wrong ones, and the right one then neither', async () => {
    const { email } = await make.person()
    const code = await codeFor(email)
    const wrong = await Promise.all(Array.from({ length: 5 }, () => byCode('in', email, 'aaaa-bbbb-cccc')))
    expect(wrong.map(errorOf)).toEqual(Array(5).fill('5090'))
    expect(errorOf(await byCode('in', email, code))).toBe('5100')
    const fresh = address()
    await codeFor(fresh)
    for (let n = 0; n < 5; n++) expect(errorOf(await byCode('up', fresh, 'aaaa-bbbb-cccc'))).toBe('5092')
    expect(errorOf(await byCode('up', fresh, 'aaaa-bbbb-cccc'))).toBe('5102')
  })

  test('is mailed four times in a row and not a fifth time; the last one counts', async () => {
    const { email } = await make.person()
    const first = await codeFor(email)
    const [, , last] = [await codeFor(email), await codeFor(email), await codeFor(email)]
    const fifth = await ask(email)
    expect([fifth.status, fifth.body]).toEqual([
      400,
      { error_code: 5100, error_message: 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN', email },
    ])
    expect(errorOf(await byCode('in', email, first))).toBe('5090')
    expect(errorOf(await byCode('in', email, last))).toBeNull()
  })

  test('is over after ten minutes', async () => {
    const { email } = await make.person()
    const code = await codeFor(email)
    await server
      .db('sign_in_codes')
      .where({ email })
      .update({ expires_at: new Date(Date.now() - 1) })
    expect(errorOf(await byCode('in', email, code))).toBe('5095')
    expect(errorOf(await byCode('up', address(), 'aaaa-bbbb-cccc'))).toBe('5097')
  })

  test('does not open a closed account', async () => {
    const person = await make.person()
    await server.db('accounts').where({ id: person.id }).update({ is_active: false })
    const who = visitor(server.origin)
    expect(errorOf(await byCode('in', person.email, await codeFor(person.email), who))).toBe('5019')
    expect(await isIn(who)).toBe(false)
  })

  test.each([
    ['in', {}, '5085'],
    ['in', { email: 'x', code: 'y' }, '5080'],
    ['in', { email: 'nobody@quay.example', code: 'y' }, '5060'],
    ['up', { email: 'a@quay.example' }, '5055'],
    ['up', { email: 'x', code: 'y' }, '5050'],
  ])('sign-%s with %j is refused with %s', async (way, fields, code) => {
    const reply = await visitor(server.origin).form(`/auth/magic-sign-${way}/`, fields)
    expect(errorOf(reply)).toBe(code)
    expect(pathOf(reply)).toBe(way === 'in' ? '/sign-in' : '/')
  })

  test('is refused where it is off, where nobody may sign up, and where there is no mail', async () => {
    const { email } = await make.person()
    const codeOf = async (to: string) => (await ask(to)).body.error_code
    expect([await codeOf(''), await codeOf('x')]).toEqual([5010, 5005])
    await configure({ ENABLE_SIGNUP: '0' })
    expect(await codeOf(address())).toBe(5015)
    expect(
      errorOf(await visitor(server.origin).form('/auth/sign-up/', { email: address(), password: PASSWORD })),
    ).toBe('5015')
    // An invited person comes in all the same.
    const invited = address()
    const admin = await make.person()
    const { slug } = await make.workspace(admin)
    await admin.post(`/api/workspaces/${slug}/invitations/`, { emails: [{ email: invited, role: 15 }] })
    const signUp = (to: string) =>
      visitor(server.origin).form('/auth/sign-up/', { email: to, password: PASSWORD })
    expect(errorOf(await signUp(address()))).toBe('5015')
    expect(errorOf(await signUp(invited))).toBeFalsy()
    await configure({ ENABLE_SIGNUP: null, ENABLE_MAGIC_LINK_LOGIN: '0' })
    expect(await codeOf(email)).toBe(5016)
    expect(errorOf(await byCode('in', email, 'x'))).toBe('5016')
    await configure({ ENABLE_MAGIC_LINK_LOGIN: '1', ENABLE_EMAIL_PASSWORD: '0' })
    const sent = { email, password: PASSWORD }
    expect(errorOf(await visitor(server.origin).form('/auth/sign-in/', sent))).toBe('5018')
    await configure({ ENABLE_EMAIL_PASSWORD: null })
    const off = await startServer()
    await build(off).setUp()
    const caller = visitor(off.origin)
    expect((await caller.post('/auth/magic-generate/', { email })).body.error_code).toBe(5025)
    expect((await caller.post('/auth/forgot-password/', { email })).body.error_code).toBe(5025)
    expect((await caller.post('/auth/email-check/', { email })).body.status).toBe('CREDENTIAL')
  })
})
