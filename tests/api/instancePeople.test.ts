/** The people of an instance, as its admins see them: found, deactivated, reactivated, handed a link to a new password. */
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { build, PASSWORD, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const AT = '/api/instances/users'
const NEW_PASSWORD = 'a longer harbour phrase 10'

let server: TestServer
let make: ReturnType<typeof build>
let freya: Person
beforeAll(async () => {
  ;({ server, make, freya } = await instanceWorld())
})

type Row = {
  id: string
  email: string
  display_name: string
  state: string
  is_instance_admin: boolean
  last_active: string | null
  total_workspaces: number
}
type Page = { results: Row[]; total_count: number; next_page_results: boolean; next_cursor: string }
const list = async (query = '') => (await freya.get<Page>(`${AT}/${query}`)).body
const rowOf = async ({ email }: { email: string }) => (await list(`?search=${email}`)).results[0]
const act = (who: { id: string }, verb: string, by = freya) =>
  by.post<{ error?: string; url?: string; expires_at?: string }>(`${AT}/${who.id}/${verb}/`)
const withPassword = async (name: string) => {
  const who = visitor(server.origin)
  const email = `${name}${make.id().slice(-6)}@quay.example`
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  const { body } = await who.get<{ id: string }>('/api/users/me/')
  return Object.assign(who, { id: body.id, email })
}
const isIn = async (who: { get: Person['get'] }) => (await who.get('/api/users/me/')).status === 200

test('everybody is listed by name, page by page, found by name and address, and told apart by state', async () => {
  const zoe = await make.person('zoé')
  await zoe.get('/api/users/me/')
  await make.workspace(zoe)
  await until(async () => (await rowOf(zoe))?.last_active !== null)
  expect(await rowOf(zoe)).toMatchObject({ id: zoe.id, state: 'active', total_workspaces: 1 })
  // Without case and marks, as names are found elsewhere.
  expect((await list('?search=ZOE')).results.map(one => one.id)).toEqual([zoe.id])
  const idle = await make.person('aal')
  expect(await rowOf(idle)).toMatchObject({ state: 'never', last_active: null, total_workspaces: 0 })
  expect((await list('?state=never')).results.map(one => one.id)).toContain(idle.id)
  expect((await list('?state=active')).results.map(one => one.id)).not.toContain(idle.id)
  expect(await rowOf(freya)).toMatchObject({ is_instance_admin: true })
  const all = await list()
  const names = all.results.map(one => one.display_name.toLowerCase())
  expect(names.indexOf('aal')).toBeLessThan(names.indexOf('zoé'))
  // The instance's own author of changes is nobody.
  expect(all.total_count).toBe(all.results.length)
  expect(names).not.toContain('tandem')
  const first = await list('?per_page=1')
  const second = await list(`?cursor=${first.next_cursor}`)
  expect([first.results.length, first.next_page_results, second.results.length]).toEqual([1, true, 1])
  expect(second.results[0]?.id).not.toBe(first.results[0]?.id)
  expect(JSON.stringify(all)).not.toMatch(/password|hash|token|username/)
  for (const wrong of ['?state=gone', '?per_page=0', '?cursor=x'])
    expect([wrong, (await freya.get(`${AT}/${wrong}`)).status]).toEqual([wrong, 400])
  expect((await list('?search=%25')).results).toEqual([])
})

describe('deactivated by an admin', () => {
  test('somebody loses sessions, sockets, open texts, tokens and memberships at once; their writing stays', async () => {
    const { admin, member, path, workspace } = await make.team()
    const page = (await make.page(admin, path)).id
    const issue = await make.issue(member, path)
    const token = await (async () => {
      const row = await server.db('workspace_members').where({ member_id: member.id }).first('id')
      await admin.patch(`/api/workspaces/${workspace.slug}/members/${row.id}/`, { role: 20 })
      return make.token(member, workspace.slug)
    })()
    const closed = new Set<string>()
    for (const at of ['/live', '/live/collaboration']) {
      const socket = new WebSocket(server.origin.replace('http', 'ws') + at, {
        headers: { cookie: member.cookie() },
      })
      socket.on('close', () => closed.add(at))
      onTestFinished(() => socket.terminate())
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
    }
    const [open, witness] = [
      editor(server.origin, member, `page.${page}`),
      editor(server.origin, admin, `page.${page}`),
    ]
    onTestFinished(() => {
      open.close()
      witness.close()
    })
    await Promise.all([open.synced(), witness.synced()])
    expect((await token.visitor.get(`${path}/issues/`)).status).toBe(200)
    // As a member of that workspace with less than the other's role, the admin of the instance may do no less.
    await make.joinWorkspace(admin, workspace.slug, freya, 5)
    expect((await act(member, 'deactivate')).status).toBe(204)
    open.write('too late')
    expect(await isIn(member)).toBe(false)
    expect((await token.visitor.get(`${path}/issues/`)).status).toBe(401)
    await until(() => closed.size === 2)
    witness.write('still here')
    await until(() => witness.isSaved())
    expect(witness.text()).not.toContain('too late')
    expect((await admin.get(`${path}/issues/${issue.id}/`)).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ state: 'deactivated', total_workspaces: 0 })
    const told = { recipient: member.email, kind: 'account_deactivated' }
    expect(await server.db('mails').where(told)).toHaveLength(1)
    // Of two admins the second is informed.
    const again = await act(member, 'deactivate')
    expect([again.status, again.body]).toEqual([400, { error: 'This account is closed.' }])
    expect(await server.db('mails').where(told)).toHaveLength(1)
  })

  test('nobody is whom others need: an admin of the instance, the only admin of others', async () => {
    const other = await make.instanceAdmin()
    for (const who of [freya, other]) {
      const refused = await act(who, 'deactivate')
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'instance.adminStays'])
      expect(await isIn(who)).toBe(true)
    }
    const { admin } = await make.team()
    const ofProject = await act(admin, 'deactivate')
    expect([ofProject.status, ofProject.headers.get('x-error-code')]).toEqual([
      400,
      'instance.soleProjectAdmin',
    ])
    const lead = await make.person()
    const { slug } = await make.workspace(lead)
    await make.joinWorkspace(lead, slug, await make.person(), 15)
    const ofWorkspace = await act(lead, 'deactivate')
    expect([ofWorkspace.status, ofWorkspace.headers.get('x-error-code')]).toEqual([
      400,
      'instance.soleWorkspaceAdmin',
    ])
    expect([await isIn(admin), await isIn(lead)]).toEqual([true, true])
    await server.db('instance_admins').where('user_id', other.id).delete()
  })

  test('nobody is who is made an admin of the instance at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await make.person()
      const [made, ended] = await Promise.all([
        freya.post('/api/instances/admins/', { email: who.email }),
        act(who, 'deactivate'),
      ])
      expect([made.status === 201, ended.status === 204].filter(Boolean)).toHaveLength(1)
      await server.db('instance_admins').where('user_id', who.id).delete()
    }
    const gone = await make.person()
    await act(gone, 'deactivate')
    const refused = await freya.post('/api/instances/admins/', { email: gone.email })
    expect([refused.status, refused.body]).toEqual([400, { error: 'This account is closed.' }])
  })
})

describe('reactivated', () => {
  test('somebody comes back with nothing that led in before, and chooses a password by a link', async () => {
    const who = await withPassword('mei')
    const old = (await act(who, 'reset-link')).body.url!
    expect((await act(who, 'deactivate')).status).toBe(204)
    const closed = await visitor(server.origin).form('/auth/sign-in/', {
      email: who.email,
      password: PASSWORD,
    })
    expect(closed.location).toContain('error_code=5019')
    const early = await act(who, 'reset-link')
    expect([early.status, early.body]).toEqual([400, { error: 'This account is closed.' }])
    expect((await act(who, 'reactivate')).status).toBe(204)
    expect((await act(who, 'reactivate')).body).toEqual({ error: 'This account is active already.' })
    expect(await isIn(who)).toBe(false)
    expect(await rowOf(who)).toMatchObject({ state: 'active', total_workspaces: 0 })
    const before = await visitor(server.origin).form('/auth/sign-in/', {
      email: who.email,
      password: PASSWORD,
    })
    expect(before.location).toContain('error_code=')
    const stale = await reset(old)
    expect(stale.location).toContain('error_code=5125')
    const { url = '' } = (await act(who, 'reset-link')).body
    expect((await reset(url)).location).toContain('success=True')
    const back = visitor(server.origin)
    await back.form('/auth/sign-in/', { email: who.email, password: NEW_PASSWORD })
    expect(await isIn(back)).toBe(true)
    expect(await server.db('mails').where({ recipient: who.email, kind: 'account_activated' })).toHaveLength(
      1,
    )
  })
})

const reset = (url: string, password = NEW_PASSWORD) => {
  const { uidb64, token, email = '' } = Object.fromEntries(new URL(url).searchParams)
  return visitor(server.origin).form(`/auth/reset-password/${uidb64}/${token}/`, { password, email })
}

describe('a link to a new password', () => {
  test('counts once and for an hour, ends every session, and proves no address', async () => {
    const who = await withPassword('olu')
    const made = await act(who, 'reset-link')
    expect(made.status).toBe(201)
    const url = new URL(made.body.url!)
    expect([url.pathname, url.searchParams.get('email')]).toEqual(['/accounts/reset-password/', who.email])
    const left = new Date(made.body.expires_at!).getTime() - Date.now()
    expect(left).toBeLessThanOrEqual(3_600_000)
    expect(left).toBeGreaterThan(3_000_000)
    // Its digest alone is kept, and whoever cuts the mark off its token has none.
    expect(JSON.stringify(await server.db('reset_tokens'))).not.toContain(url.searchParams.get('token'))
    const cut = made.body.url!.replace('token=handed-', 'token=')
    expect(cut).not.toBe(made.body.url)
    expect((await reset(cut)).location).toContain('error_code=5125')
    expect((await reset(made.body.url!)).location).toContain('success=True')
    expect(await isIn(who)).toBe(false)
    expect((await reset(made.body.url!)).location).toContain('error_code=5125')
    // An admin’s hand is no mail: invitations to that address are none of this person’s yet.
    const account = await server.db('accounts').where('id', who.id).first()
    expect(account).toMatchObject({ is_email_verified: false, is_active: true })
    const late = (await act(who, 'reset-link')).body.url!
    await server
      .db('reset_tokens')
      .where('user_id', who.id)
      .update({ expires_at: new Date(Date.now() - 1) })
    expect((await reset(late)).location).toContain('error_code=5130')
  })

  test('is never one to the admin’s own account, and is not shown again', async () => {
    const own = await act(freya, 'reset-link')
    expect([own.status, own.headers.get('x-error-code')]).toEqual([400, 'instance.ownLink'])
    const who = await make.person()
    const headers = { 'x-mutation-id': make.id() }
    const ask = () => freya.post(`${AT}/${who.id}/reset-link/`, {}, { headers })
    expect((await ask()).status).toBe(201)
    const again = await ask()
    expect([again.status, again.headers.get('x-error-code')]).toEqual([409, 'instance.linkShownOnce'])
    expect(await server.db('reset_tokens').where('user_id', who.id)).toHaveLength(1)
  })

  test('is made so often for one person, and no more', async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH: '30' })
    const admin = build(limited)
    const [by, who] = [await admin.instanceAdmin(), await admin.person()]
    const ask = (of: Person) => by.post(`${AT}/${of.id}/reset-link/`)
    for (let n = 0; n < 5; n++) expect((await ask(who)).status).toBe(201)
    const refused = await ask(who)
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect((await ask(await admin.person())).status).toBe(201)
  })
})

test('nobody else may: strangers, members, tokens, former admins; and what is nobody is not found', async () => {
  const { admin, member, workspace } = await make.team()
  const token = await make.token(admin, workspace.slug)
  const former = await make.instanceAdmin()
  await server.db('instance_admins').where('user_id', former.id).delete()
  const asked = async (by: { get: Person['get']; post: Person['post'] }, of: string) => [
    (await by.get(`${AT}/`)).status,
    ...(await Promise.all(
      ['deactivate', 'reactivate', 'reset-link'].map(
        async verb => (await by.post(`${AT}/${of}/${verb}/`)).status,
      ),
    )),
  ]
  expect(await asked(visitor(server.origin), member.id)).toEqual([401, 401, 401, 401])
  expect(await asked(admin, member.id)).toEqual([401, 401, 401, 401])
  expect(await asked(token.visitor, member.id)).toEqual([404, 404, 404, 404])
  expect(await asked(former, member.id)).toEqual([403, 403, 403, 403])
  expect(await isIn(member)).toBe(true)
  const bot = '00000000-0000-4000-8000-000000000001'
  for (const of of [make.id(), 'me', bot]) expect(await asked(freya, of)).toEqual([200, 404, 404, 404])
})
