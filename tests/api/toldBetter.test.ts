/** What the contract says of people and workspaces beyond the reference (its lines “Better”), where no other test says it. */
import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let space: string
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  space = `/api/workspaces/${team.workspace.slug}`
})

type Row = Record<string, unknown> & { id: string }

test('what is somebody’s own is kept by nobody between', async () => {
  const paths = ['/api/users/me/', '/api/users/me/settings/', '/api/users/me/profile/']
  for (const path of [...paths, '/api/users/me/workspaces/', '/api/instances/']) {
    const { headers } = await fetch(server.origin + path, { headers: { cookie: team.admin.cookie() } })
    expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
  }
})

test('a person changes what is theirs to say, and nothing of their account', async () => {
  const who = await make.person()
  const before = (await who.get<Row>('/api/users/me/')).body
  const given = {
    email: 'another@quay.example',
    mobile_number: '123',
    is_password_expired: true,
    is_password_autoset: false,
    is_active: false,
    is_superuser: true,
    is_email_verified: true,
    is_bot: true,
    bot_type: 'intake',
    last_login_medium: 'google',
    username: 'root',
  }
  const { status, body } = await who.patch<Row>('/api/users/me/', given)
  expect([status, body]).toEqual([200, before])
  for (const hidden of ['token', 'last_login_ip', 'is_staff', 'is_superuser', 'password'])
    expect(body).not.toHaveProperty(hidden)
})

test('preferences of mail take the five flags, and name nobody else', async () => {
  const path = '/api/users/me/notification-preferences/'
  const who = await make.person()
  const given = {
    comment: false,
    user: team.admin.id,
    workspace: team.workspace.id,
    project: team.project.id,
  }
  const { status, body } = await who.patch<Row>(path, given)
  expect(status).toBe(200)
  expect(body).toMatchObject({ comment: false, mention: true, user: who.id })
  expect(body.workspace ?? null).toBeNull()
  expect(body.project ?? null).toBeNull()
  // Made with each account, whichever way in it took: nobody finds them missing.
  const without = await server
    .db('accounts as a')
    .leftJoin('notification_preferences as p', 'p.user', 'a.id')
    .join('users as u', 'u.id', 'a.id')
    .where('u.is_bot', false)
    .whereNull('p.id')
    .select('a.id')
  expect(without).toEqual([])
})

test('one’s own activity is that of projects which one still sees', async () => {
  const who = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
  const { path } = await make.project(team.admin, team.workspace.slug, { network: 0 })
  await make.joinProject(team.admin, path, who, 15)
  await make.issue(who, path)
  const own = async () =>
    (await who.get<{ results: Row[] }>('/api/users/me/activities/?per_page=100')).body.results.length
  await expect.poll(own).toBeGreaterThan(0)
  expect((await who.post(`${path}/members/leave/`)).status).toBe(204)
  expect(await own()).toBe(0)
})

test('of the instance admins change its name and two switches, and strangers learn neither its id nor whom it lets in', async () => {
  const admin = await make.instanceAdmin()
  const before = (await admin.get<{ instance: Row }>('/api/instances/')).body.instance
  const changed = { instance_name: 'Harbour office', is_telemetry_enabled: true, is_support_required: true }
  const forged = {
    instance_id: 'mine',
    is_setup_done: false,
    is_signup_screen_visited: true,
    is_verified: true,
    is_test: true,
    edition: 'other',
    current_version: '9.9.9',
    last_checked_at: '2001-01-01T00:00:00.000Z',
  }
  const { status, headers } = await admin.patch('/api/instances/', { ...changed, ...forged })
  expect(status).toBe(200)
  expect(headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
  const after = (await admin.get<{ instance: Row }>('/api/instances/')).body.instance
  expect(after.instance_id).toMatch(/^[0-9a-f]{24}$/)
  expect(after).toEqual({
    ...before,
    ...changed,
    updated_at: after.updated_at,
    revision: after.revision,
  })
  const { instance } = (await visitor(server.origin).get<{ instance: Row }>('/api/instances/')).body
  for (const hidden of ['whitelist_emails', 'instance_id']) expect(instance[hidden] ?? null).toBeNull()
  expect(instance).toMatchObject({ is_activated: true, is_setup_done: true })
})

test('a workspace has no PUT, keeps its address, is listed below both paths, and loses its logo by an empty one', async () => {
  const { admin } = team
  const put = await fetch(`${server.origin}${space}/`, {
    method: 'PUT',
    headers: { cookie: admin.cookie(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Other', slug: 'other' }),
  })
  expect(put.status).toBe(405)
  const { body } = await admin.patch<Row>(`${space}/`, { slug: 'elsewhere', logo_url: '' })
  expect(body).toMatchObject({ slug: team.workspace.slug, logo: null, logo_asset: null })
  const [one, other] = await Promise.all(
    ['/api/workspaces/', '/api/users/me/workspaces/'].map(path => admin.get<Row[]>(path)),
  )
  expect(one?.body).toEqual(other?.body)
  const upper = team.workspace.slug.toUpperCase()
  expect((await admin.get(`/api/workspace-slug-check/?slug=${upper}`)).body).toEqual({ status: false })
})

test('guests learn no address of a member, from the list, from one, or from a project', async () => {
  const { admin, guest, path } = team
  const [first] = (await guest.get<Row[]>(`${space}/members/`)).body
  const [inProject] = (await guest.get<Row[]>(`${path}/members/`)).body
  const told = await Promise.all(
    [
      `${space}/members/`,
      `${space}/members/${first?.id}/`,
      `${path}/members/`,
      `${path}/members/${inProject?.id}/`,
    ].map(address => guest.get(address)),
  )
  for (const { status, body } of told) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('@quay.example')
  }
  expect(JSON.stringify((await admin.get(`${space}/members/${first?.id}/`)).body)).toContain('@quay.example')
  const stranger = await make.person()
  expect((await stranger.get(`${space}/members/${first?.id}/`)).status).toBe(404)
})

test('an invitation changes its role alone, tells no token, and one that was declined is offered no more', async () => {
  const { admin } = team
  const who = await make.person()
  await server.db('accounts').where('id', who.id).update({ is_email_verified: true })
  const at = `${space}/invitations/`
  await admin.post(at, { emails: [{ email: who.email, role: 5 }], is_mailed: false })
  const invited = (await admin.get<Row[]>(at)).body.find(one => one.email === who.email)
  const { status, body } = await admin.patch<Row>(`${at}${invited?.id}/`, { role: 15, accepted: true })
  expect([status, body.role, body.accepted]).toEqual([200, 15, false])
  expect(JSON.stringify(body)).not.toContain('"token"')
  const mine = async () =>
    (await who.get<Row[]>('/api/users/me/workspaces/invitations/')).body.map(one => one.id)
  expect(await mine()).toEqual([invited?.id])
  const answered = await who.post(`${at}${invited?.id}/join/`, { email: who.email, accepted: false })
  expect(answered.body).toEqual({ message: 'Workspace Invitation was not accepted' })
  expect(await mine()).toEqual([])
})

test('plans of the workspace are those of one’s own projects, and each is told once with its status', async () => {
  const { admin, member } = team
  const secret = await make.project(admin, team.workspace.slug, { network: 0 })
  for (const path of [secret.path, team.path]) {
    await admin.post(`${path}/cycles/`, { name: 'Neap' })
    await admin.post(`${path}/modules/`, { name: 'Reefs' })
    const { body } = await admin.post<Row>(`${path}/estimates/`, {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: [1, 2].map(key => ({ key, value: String(key) })),
    })
    expect((await admin.patch(`${path}/`, { estimate: body.id })).status).toBe(200)
  }
  const projectsOf = async (who: Person, kind: string) => {
    const { body } = await who.get<Row[]>(`${space}/${kind}/`)
    return body.map(row => row.project_id ?? row.project)
  }
  for (const kind of ['cycles', 'modules', 'estimates']) {
    expect([kind, await projectsOf(member, kind)]).toEqual([kind, [team.project.id]])
    expect((await projectsOf(admin, kind)).toSorted()).toEqual([secret.id, team.project.id].toSorted())
  }
  const [cycle] = (await member.get<Row[]>(`${space}/cycles/`)).body
  expect(cycle).toMatchObject({ status: 'draft', is_favorite: false })
})

test('somebody joins open projects of this workspace; one that is not refuses the call', async () => {
  const { admin, member } = team
  const open = await make.project(admin, team.workspace.slug)
  const secret = await make.project(admin, team.workspace.slug, { network: 0 })
  const away = await make.project(member, (await make.workspace(member)).slug)
  const join = (...project_ids: string[]) =>
    member.post(`/api/users/me/workspaces/${team.workspace.slug}/projects/invitations/`, { project_ids })
  for (const other of [secret.id, away.id])
    expect((await join(open.id, other)).status).toBeGreaterThanOrEqual(403)
  const roles = async () =>
    (
      await member.get<Record<string, number>>(
        `/api/users/me/workspaces/${team.workspace.slug}/project-roles/`,
      )
    ).body
  expect(await roles()).not.toHaveProperty(open.id)
  expect((await join(open.id)).body).toEqual({ message: 'Projects joined successfully' })
  expect(await roles()).toMatchObject({ [open.id]: 15, [team.project.id]: 15 })
})

test('a project is led by a member of its workspace, no guest, and tells its own dates', async () => {
  const { admin, guest, member } = team
  const { path } = await make.project(admin, team.workspace.slug, { project_lead: member.id })
  const stranger = await make.person()
  for (const { id } of [guest, stranger])
    for (const given of [{ project_lead: id }, { default_assignee: id }])
      expect(await admin.patch(`${path}/`, given)).toMatchObject({
        status: 400,
        body: { [Object.keys(given)[0] ?? '']: [expect.stringContaining('object does not exist')] },
      })
  const kept = (await admin.get<Row>(`${path}/`)).body
  await admin.patch(`${path}/`, { archived_at: '2020-01-01', created_at: '2020-01-01T00:00:00.000Z' })
  const { archived_at, created_at, project_lead } = (await admin.get<Row>(`${path}/`)).body
  expect({ archived_at, created_at, project_lead }).toEqual({
    archived_at: null,
    created_at: kept.created_at,
    project_lead: member.id,
  })
})
