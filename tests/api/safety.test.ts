import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { secret } from '../../api/db/dataDir.ts'
import { variables } from '../../api/settings.ts'
import { build, type Person } from '../support/build.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

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

const membership = async (table: string, where: Record<string, string>) =>
  ((await server.db(table).where(where).first('id')) as { id: string }).id

/** For a route the address of a fresh row of every kind that its path names, in a project of `team`. */
const rowsOf = (team: Pick<Team, 'admin' | 'workspace' | 'project' | 'path'>) => {
  const paramsOf = pathParams(server, make, team)
  return async (route: Route) => {
    const params = await paramsOf(route)
    return (ws: string, p: string) => fill(route.path, { ...params, ws, p })
  }
}

const call = async (who: Person, route: Route, path: string) => {
  const body = route.method === 'GET' ? undefined : { role: 15, name: 'Stolen', is_active: false }
  return (await who.send(route.method, path, body)).status
}

describe('rows of others', () => {
  const named = allRoutes.filter(([, route]) => route.param)
  const placed = allRoutes.filter(([, route]) => route.in === 'project' || route.in === 'workspace')

  test('A6, A11: no route finds a row of another workspace, whichever path leads to it', async () => {
    const theirRow = rowsOf(theirs)
    for (const [name, route] of named) {
      const at = await theirRow(route)
      const path = at(ours.workspace.slug, ours.project.id)
      expect(await call(ours.admin, route, path), `${name}: their row, our path`).toBe(404)
      const mixed = at(ours.workspace.slug, theirs.project.id)
      expect(await call(ours.admin, route, mixed), `${name}: their row and project, our workspace`).toBe(404)
    }
    for (const [name, route] of placed) {
      const path = (await theirRow(route))(theirs.workspace.slug, theirs.project.id)
      expect(await call(ours.admin, route, path), `${name}: their path`).toBe(404)
    }
    expect(await theirs.admin.get(`${theirs.path}/`)).toMatchObject({
      body: { name: theirs.project.identifier },
    })
  })

  test('A2, A6: an admin of two workspaces finds nothing of the one under the other’s path', async () => {
    const both = await make.person()
    for (const { admin, workspace, path } of [ours, theirs]) {
      await make.joinWorkspace(admin, workspace.slug, both, 20)
      await make.joinProject(admin, path, both, 20)
    }
    const theirRow = rowsOf({ ...theirs, admin: both })
    for (const [name, route] of placed) {
      if (route.in === 'workspace' && !route.param) continue
      const p = route.param && route.in === 'project' ? ours.project.id : theirs.project.id
      const at = await theirRow(route)
      for (const project of new Set([p, theirs.project.id]))
        expect(await call(both, route, at(ours.workspace.slug, project)), name).toBe(404)
    }
  })

  test('A6: no route finds a row under another project of the same workspace', async () => {
    const other = await make.project(ours.admin, ours.workspace.slug)
    const otherRow = rowsOf({ ...ours, project: other, path: other.path })
    for (const [name, route] of named) {
      if (route.in !== 'project') continue
      const path = (await otherRow(route))(ours.workspace.slug, ours.project.id)
      expect(await call(ours.admin, route, path), name).toBe(404)
    }
  })
})

describe('A7, A8: ids in a body', () => {
  test('a join of several projects joins none when one of them is not open to the caller', async () => {
    const [open, hidden] = [
      await make.project(ours.admin, ours.workspace.slug),
      await make.project(ours.admin, ours.workspace.slug, { network: 0 }),
    ]
    const join = (...project_ids: string[]) =>
      ours.member.post(`/api/users/me/workspaces/${ours.workspace.slug}/projects/invitations/`, {
        project_ids,
      })
    for (const foreign of [hidden.id, theirs.project.id, make.id()]) {
      expect((await join(open.id, foreign)).status).toBe(404)
      expect((await ours.member.get(`${open.path}/`)).status).toBe(404)
    }
    expect((await join(open.id)).status).toBe(201)
  })

  test('people of another workspace are neither members nor assignees nor leads here', async () => {
    const outsider = theirs.member.id
    const add = { members: [{ member_id: ours.member.id }, { member_id: outsider, role: 15 }] }
    expect((await ours.admin.post(`${ours.path}/members/`, add)).status).toBe(404)
    const refused: [string, Record<string, unknown>][] = [
      [`${ours.path}/`, { project_lead: outsider }],
      [`${ours.path}/`, { default_assignee: outsider }],
      ['/api/users/me/profile/', { last_workspace_id: theirs.workspace.id }],
    ]
    for (const [path, body] of refused) expect((await ours.admin.patch(path, body)).status).toBe(400)
    const issue = await make.issue(ours.admin, ours.path)
    const [state] = (await theirs.admin.get<{ id: string }[]>(`${theirs.path}/states/`)).body
    const label = await theirs.admin.post(`${theirs.path}/issue-labels/`, { name: 'Theirs' })
    const parent = await make.issue(theirs.admin, theirs.path)
    for (const body of [
      { assignee_ids: [outsider] },
      { state_id: state!.id },
      { label_ids: [label.body.id] },
      { parent_id: parent.id },
    ])
      expect((await ours.admin.patch(`${ours.path}/issues/${issue.id}/`, body)).status).toBe(400)
  })
})

describe('roles', () => {
  test('B1: nobody but an admin changes, ends or switches off a membership', async () => {
    const target = (table: string, who: Person) =>
      table === 'project_members'
        ? membership(table, { project: ours.project.id, member: who.id })
        : membership(table, { workspace_id: ours.workspace.id, member_id: who.id })
    const places = [
      ['workspace_members', `/api/workspaces/${ours.workspace.slug}/members`],
      ['project_members', `${ours.path}/members`],
    ] as const
    for (const [table, path] of places)
      for (const by of [ours.guest, ours.member])
        for (const of of [ours.admin, ours.member, ours.guest]) {
          const one = `${path}/${await target(table, of)}/`
          for (const body of [{ role: 5 }, { role: 20 }, { is_active: false }])
            expect((await by.patch(one, body)).status).toBe(403)
          expect((await by.delete(one)).status).toBe(403)
        }
    expect((await ours.admin.get(`${ours.path}/`)).body.member_role).toBe(20)
  })

  test('B1: a membership is not switched off by a field of a change', async () => {
    const one = `/api/workspaces/${ours.workspace.slug}/members/${await membership('workspace_members', {
      workspace_id: ours.workspace.id,
      member_id: ours.member.id,
    })}/`
    const reply = await ours.admin.patch(one, { role: 15, is_active: false })
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, 'is_active'])
    expect((await ours.member.get(`${ours.path}/`)).status).toBe(200)
  })

  test('B2: the caller’s role decides, not that of the person changed', async () => {
    const [admin, guest] = [await make.person(), await make.person()]
    await make.joinWorkspace(ours.admin, ours.workspace.slug, admin, 20)
    await make.joinWorkspace(ours.admin, ours.workspace.slug, guest, 5)
    const path = async (who: Person) =>
      `/api/workspaces/${ours.workspace.slug}/members/${await membership('workspace_members', {
        workspace_id: ours.workspace.id,
        member_id: who.id,
      })}/`
    expect((await guest.patch(await path(admin), { role: 5 })).status).toBe(403)
    expect((await admin.patch(await path(guest), { role: 15 })).status).toBe(200)
  })
})

describe('accounts', () => {
  test('C4: a closed account is let in by none of its keys, and none of them opens it again', async () => {
    const closed = await make.person()
    await make.joinWorkspace(ours.admin, ours.workspace.slug, closed, 20)
    const token = await make.token(closed, ours.workspace.slug)
    const base = `/api/workspaces/${ours.workspace.slug}/`
    expect([(await closed.get(base)).status, (await token.visitor.get(base)).status]).toEqual([200, 200])
    await server.db('accounts').where('id', closed.id).update({ is_active: false })
    expect([(await closed.get(base)).status, (await token.visitor.get(base)).status]).toEqual([401, 401])
    const again = await ours.admin.post(`${base}members/`, { members: [{ email: closed.email, role: 20 }] })
    expect(again.status).toBe(400)
    expect(await server.db('accounts').where('id', closed.id).first('is_active')).toEqual({
      is_active: false,
    })
  })

  test('C6: no key is shipped: each installation and each session draws its own', async () => {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'tandem-secret-'))))
    onTestFinished(async () => {
      for (const folder of folders) await rm(folder, { recursive: true })
    })
    const drawn = await Promise.all(folders.map(folder => secret(folder, 'postgres')))
    expect(new Set(drawn).size).toBe(2)
    for (const value of drawn) expect(value).toMatch(/^[0-9a-f]{64}$/)
    expect(await secret(folders[0]!, 'postgres')).toBe(drawn[0])
    for (const [name, { schema }] of Object.entries(variables))
      if (/SECRET|KEY|PASSWORD/.test(name)) expect(schema.parse(undefined), name).toBeNull()
    // A session's key is drawn, not made of anything that one could know, and only its hash is kept.
    const forged = visitor(server.origin)
    const [kept] = (await server.db('sessions').where('user_id', ours.admin.id).pluck('key_hash')) as string[]
    for (const guess of [ours.admin.id, kept!, '']) {
      forged.jar.set('session-id', guess)
      expect((await forged.get('/api/users/me/')).status).toBe(401)
    }
  })
})
