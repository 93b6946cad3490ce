/**
 * A company takes the product up, call by call: it sets an instance up, and its people come in by every way there is.
 * Answers are held against those that existing clients were given.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, FINISHED, lacks, ledTo, NOBODY, newInstance, PHRASE } from '../support/adoption.ts'
import type { Visitor } from '../support/visitor.ts'

type Row = Record<string, unknown> & { id: string }
let company: Awaited<ReturnType<typeof newInstance>>
/** Runs the instance; signs up by a password; comes by a code. */
let freya: Visitor
let mei: Visitor
let olu: Visitor
const MEI = 'mei@harbour.example'
const OLU = 'olu@harbour.example'

beforeAll(async () => {
  company = await newInstance()
  freya = company.anyone()
  mei = company.anyone()
  olu = company.anyone()
})

const bodyOf = async (who: Visitor, path: string) => (await who.get<Row>(path)).body
const csrfOf = async (who: Visitor) =>
  (await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')).body.csrf_token

describe('the instance', () => {
  test('says that it waits for its set-up, and lets nobody in before', async () => {
    const { status, body } = await freya.get<{ config: object; instance: object }>('/api/instances/')
    expect(status).toBe(200)
    expect([lacks(body.config, 'config'), lacks(body.instance, 'instance')]).toEqual([[], []])
    expect(body.instance).toMatchObject({ is_setup_done: false, workspaces_exist: false, is_activated: true })
    expect(body.config).toMatchObject({ is_smtp_configured: true, is_github_enabled: true })
    const early = { status: 400, body: { error_code: 5000, error_message: 'INSTANCE_NOT_CONFIGURED' } }
    for (const call of ['email-check', 'magic-generate', 'forgot-password'])
      expect(await mei.post(`/auth/${call}/`, { email: MEI }), call).toMatchObject(early)
    expect(ledTo(await company.signUp(mei, MEI))).toMatchObject({
      status: 302,
      path: '/',
      error_code: '5000',
    })
    expect(ledTo(await mei.get('/auth/github/'))).toMatchObject({ status: 302, error_code: '5000' })
    expect(await mei.get('/api/users/me/')).toMatchObject(NOBODY)
    expect((await freya.post('/api/instances/admins/sign-up-screen-visited/')).status).toBe(204)
  })

  test('is set up once, by a form that signs its admin in to both', async () => {
    const reply = await company.setUp(freya)
    expect(ledTo(reply)).toEqual({ status: 302, path: '/god-mode/general' })
    expect(cookieOf(reply, 'session-id')).toMatch(/HttpOnly.*SameSite=Lax.*Max-Age=604800/)
    expect(cookieOf(reply, 'admin-session-id')).toMatch(/HttpOnly.*SameSite=Lax.*Max-Age=3600/)
    const { instance } = (await freya.get<{ instance: object }>('/api/instances/')).body
    expect(instance).toMatchObject({
      instance_name: 'Harbour of Lanterns',
      is_setup_done: true,
      is_signup_screen_visited: true,
      is_telemetry_enabled: false,
    })
    expect(ledTo(await company.setUp(mei))).toMatchObject({ path: '/god-mode/', error_code: '5150' })
    const admins = await freya.get<Row[]>('/api/instances/admins/')
    expect([admins.status, admins.body]).toMatchObject([
      200,
      [{ role: 20, user_detail: { email: 'freya@harbour.example' } }],
    ])
    expect(await bodyOf(freya, '/api/instances/admins/session/')).toMatchObject({ is_authenticated: true })
    expect((await mei.get('/api/instances/admins/')).status).toBe(401)
  })

  test('knows its admin as everybody else, too', async () => {
    const me = await bodyOf(freya, '/api/users/me/')
    expect([lacks(me, 'me'), me]).toMatchObject([
      [],
      {
        email: 'freya@harbour.example',
        first_name: 'Freya',
        last_name: 'Holm',
        display_name: 'Freya Holm',
        username: expect.stringMatching(/^[0-9a-f]{32}$/),
        is_password_autoset: false,
        last_login_medium: 'email',
      },
    ])
    const profile = await bodyOf(freya, '/api/users/me/profile/')
    expect([lacks(profile, 'profile'), profile]).toMatchObject([
      [],
      {
        user: me.id,
        theme: {},
        is_onboarded: false,
        is_tour_completed: false,
        last_workspace_id: null,
        billing_address_country: 'INDIA',
        company_name: 'Harbour of Lanterns',
        onboarding_step: Object.fromEntries(Object.keys(FINISHED).map(step => [step, false])),
      },
    ])
    expect(await freya.get('/api/users/me/instance-admin/')).toMatchObject({
      status: 200,
      body: { is_instance_admin: true },
    })
    expect((await freya.get('/api/users/last-visited-workspace/')).body).toEqual({
      workspace_details: {},
      project_details: [],
    })
    expect(await bodyOf(freya, '/api/users/session/')).toMatchObject({ is_authenticated: true })
    expect(await mei.get('/api/users/session/')).toMatchObject({ body: { is_authenticated: false } })
  })
})

describe('people come in', () => {
  test('by a password, which proves no address', async () => {
    expect((await mei.post('/auth/email-check/', { email: ` ${MEI.toUpperCase()}` })).body).toEqual({
      existing: false,
      status: 'MAGIC_CODE',
    })
    expect(ledTo(await company.signUp(mei, MEI))).toEqual({ status: 302, path: '/onboarding' })
    const me = await bodyOf(mei, '/api/users/me/')
    expect(me).toMatchObject({
      email: MEI,
      display_name: 'mei',
      is_email_verified: false,
      is_password_autoset: false,
    })
    expect(await bodyOf(mei, '/api/users/me/notification-preferences/')).toMatchObject({
      property_change: true,
      state_change: true,
      comment: true,
      mention: true,
      issue_completed: true,
    })
    const again = company.anyone()
    expect(ledTo(await company.signUp(again, MEI))).toMatchObject({ path: '/', error_code: '5030' })
    expect((await again.post('/auth/email-check/', { email: MEI })).body).toEqual({
      existing: true,
      status: 'CREDENTIAL',
    })
    const wrong = { email: MEI, password: 'no', next_path: '/lantern-quay' }
    expect(ledTo(await again.form('/auth/sign-in/', wrong))).toEqual({
      status: 302,
      path: '/sign-in',
      error_code: '5065',
      error_message: 'AUTHENTICATION_FAILED_SIGN_IN',
      email: MEI,
      next_path: '/lantern-quay',
    })
    const right = { ...wrong, password: PHRASE }
    expect(ledTo(await again.form('/auth/sign-in/', right))).toEqual({ status: 302, path: '/lantern-quay' })
    expect(ledTo(await again.form('/auth/sign-out/', {}))).toEqual({ status: 302, path: '/' })
    expect(await again.get('/api/users/me/')).toMatchObject(NOBODY)
  })

  test('by a code that is mailed, which proves it; a password may follow', async () => {
    const code = await company.codeFor(olu, OLU)
    const enter = (given: string, way = 'up') =>
      olu.form(`/auth/magic-sign-${way}/`, { email: OLU, code: given })
    expect(ledTo(await enter(''))).toMatchObject({ path: '/', error_code: '5055' })
    expect(ledTo(await enter('aaaa-bbbb-cccc'))).toMatchObject({ path: '/', error_code: '5092' })
    expect(ledTo(await enter(code, 'in'))).toMatchObject({ path: '/sign-in', error_code: '5060' })
    expect(ledTo(await enter(code))).toEqual({ status: 302, path: '/onboarding' })
    expect(await bodyOf(olu, '/api/users/me/')).toMatchObject({
      email: OLU,
      is_email_verified: true,
      is_password_autoset: true,
      last_login_medium: 'magic-code',
    })
    expect((await olu.post('/auth/set-password/', { password: PHRASE })).status).toBe(403)
    const headers = { 'x-csrftoken': await csrfOf(olu) }
    const weak = await olu.post('/auth/set-password/', { password: 'password1' }, { headers })
    expect(weak).toMatchObject({ status: 400, body: { error_code: 5020 } })
    const set = await olu.post<Row>('/auth/set-password/', { password: PHRASE }, { headers })
    expect([set.status, lacks(set.body, 'me')]).toEqual([200, []])
    expect(set.body).toMatchObject({ is_password_autoset: false })
    const twice = await olu.post('/auth/set-password/', { password: PHRASE }, { headers })
    expect(twice).toMatchObject({ status: 400, body: { error_code: 5145, error: expect.any(String) } })
    const changed = { old_password: 'no', new_password: `${PHRASE} more` }
    expect(await olu.post('/auth/change-password/', changed, { headers })).toMatchObject({
      body: { error_code: 5135, error: 'Old password is not correct' },
    })
    expect(await olu.post('/auth/change-password/', {}, { headers })).toMatchObject({
      body: { error_code: 5138, error: 'Old or new password is missing' },
    })
    const right = await olu.post('/auth/change-password/', { ...changed, old_password: PHRASE }, { headers })
    expect([right.status, right.body]).toEqual([200, { message: 'Password updated successfully' }])
  })

  test('by a link that is mailed to somebody who has forgotten the password', async () => {
    const asked = await company.anyone().post('/auth/forgot-password/', { email: MEI.toUpperCase() })
    expect([asked.status, asked.body]).toEqual([200, { message: 'Check your email to reset your password' }])
    expect(await mei.post('/auth/forgot-password/', { email: 'nobody@harbour.example' })).toMatchObject({
      status: 400,
      body: { error_code: 5060 },
    })
    const { text } = await company.box.take(MEI)
    const [, search = ''] = /\/accounts\/reset-password\/?\?(\S+)/.exec(text) ?? []
    const { uidb64 = '', token = '', email } = Object.fromEntries(new URLSearchParams(search))
    expect(email).toBe(MEI)
    const reset = (password: string, by = company.anyone()) =>
      by.form(`/auth/reset-password/${uidb64}/${token}/`, { password })
    const back = { path: '/accounts/reset-password', uidb64, token }
    expect(ledTo(await reset('weak'))).toMatchObject({ ...back, error_code: '5020' })
    expect(ledTo(await reset(`${PHRASE} 5`))).toEqual({ status: 302, path: '/sign-in', success: 'True' })
    expect(ledTo(await reset(`${PHRASE} 6`))).toMatchObject({ ...back, error_code: '5125' })
    expect(await mei.get('/api/users/me/'), 'sessions end').toMatchObject(NOBODY)
    await mei.form('/auth/sign-in/', { email: MEI, password: `${PHRASE} 5` })
    expect(await bodyOf(mei, '/api/users/me/')).toMatchObject({ is_email_verified: true })
  })

  test('by another service, where an admin has turned that on', async () => {
    const bram = company.anyone()
    const github = { id: 7, email: 'bram@harbour.example', name: 'Bram' }
    const { away, back } = await company.byGithub(bram, github, '?next_path=%2Flantern-quay')
    expect(away.status).toBe(302)
    const asked = new URL(away.location!)
    expect(asked.pathname).toBe('/login/oauth/authorize')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'tandem',
      redirect_uri: `${company.server.origin}/auth/github/callback/`,
      scope: 'read:user user:email',
      state: expect.stringMatching(/.{16}/),
    })
    expect(ledTo(back)).toEqual({ status: 302, path: '/lantern-quay' })
    expect(await bodyOf(bram, '/api/users/me/')).toMatchObject({
      email: github.email,
      first_name: 'Bram',
      is_email_verified: true,
      is_password_autoset: true,
      last_login_medium: 'github',
    })
    const accounts = await bram.get<Row[]>('/api/users/me/accounts/')
    expect([accounts.status, accounts.body]).toMatchObject([
      200,
      [{ provider: 'github', provider_account_id: '7' }],
    ])
    expect(lacks(accounts.body[0], 'account')).toEqual([])
    expect(JSON.stringify(accounts.body)).not.toContain('token')
    const guessed = await company.anyone().get('/auth/github/callback/?code=x&state=y')
    expect(ledTo(guessed)).toMatchObject({ status: 302, path: '/', error_code: '5120' })
    for (const [name, code] of [
      ['google', '5105'],
      ['gitlab', '5111'],
    ] as const)
      expect(ledTo(await bram.get(`/auth/${name}/`))).toMatchObject({ path: '/', error_code: code })
  })
})
