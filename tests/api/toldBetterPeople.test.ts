/** What the contract says of ways in and of accounts beyond the reference (its lines “Better”), where no other test says it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { forms } from '../../api/contract/people/forms.ts'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { picturesAt, sendPicture } from '../support/files.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { fill } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Reply, type Visitor, visitor } from '../support/visitor.ts'

type Row = Record<string, unknown> & { id: string }

let server: TestServer
let make: ReturnType<typeof build>
let freya: Person
beforeAll(async () => {
  ;({ server, make, freya } = await instanceWorld())
})

const queryOf = ({ location }: Pick<Reply, 'location'>) =>
  Object.fromEntries(new URL(location ?? '', 'http://here').searchParams)
const codeOf = (reply: Pick<Reply, 'location'>) => queryOf(reply).error_code ?? null
const uidOf = (id: string) => Buffer.from(id).toString('base64url')
/** A call that repeats the token of its cookie. */
const withToken = async (who: Visitor, path: string, body: object) => {
  const { body: csrf } = await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')
  return who.post<Row & { error_code?: number }>(path, body, { headers: { 'x-csrftoken': csrf.csrf_token } })
}

describe('every call', () => {
  test('that changes something answers alike with its last slash and without, and is never sent on', async () => {
    const anybody = visitor(server.origin)
    const named = Object.fromEntries(
      ['ws', 'p', 'anchor', 'uidb64', 'token'].map(name => [name, make.id()] as const),
    )
    for (const [name, { method, path }] of allRoutes) {
      if (method === 'GET') continue
      const at = fill(path, named).replace(/\/?$/, '/')
      const [bare, slashed] = [
        await anybody.send(method, at.slice(0, -1), {}),
        await anybody.send(method, at, {}),
      ]
      expect([name, bare.status, bare.body]).toEqual([name, slashed.status, slashed.body])
      expect([name, Math.floor(bare.status / 100)]).not.toEqual([name, 3])
    }
    for (const [name, { method, path }] of forms) {
      if (method === 'GET') continue
      const at = fill(path, named)
      const [bare, slashed] = [await anybody.form(at.slice(0, -1), {}), await anybody.form(at, {})]
      expect([name, bare.status, bare.location]).toEqual([name, slashed.status, slashed.location])
    }
  })

  test('tells instants in UTC with milliseconds, whatever zone its reader lives in', async () => {
    const { admin, path, project, workspace } = await make.team()
    await admin.patch('/api/users/me/', { user_timezone: 'Asia/Kolkata' })
    await make.issue(admin, path)
    await make.page(admin, path)
    await make.token(admin, workspace.slug, { expired_at: '2030-06-01' })
    for (const kind of ['cycles', 'modules', 'views']) await admin.post(`${path}/${kind}/`, { name: 'Neap' })
    const told: string[] = []
    for (const [name, route] of allRoutes) {
      if (route.method !== 'GET' || /:(?!ws|p\b)/.test(route.path)) continue
      const { body } = await admin.get(fill(route.path, { ws: workspace.slug, p: project.id }))
      const instants = JSON.stringify(body).matchAll(/"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^"]*)"/g)
      told.push(...Array.from(instants, ([, instant]) => `${name}: ${instant}`))
    }
    expect(told.length).toBeGreaterThan(100)
    const right = /: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
    expect(told.filter(one => !right.test(one))).toEqual([])
  })

  test('answers as many rows as it is asked for, whatever number its cursor begins with', async () => {
    const { member, path } = await make.team()
    for (let n = 0; n < 3; n++) await make.issue(member, path)
    const read = async (query: string) =>
      (await member.get<{ results: Row[]; next_cursor: string }>(`/api/users/me/activities/?${query}`)).body
    const all = (await read('per_page=10')).results.map(({ id }) => id)
    expect(all.length).toBeGreaterThanOrEqual(3)
    const page = await read('per_page=1&cursor=5:1:0')
    expect([page.results.map(({ id }) => id), page.next_cursor]).toEqual([[all[1]], '1:2:0'])
  })

  test('is refused in the same words: without the right, and without the row', async () => {
    const { admin, member, workspace, path } = await make.team()
    const space = `/api/workspaces/${workspace.slug}`
    const denied = { status: 403, body: { error: "You don't have the required permissions." } }
    for (const at of ['api-tokens/', 'invitations/', 'members/activity/'])
      expect([at, await member.get(`${space}/${at}`)]).toMatchObject([at, denied])
    for (const at of ['states/', 'issue-labels/', 'members/'])
      expect([at, await member.post(`${path}/${at}`, { name: 'x', color: '#fff' })]).toMatchObject([
        at,
        denied,
      ])
    const gone = { status: 404, body: { error: 'The required object does not exist.' } }
    const rows = ['members', 'invitations', 'api-tokens'].map(kind => `${space}/${kind}`)
    const parts = ['states', 'issue-labels', 'estimates', 'members', 'views']
    for (const at of [...rows, ...parts.map(kind => `${path}/${kind}`), '/api/users/me/accounts'])
      expect([at, await admin.get(`${at}/${make.id()}/`)]).toMatchObject([at, gone])
    expect(await (await make.person()).get(`${space}/`)).toMatchObject(gone)
  })
})

describe('a way in', () => {
  test('takes no password of seven signs, by whichever door, however odd it is', async () => {
    const password = 'xQ7#vZ!'
    const bare = await startServer()
    const first = { email: 'a@quay.example', password, first_name: 'A' }
    expect(codeOf(await visitor(bare.origin).form('/api/instances/admins/sign-up/', first))).toBe('5165')
    const email = 'seven@quay.example'
    for (const at of ['/auth', '/auth/spaces'])
      expect(codeOf(await visitor(server.origin).form(`${at}/sign-up/`, { email, password }))).toBe('5020')
    const who = await make.person()
    expect((await withToken(who, '/auth/set-password/', { password })).body.error_code).toBe(5020)
    expect((await withToken(who, '/auth/set-password/', { password: PASSWORD })).status).toBe(200)
    const change = { old_password: PASSWORD, new_password: password }
    expect((await withToken(who, '/auth/change-password/', change)).body.error_code).toBe(5140)
    const { body } = await freya.post<{ url: string }>(`/api/instances/users/${who.id}/reset-link/`)
    const { uidb64, token } = Object.fromEntries(new URL(body.url).searchParams)
    const reset = await visitor(server.origin).form(`/auth/reset-password/${uidb64}/${token}/`, { password })
    expect(codeOf(reset)).toBe('5020')
  })

  test('is tried so often by one line and no more, by whichever form, those of the instance too', async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH: '3', TRUST_PROXY: '1' })
    await build(limited).setUp()
    const doors: [string, Record<string, string>][] = [
      ['/auth/sign-in/', { password: 'x' }],
      ['/auth/sign-up/', { password: 'x' }],
      ['/auth/magic-sign-in/', { code: 'x' }],
      ['/auth/magic-sign-up/', { code: 'x' }],
      [`/auth/reset-password/${uidOf('nobody')}/x/`, { password: PASSWORD }],
      ['/auth/spaces/sign-in/', { password: 'x' }],
      ['/auth/spaces/magic-sign-in/', { code: 'x' }],
      ['/api/instances/admins/sign-in/', { password: 'x' }],
    ]
    for (const [n, [path, fields]] of doors.entries()) {
      const headers = { 'x-forwarded-for': `10.0.0.${n + 1}`, origin: limited.origin }
      const codes: (string | null)[] = []
      for (let nth = 0; nth < 4; nth++) {
        const sent = { ...fields, email: `sailor${nth}@quay.example` }
        codes.push(codeOf(await visitor(limited.origin).form(path, sent, { headers })))
      }
      expect([path, codes.map(code => code === '5900')]).toEqual([path, [false, false, false, true]])
    }
  })

  test('by a password is told as switched off by its own word, when it is', async () => {
    const off = await startServer({ ENABLE_EMAIL_PASSWORD: '0' })
    const { setUp, person } = build(off)
    await setUp()
    const { email } = await person()
    for (const at of ['/auth', '/auth/spaces']) {
      const sent = (way: string, address: string) =>
        visitor(off.origin).form(`${at}/${way}/`, { email: address, password: PASSWORD })
      expect(codeOf(await sent('sign-in', email))).toBe('5018')
      expect(queryOf(await sent('sign-up', 'new@quay.example'))).toMatchObject({
        error_code: '5018',
        error_message: 'PASSWORD_LOGIN_DISABLED',
      })
    }
  })

  test('by another service is closed while that is switched off, be its keys kept', async () => {
    const keys = (name: string) => ({
      [`IS_${name}_ENABLED`]: '0',
      [`${name}_HOST`]: 'http://127.0.0.1:1',
      [`${name}_CLIENT_ID`]: 'tandem',
      [`${name}_CLIENT_SECRET`]: 'hush',
    })
    const off = await startServer({ ...keys('GOOGLE'), ...keys('GITHUB'), ...keys('GITLAB') })
    await build(off).setUp()
    for (const at of ['/auth', '/auth/spaces'])
      for (const [name, code] of [
        ['google', '5105'],
        ['github', '5110'],
        ['gitlab', '5111'],
      ] as const)
        expect([name, codeOf(await visitor(off.origin).get(`${at}/${name}/`))]).toEqual([name, code])
  })

  test('by a link for nobody is refused, and comes back to its form with what it was opened by', async () => {
    const uidb64 = uidOf(make.id())
    const email = 'nobody@quay.example'
    for (const at of ['/auth', '/auth/spaces']) {
      const sent = { password: PASSWORD, email }
      const reply = await visitor(server.origin).form(`${at}/reset-password/${uidb64}/x/`, sent)
      expect(reply.status).toBe(302)
      expect(queryOf(reply)).toMatchObject({ error_code: '5125', uidb64, token: 'x', email })
    }
  })

  test('for admins of the instance tells an unknown address first, then a closed account, then a wrong password', async () => {
    const [admin, closed, other] = [await make.person(), await make.person(), await make.person()]
    for (const { id } of [admin, closed])
      await server.db('instance_admins').insert({ id: make.id(), user_id: id })
    await server.db('accounts').where('id', closed.id).update({ is_active: false })
    const codes = []
    for (const email of ['unknown@quay.example', closed.email, admin.email, other.email]) {
      const fields = { email, password: 'wrong' }
      codes.push(codeOf(await visitor(server.origin).form('/api/instances/admins/sign-in/', fields)))
    }
    expect(codes).toEqual(['5185', '5190', '5175', '5175'])
  })
})

describe('one’s own account', () => {
  test('is answered with the first password as at any other time, and tells nothing that it keeps', async () => {
    const who = await make.person()
    const { status, body } = await withToken(who, '/auth/set-password/', { password: PASSWORD })
    const me = (await who.get<Row>('/api/users/me/')).body
    expect([status, body]).toEqual([200, me])
    for (const hidden of ['token', 'password', 'password_hash', 'last_login_ip', 'is_superuser', 'is_staff'])
      expect(body).not.toHaveProperty(hidden)
  })

  test('has a name that somebody can read', async () => {
    const who = await make.person()
    const before = (await who.get<Row>('/api/users/me/')).body
    for (const display_name of ['', '   ', '\t\n'])
      expect(await who.patch('/api/users/me/', { display_name })).toMatchObject({
        status: 400,
        body: { display_name: ['This field may not be blank.'] },
      })
    expect((await who.get<Row>('/api/users/me/')).body).toEqual(before)
  })

  test('shows no picture of another person, nor one that was sent for another place', async () => {
    const [who, other] = [await make.person(), await make.person()]
    const at = picturesAt()
    const theirs = await sendPicture(other, at, 'USER_AVATAR')
    const [face, cover] = [
      await sendPicture(who, at, 'USER_AVATAR'),
      await sendPicture(who, at, 'USER_COVER'),
    ]
    const before = (await who.get<Row>('/api/users/me/')).body
    expect(before).toMatchObject({ avatar_asset: face.asset_id, cover_image_asset: cover.asset_id })
    for (const [field, { asset_id }] of [
      ['avatar_asset', theirs],
      ['avatar_asset', cover],
      ['cover_image_asset', theirs],
      ['cover_image_asset', face],
    ] as const)
      expect(await who.patch('/api/users/me/', { [field]: asset_id })).toMatchObject({
        status: 400,
        body: { [field]: [`Invalid pk "${asset_id}" - object does not exist.`] },
      })
    expect((await who.get<Row>('/api/users/me/')).body).toEqual(before)
    expect((await other.get<Row>('/api/users/me/')).body.avatar_asset).toBe(theirs.asset_id)
  })

  test('keeps nothing of another shape than it has', async () => {
    const who = await make.person()
    const profile = '/api/users/me/profile/'
    const before = (await who.get<Row>(profile)).body
    const wrong: [string, Record<string, unknown>][] = [
      [profile, { theme: 'dark' }],
      [profile, { theme: { theme: 'neon' } }],
      [profile, { onboarding_step: 'all' }],
      [profile, { onboarding_step: { profile_complete: 'perhaps' } }],
      [profile, { billing_address: 'Quay 1' }],
      [profile, { is_onboarded: 'perhaps' }],
      [profile, { last_workspace_id: make.id() }],
      ['/api/users/me/onboard/', { is_onboarded: 'perhaps' }],
      ['/api/users/me/tour-completed/', { is_tour_completed: 'perhaps' }],
    ]
    for (const [path, given] of wrong) {
      const { status, body } = await who.patch<Record<string, unknown>>(path, given)
      expect([given, status, Object.keys(body)]).toEqual([given, 400, Object.keys(given)])
    }
    expect((await who.get<Row>(profile)).body).toEqual(before)
  })

  test('leads back to the workspace where one was last, while one is in it', async () => {
    const { member, project, workspace } = await make.team()
    const last = async () =>
      (
        await member.get<{ workspace_details: Row; project_details: { project: Row }[] }>(
          '/api/users/last-visited-workspace/',
        )
      ).body
    const { workspace_details, project_details } = await last()
    expect([workspace_details.id, project_details.map(one => one.project.id)]).toEqual([
      workspace.id,
      [project.id],
    ])
    expect((await member.post(`/api/workspaces/${workspace.slug}/members/leave/`)).status).toBe(204)
    expect(await last()).toEqual({ workspace_details: {}, project_details: [] })
    expect((await member.get('/api/users/me/settings/')).body).toMatchObject({
      workspace: { last_workspace_id: null, last_workspace_slug: null, fallback_workspace_id: null },
    })
  })
})
