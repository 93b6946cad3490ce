/** Readers of published pages come in by a door of their own: the same calls, and back to the page. */
import { beforeAll, describe, expect, test } from 'vitest'
import { ledTo, newInstance, PHRASE } from '../support/adoption.ts'
import type { Visitor } from '../support/visitor.ts'

let company: Awaited<ReturnType<typeof newInstance>>
const EMAIL = 'reader@harbour.example'
beforeAll(async () => {
  company = await newInstance()
})

const at = '/auth/spaces'
const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200

test('before the set-up they are told so, as at the other door', async () => {
  const who = company.anyone()
  const early = { status: 400, body: { error_code: 5000 } }
  for (const call of ['email-check', 'magic-generate', 'forgot-password'])
    expect(await who.post(`${at}/${call}/`, { email: EMAIL }), call).toMatchObject(early)
  expect(ledTo(await who.get(`${at}/github/`))).toMatchObject({ path: '/spaces/', error_code: '5000' })
  const form = await who.form(`${at}/sign-in/`, { email: EMAIL, password: PHRASE })
  expect(ledTo(form)).toMatchObject({ status: 302, path: '/spaces/', error_code: '5000' })
  await company.setUp(company.anyone())
})

describe('they come in', () => {
  const next_path = '/issues/quay-board?peekId=1'

  test('by a password', async () => {
    const who = company.anyone()
    expect((await who.post(`${at}/email-check/`, { email: EMAIL })).body).toEqual({
      existing: false,
      status: 'MAGIC_CODE',
    })
    expect((await who.post(`${at}/email-check/`, {})).body).toMatchObject({ error_code: 5010 })
    const weak = await who.form(`${at}/sign-up/`, { email: EMAIL, password: 'no', next_path })
    expect(ledTo(weak)).toMatchObject({ path: '/spaces/', error_code: '5020', next_path })
    const up = await who.form(`${at}/sign-up/`, { email: EMAIL, password: PHRASE, next_path })
    expect([up.status, up.location]).toEqual([302, `/spaces${next_path}`])
    const out = await who.form(`${at}/sign-out/`, { next_path })
    expect([out.location, await isIn(who)]).toEqual([`/spaces${next_path}`, false])
    const wrong = await who.form(`${at}/sign-in/`, { email: EMAIL, password: 'no' })
    expect(ledTo(wrong)).toMatchObject({ path: '/spaces/', error_code: '5065', email: EMAIL })
    const right = await who.form(`${at}/sign-in/`, { email: EMAIL, password: PHRASE })
    expect([right.location, await isIn(who)]).toEqual(['/spaces/', true])
  })

  test('by a code, and are asked for no password then', async () => {
    const email = 'code@harbour.example'
    const who = company.anyone()
    expect((await who.post(`${at}/magic-generate/`, { email })).body).toEqual({ key: `magic_${email}` })
    const code = /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await company.box.take(email)).text)![0]
    const wrong = await who.form(`${at}/magic-sign-up/`, { email, code: 'aaaa-bbbb-cccc' })
    expect(ledTo(wrong)).toMatchObject({ path: '/spaces/', error_code: '5092' })
    expect((await who.form(`${at}/magic-sign-up/`, { email, code })).location).toBe('/spaces/')
    await who.patch('/api/users/me/onboard/', { is_onboarded: true })
    const fields = { email, code: await company.codeFor(who, email), next_path }
    expect((await who.form(`${at}/magic-sign-in/`, fields)).location).toBe(`/spaces${next_path}`)
    expect(ledTo(await who.form(`${at}/magic-sign-in/`, fields))).toMatchObject({ error_code: '5095' })
  })

  test('by another service, whose way ends at the door where it began', async () => {
    const who = company.anyone()
    Object.assign(company.there, { id: 70, email: 'hub@harbour.example', name: 'Hub' })
    const ways = async () => {
      const { location } = await who.get(`${at}/github/?next_path=${encodeURIComponent(next_path)}`)
      const asked = new URL(location!)
      expect(asked.searchParams.get('redirect_uri')).toBe(`${company.server.origin}${at}/github/callback/`)
      const answer = await fetch(asked, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location')!)
      return back.pathname + back.search
    }
    const elsewhere = (await ways()).replace(at, '/auth')
    expect(ledTo(await who.get(elsewhere))).toMatchObject({ path: '/', error_code: '5120' })
    expect((await who.get(await ways())).location).toBe(`/spaces${next_path}`)
    expect(await isIn(who)).toBe(true)
    expect(ledTo(await who.get(`${at}/google/`))).toMatchObject({ path: '/spaces/', error_code: '5105' })
    expect(ledTo(await who.get(`${at}/google/callback/?code=1`))).toMatchObject({
      path: '/spaces/',
      error_code: '5115',
    })
  })

  test('by a new password, by the link of a mail', async () => {
    const who = company.anyone()
    expect((await who.post(`${at}/forgot-password/`, { email: EMAIL })).status).toBe(200)
    const [, search] = /\/accounts\/reset-password\/?\?(\S+)/.exec((await company.box.take(EMAIL)).text)!
    const { uidb64, token } = Object.fromEntries(new URLSearchParams(search))
    const reset = (password: string) =>
      who.form(`${at}/reset-password/${uidb64}/${token}/`, { password, next_path })
    expect(ledTo(await reset('weak'))).toMatchObject({ path: '/spaces/', error_code: '5020', uidb64 })
    expect((await reset(`${PHRASE} 5`)).location).toBe(`/spaces${next_path}`)
    expect(ledTo(await reset(`${PHRASE} 6`))).toMatchObject({ error_code: '5125' })
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/..//evil.example'])(
    'and %j leads no further than the published pages',
    async next => {
      const fields = { email: EMAIL, password: `${PHRASE} 5`, next_path: next }
      const { location } = await company.anyone().form(`${at}/sign-in/`, fields)
      expect(new URL(location!, company.server.origin).origin).toBe(company.server.origin)
      expect(location).toMatch(/^\/spaces\//)
    },
  )

  test('and where the published pages begin lead on to signing in, with the refusal', async () => {
    for (const path of ['/spaces', '/spaces/'])
      expect((await company.anyone().get(`${path}?error_code=5065&email=a%40b.example`)).location).toBe(
        '/?error_code=5065&email=a%40b.example',
      )
  })

  test('but not without the token of the form', async () => {
    const fields = new URLSearchParams({ email: EMAIL, password: `${PHRASE} 5` })
    expect((await company.anyone().post(`${at}/sign-in/`, fields)).status).toBe(403)
  })
})
