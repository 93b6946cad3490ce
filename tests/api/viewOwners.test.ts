import { beforeAll, expect, test } from 'vitest'
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

const of = {
  project: () => `${team.path}/views/`,
  workspace: () => `/api/workspaces/${team.workspace.slug}/views/`,
}
const create = async (by: Person, at: string, fields: object = {}) => {
  const reply = await by.post<{ id: string }>(at, { name: 'Overdue this week', ...fields })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
const told = ({ status, body }: { status: number; body: unknown }) => [status, body]

test('while its owner is away, the project’s admins look after a view', async () => {
  const away = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, away, 15)
  await make.joinProject(team.admin, team.path, away, 15)
  const view = await create(away, of.project(), { access: 0 })
  const one = `${of.project()}${view.id}/`
  const change = async () => (await team.admin.patch(one, { name: 'Taken over' })).status
  expect(await change()).toBe(404)
  expect((await away.post(`${team.path}/members/leave/`)).status).toBe(204)
  expect(await change()).toBe(200)
  expect((await team.member.get(one)).status).toBe(404)
  await make.joinProject(team.admin, team.path, away, 15)
  expect(await change()).toBe(404)
})

test('while its owner is away, the workspace’s admins look after one of its own', async () => {
  const away = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, away, 15)
  const view = await create(away, of.workspace(), { access: 0 })
  const one = `${of.workspace()}${view.id}/`
  const change = async () => (await team.admin.patch(one, { name: 'Taken over' })).status
  expect(await change()).toBe(404)
  expect((await away.post(`/api/workspaces/${team.workspace.slug}/members/leave/`)).status).toBe(204)
  expect(await change()).toBe(200)
  expect((await team.member.get(one)).status).toBe(404)
  await make.joinWorkspace(team.admin, team.workspace.slug, away, 15)
  expect(await change()).toBe(404)
  expect((await away.patch(one, { name: 'Back' })).status).toBe(200)
})

test('a place holds 500 views, and says so before there are more', async () => {
  const { path, id } = await make.project(team.admin, team.workspace.slug)
  const { workspace } = team
  await server.db.raw(
    `insert into views (id, created_at, updated_at, workspace, project, name, owned_by, filters, display_filters, display_properties)
     select gen_random_uuid(), now(), now(), ?, ?, n::text, ?, '{}', '{}', '{}' from generate_series(1, 498) n`,
    [workspace.id, id, team.admin.id],
  )
  const last = await create(team.admin, `${path}/views/`)
  expect((await team.admin.delete(`${path}/views/${last.id}/`)).status).toBe(204)
  // Two places are left, however many come for them at once.
  const many = await Promise.all(
    Array.from({ length: 6 }, () => team.admin.post(`${path}/views/`, { name: 'Late' })),
  )
  expect(many.filter(reply => reply.status === 201)).toHaveLength(2)
  expect((await team.admin.post(`${path}/views/${last.id}/restore/`)).status).toBe(400)
  expect(told(await team.admin.post(`${path}/views/`, { name: 'One more' }))).toEqual([
    400,
    { error: 'There are already 500 views here. Delete some that nobody uses.' },
  ])
})
