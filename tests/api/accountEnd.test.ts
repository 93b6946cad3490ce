import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  await make.setUp()
})

const end = (who: Person) => who.delete<{ error?: string }>('/api/users/me/')
const activeIn = async (table: 'workspace_members' | 'project_members', who: Person) =>
  Number(
    (
      await server
        .db(table)
        .where({ [table === 'workspace_members' ? 'member_id' : 'member']: who.id, is_active: true })
        .count('* as n')
        .first()
    )?.n,
  )

test('an account ends with its memberships, sessions, tokens and password; its person’s writing stays', async () => {
  const { admin, member, path, workspace } = await make.team()
  const issue = await make.issue(member, path)
  const open = await member.get('/api/users/me/')
  expect(open.status).toBe(200)
  const elsewhere = await make.person()
  const { slug } = await make.workspace(elsewhere)
  const invited = `/api/workspaces/${slug}/invitations/`
  await elsewhere.post(invited, { emails: [{ email: member.email }], is_mailed: false })
  const ended = await end(member)
  expect([ended.status, ended.headers.getSetCookie().join()]).toEqual([
    204,
    expect.stringMatching(/session-id=;.*Max-Age=0/),
  ])
  expect((await member.get('/api/users/me/')).status).toBe(401)
  expect([await activeIn('workspace_members', member), await activeIn('project_members', member)]).toEqual([
    0, 0,
  ])
  const account = await server.db('accounts').where('id', member.id).first()
  expect(account).toMatchObject({ is_active: false, password_hash: null, is_password_autoset: true })
  expect(await server.db('sessions').where('user_id', member.id)).toEqual([])
  expect((await elsewhere.get(invited)).body).toEqual([])
  const told = { recipient: member.email, kind: 'account_deactivated' }
  expect(await server.db('mails').where(told)).toHaveLength(1)
  expect((await admin.get(`${path}/issues/${issue.id}/`)).status).toBe(200)
  expect((await admin.get<unknown[]>(`/api/workspaces/${workspace.slug}/members/`)).body).toHaveLength(2)
})

test('nobody who is needed ends their account: the only admin among others, an admin of the instance', async () => {
  const { admin, member, guest, workspace } = await make.team()
  expect(await end(admin)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('only admin in some projects') },
  })
  const lead = await make.person()
  const space = await make.workspace(lead)
  await make.joinWorkspace(lead, space.slug, await make.person(), 15)
  expect(await end(lead)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('only admin in some workspaces') },
  })
  expect(await activeIn('workspace_members', lead)).toBe(1)
  await server.db('instance_admins').insert({ id: make.id(), user_id: guest.id })
  expect(await end(guest)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('instance admin') },
  })
  expect(await activeIn('workspace_members', guest)).toBe(1)
  expect((await end(member)).status).toBe(204)
  expect((await admin.get<unknown[]>(`/api/workspaces/${workspace.slug}/members/`)).body).toHaveLength(2)
})

test('what is archived or deleted holds nobody', async () => {
  const { admin, member, guest, path, workspace } = await make.team()
  const space = `/api/workspaces/${workspace.slug}`
  const others = [
    [member, 15],
    [guest, 5],
  ] as const
  const gone = await make.project(admin, workspace.slug)
  const kept = await make.project(admin, workspace.slug)
  for (const [who, role] of others)
    for (const project of [gone, kept]) await make.joinProject(admin, project.path, who, role)
  await admin.delete(`${gone.path}/`)
  await admin.post(`${kept.path}/archive/`)
  expect((await member.post(`${kept.path}/members/leave/`)).status).toBe(404)
  const boss = await make.person()
  await make.joinWorkspace(admin, workspace.slug, boss, 20)
  await make.joinProject(admin, path, boss, 20)
  expect((await admin.post(`${space}/members/leave/`)).status).toBe(204)
  const empty = await make.workspace(boss)
  await make.joinWorkspace(boss, empty.slug, member, 15)
  await boss.delete(`/api/workspaces/${empty.slug}/`)
  await admin.post(`${space}/members/leave/`)
  await make.joinWorkspace(boss, workspace.slug, admin, 20)
  await make.joinProject(boss, path, admin, 20)
  expect((await end(boss)).status).toBe(204)
})

test('the only member of a workspace takes it along; of two admins who end their accounts at once one stays', async () => {
  const alone = await make.person()
  await make.project(alone, (await make.workspace(alone)).slug)
  expect((await end(alone)).status).toBe(204)
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await make.person(), await make.person()]
    const space = await make.workspace(one)
    await make.joinWorkspace(one, space.slug, two, 20)
    await make.joinWorkspace(one, space.slug, await make.person(), 15)
    const replies = await Promise.all([end(one), end(two)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
  }
})

test('everybody alone decides which news they are mailed, kind by kind', async () => {
  const path = '/api/users/me/notification-preferences/'
  const { member, admin } = await make.team()
  const all = {
    property_change: true,
    state_change: true,
    comment: true,
    mention: true,
    issue_completed: true,
  }
  expect((await member.get(path)).body).toMatchObject({ ...all, user: member.id, workspace: null })
  const changed = await member.patch(path, { comment: false, user: admin.id })
  expect(changed).toMatchObject({ status: 200, body: { ...all, comment: false, user: member.id } })
  expect((await member.get(path)).body).toMatchObject({ comment: false })
  expect((await admin.get(path)).body).toMatchObject(all)
  expect(await member.patch(path, { mention: 'perhaps' })).toMatchObject({
    status: 400,
    body: { mention: ['Must be a valid boolean.'] },
  })
})

test('how one reads calendar and clock is kept; a day or a clock that is none is refused', async () => {
  const { member } = await make.team()
  const path = '/api/users/me/profile/'
  expect((await member.get(path)).body).toMatchObject({ start_of_the_week: null, time_format: '24-hour' })
  const kept = { start_of_the_week: 6, time_format: '12-hour' }
  expect((await member.patch(path, kept)).status).toBe(200)
  for (const wrong of [{ start_of_the_week: 7 }, { time_format: '25-hour' }])
    expect((await member.patch(path, wrong)).status).toBe(400)
  expect((await member.get(path)).body).toMatchObject(kept)
})

test('one’s own history over all workspaces holds what one still sees, page by page', async () => {
  const first = await make.team()
  const second = await make.team()
  const { member } = first
  await make.joinWorkspace(second.admin, second.workspace.slug, member, 15)
  await make.joinProject(second.admin, second.path, member, 15)
  const issue = await make.issue(member, first.path)
  await make.issue(member, second.path)
  await make.issue(first.admin, first.path)
  const read = async (query = '') =>
    (
      await member.get<{
        total_count: number
        results: { issue: string; actor: string }[]
        next_page_results: boolean
      }>(`/api/users/me/activities/${query}`)
    ).body
  const all = await read()
  expect(all.results.every(({ actor }) => actor === member.id)).toBe(true)
  expect(new Set(all.results.map(one => one.issue)).size).toBe(2)
  const page = await read('?per_page=1')
  expect(page).toMatchObject({ total_count: all.total_count, next_page_results: true })
  expect(page.results).toHaveLength(1)
  // Out of the second workspace, its part of the history is not theirs to see any more.
  await server
    .db('project_members')
    .where({ member: member.id, project: second.project.id })
    .update({ is_active: false })
  expect(new Set((await read()).results.map(one => one.issue))).toEqual(new Set([issue.id]))
})
