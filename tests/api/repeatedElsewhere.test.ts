/** What `X-Mutation-Id` remembers is person, method, route and target: a call that differs in one of them is no repeat. */
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { build, type Person } from '../support/build.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>

let server: TestServer
let make: ReturnType<typeof build>
let ours: Team
let theirs: Team
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  ours = await make.team()
  theirs = await make.team()
  for (const { admin, path } of [ours, theirs]) await admin.patch(`${path}/`, { inbox_view: true })
})

const writes = allRoutes.filter(([, route]) => route.method !== 'GET' && route.in !== 'open' && !route.reads)

/** The id of a write that this person has made. */
const used = async (by: Person, { path }: Team): Promise<string> => {
  const id = make.id()
  const { status } = await by.post(`${path}/issues/`, { name: 'Sill' }, { headers: { 'x-mutation-id': id } })
  expect(status).toBe(201)
  return id
}
const send = (by: Person, route: Route, path: string, id: string) =>
  by.send(route.method, path, {}, { headers: { 'x-mutation-id': id } })

test('under an id of their own nobody reaches a row that they do not see, by any route', async () => {
  const id = await used(ours.admin, ours)
  const paramsOf = pathParams(server, make, theirs)
  const at = { ws: ours.workspace.slug, p: ours.project.id }
  for (const [name, route] of writes.filter(([, { path, target }]) => target && /:\w+Id/.test(path))) {
    const params = await paramsOf(route)
    const path = fill(route.path, { ...params, ...at })
    const again = await send(ours.admin, route, path, id)
    const fresh = await send(ours.admin, route, path, make.id())
    expect([name, path, again.status, again.body]).toEqual([name, path, fresh.status, fresh.body])
    if (/:ws/.test(route.path)) expect([name, path, again.status >= 400]).toEqual([name, path, true])
  }
}, 180_000)

test('under an id of another call every route that needs no body does what it says', async () => {
  const paramsOf = pathParams(server, make, ours)
  for (const [name, route] of writes.filter(([of, { body }]) => !body && of !== 'users.deactivate')) {
    const id = await used(ours.admin, ours)
    const once = fill(route.path, await paramsOf(route))
    const other = await send(ours.admin, route, once, id)
    const twice = fill(route.path, await paramsOf(route))
    const fresh = await send(ours.admin, route, twice, make.id())
    expect([name, other.status]).toEqual([name, fresh.status])
    const ends = route.method === 'DELETE' && other.status === 204 && route.path.endsWith(`/:${route.param}/`)
    // A row that is gone is not deleted once more.
    if (!ends) continue
    expect([name, (await send(ours.admin, route, once, make.id())).status]).toEqual([name, 404])
  }
}, 180_000)

test('a version of somebody’s private page is not read under the id of one’s own write', async () => {
  const page = await make.page(theirs.admin, theirs.path, { access: 1, description_html: '<p>Undersea</p>' })
  const at = `${theirs.path}/pages/${page.id}/`
  await theirs.admin.patch(at, { description_html: '<p>Undersea, deep</p>' })
  const { body } = await theirs.admin.get<{ id: string }[]>(`${at}versions/`)
  const id = await used(ours.admin, ours)
  const headers = { 'x-mutation-id': id }
  const tries = [
    ours.admin.post(`/api/workspaces/${ours.workspace.slug}/draft-to-issue/${page.id}/`, {}, { headers }),
    ours.admin.patch(`${ours.path}/pages/${page.id}/versions/${body[0]!.id}/`, { name: 'x' }, { headers }),
  ]
  for (const { status, body: said } of await Promise.all(tries)) {
    expect(status).toBe(404)
    expect(JSON.stringify(said)).not.toContain('Undersea')
  }
})

test('a repeat is judged by the rights of its moment', async () => {
  const { member, admin, path } = ours
  const { body: members } = await admin.get<{ id: string; member: string }[]>(`${path}/members/`)
  const membership = members.find(one => one.member === member.id)!.id
  const headers = { 'x-mutation-id': make.id() }
  const create = () => member.post(`${path}/issues/`, { name: 'Mine' }, { headers })
  expect((await create()).status).toBe(201)
  expect((await create()).status).toBe(201)
  await admin.patch(`${path}/members/${membership}/`, { role: 5 })
  expect((await create()).status).toBe(403)
  await admin.patch(`${path}/members/${membership}/`, { role: 15 })
})

test('a deletion that is sent again is done, and for nobody else', async () => {
  const headers = { 'x-mutation-id': make.id() }
  const { id } = await make.issue(ours.admin, ours.path)
  const at = `${ours.path}/issues/${id}/`
  expect((await ours.admin.delete(at, undefined, { headers })).status).toBe(204)
  expect((await ours.admin.delete(at, undefined, { headers })).status).toBe(204)
  expect((await ours.member.delete(at, undefined, { headers })).status).toBe(404)
})
