import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const adminsOf = async (project: string) =>
  (await server
    .db('project_members')
    .where({ project, role: 20, is_active: true })
    .pluck('member')) as string[]

describe('H5: whichever call sets a role, the same guards hold', () => {
  const led = async () => {
    const lead = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, lead, 15)
    const project = await make.project(lead, team.workspace.slug)
    await make.joinProject(lead, project.path, team.member, 15)
    return { lead, project }
  }
  const add = (by: Person, path: string, who: Person, role: number) =>
    by.post(`${path}/members/`, { members: [{ member_id: who.id, role }] })

  test('the last admin of a project is not lowered by being added again, by nobody', async () => {
    const { lead, project } = await led()
    expect((await add(lead, project.path, lead, 15)).status).toBe(400)
    const other = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, other, 15)
    await make.joinProject(lead, project.path, other, 20)
    // Both are admins: each may lower the other, and the one left is the last.
    expect((await add(lead, project.path, other, 15)).status).toBe(201)
    expect((await add(lead, project.path, lead, 5)).status).toBe(400)
    expect(await adminsOf(project.id)).toEqual([lead.id])
  })

  test('two admins who add each other again with less, at once, leave one', async () => {
    for (let round = 0; round < 4; round++) {
      const { lead, project } = await led()
      const other = await make.person()
      await make.joinWorkspace(team.admin, team.workspace.slug, other, 15)
      await make.joinProject(lead, project.path, other, 20)
      const replies = await Promise.all([
        add(lead, project.path, other, 15),
        add(other, project.path, lead, 15),
      ])
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      expect(await adminsOf(project.id)).toHaveLength(1)
    }
  })

  test('the last admin stays one when they join again, and when the call names them twice', async () => {
    const { lead, project } = await led()
    await lead.post(`/api/users/me/workspaces/${team.workspace.slug}/projects/invitations/`, {
      project_ids: [project.id],
    })
    await lead.post(`${project.path}/members/`, {
      members: [
        { member_id: lead.id, role: 20 },
        { member_id: lead.id, role: 5 },
      ],
    })
    expect(await adminsOf(project.id)).toEqual([lead.id])
  })
})

test('one that has ended is found by no call that names it', async () => {
  const [who, slug] = [await make.person(), team.workspace.slug]
  await make.joinWorkspace(team.admin, slug, who, 15)
  await make.joinProject(team.admin, team.path, who, 15)
  for (const [table, column, at] of [
    ['project_members', 'member', team.path],
    ['workspace_members', 'member_id', `/api/workspaces/${slug}`],
  ] as const) {
    const { id } = await server.db(table).where(column, who.id).first<{ id: string }>('id')
    const path = `${at}/members/${id}/`
    expect((await team.admin.get(path)).status).toBe(200)
    const headers = { 'x-mutation-id': make.id() }
    const end = () => team.admin.send('DELETE', path, undefined, { headers })
    expect([(await end()).status, (await end()).status]).toEqual([204, 204])
    const replies = [
      await team.admin.get(path),
      await team.admin.patch(path, { role: 5 }),
      await team.admin.delete(path),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  }
})

describe('the existence of accounts', () => {
  const body = (count: number) => ({
    members: Array.from({ length: count }, (_, at) => ({ email: `guess${at}@quay.example` })),
  })

  test('is asked of a hundred addresses a call at most, and as often as one may try to sign in', async () => {
    const limited = await startServer({ RATE_LIMIT_AUTH: '3' })
    const { setUp, person, workspace } = build(limited)
    await setUp()
    const owner = await person()
    const space = await workspace(owner)
    const ask = (count: number) => owner.post(`/api/workspaces/${space.slug}/members/`, body(count))
    expect((await ask(101)).body).toHaveProperty('members')
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await ask(100)).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

test('one’s own membership is told in its shape, whatever somebody has stored as their views', async () => {
  const { member, workspace, path } = await make.team()
  const odd = { filters: 5, display_filters: null, display_properties: ['key'], more: 1 }
  const own = `/api/workspaces/${workspace.slug}`
  expect((await member.post(`${path}/project-views/`, { view_props: odd, default_props: odd })).status).toBe(
    204,
  )
  expect((await member.post(`${own}/workspace-views/`, { view_props: odd })).status).toBe(204)
  for (const at of [`${path}/project-members/me/`, `${own}/workspace-members/me/`]) {
    const { status, body } = await member.get<{ view_props: Record<string, unknown> }>(at)
    expect([status, body.view_props]).toMatchObject([200, { filters: {}, display_filters: {}, more: 1 }])
  }
})

test('one’s own membership is told whole, with names', async () => {
  const { member, workspace, project, path } = await make.team()
  const looks = {
    filters: expect.objectContaining({ priority: null }),
    display_filters: expect.objectContaining({ layout: 'list', order_by: 'sort_order' }),
    display_properties: expect.objectContaining({ key: true }),
  }
  const whole = {
    id: expect.any(String),
    role: 15,
    is_active: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
    created_by: expect.any(String),
    updated_by: expect.any(String),
    view_props: looks,
    default_props: looks,
  }
  const inWorkspace = await member.get(`/api/workspaces/${workspace.slug}/workspace-members/me/`)
  expect(inWorkspace.body).toMatchObject({
    ...whole,
    workspace: workspace.id,
    member: member.id,
    company_role: null,
    issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
    draft_issue_count: 0,
  })
  await member.post(`${path}/project-views/`, {
    sort_order: 12,
    view_props: { filters: { priority: ['high'] } },
  })
  const { body } = await member.get<Record<string, Record<string, unknown>>>(`${path}/project-members/me/`)
  expect(body).toMatchObject({
    ...whole,
    view_props: { ...looks, filters: { priority: ['high'] } },
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.slug },
    project: { id: project.id, identifier: project.identifier, name: project.identifier, cover_image: null },
    member: { id: member.id, first_name: expect.any(String), avatar: '', avatar_url: null, is_bot: false },
    comment: null,
    preferences: { pages: { block_display: true } },
    sort_order: 12,
  })
  expect(body.member).not.toHaveProperty('email')
})

test('a change of a role answers the whole membership', async () => {
  const members = (await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)).body
  const id = members.find(row => row.member === team.member.id)?.id
  const { status, body } = await team.admin.patch(`${team.path}/members/${id}/`, { role: 5 })
  expect([status, body]).toMatchObject([
    200,
    {
      id,
      role: 5,
      is_active: true,
      member: { id: team.member.id, email: team.member.email },
      project: { id: team.project.id, identifier: team.project.identifier },
      workspace: { slug: team.workspace.slug },
    },
  ])
  expect(body).not.toHaveProperty('revision')
  expect((await team.admin.patch(`${team.path}/members/${id}/`, { role: 15 })).status).toBe(200)
})

test('the identifier of a project is not taken from it', async () => {
  const at = `/api/workspaces/${team.workspace.slug}/project-identifiers/`
  const free = (name: string, who = team.admin) => who.delete(at, { name })
  expect(await free(team.project.identifier.toLowerCase())).toMatchObject({
    status: 400,
    body: { error: 'Cannot delete an identifier of an existing project' },
  })
  expect((await free(' ')).body).toEqual({ error: 'Name is required' })
  expect((await free('NOBODYS')).status).toBe(204)
  expect((await free('NOBODYS', team.guest)).status).toBe(403)
})
