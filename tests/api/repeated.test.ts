import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { analyticsCalls } from '../support/analyticsCalls.ts'
import { archiveCalls } from '../support/archiveCalls.ts'
import { build, type Person } from '../support/build.ts'
import { bodies } from '../support/callBodies.ts'
import { type Announced, attachmentsAt, sendFile, TEXT } from '../support/files.ts'
import { intakeCalls } from '../support/intakeCalls.ts'
import { ownCalls } from '../support/ownCalls.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { peopleCalls } from '../support/peopleCalls.ts'
import { type Call, issueCalls } from '../support/repeatedCalls.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>

let server: TestServer
let make: ReturnType<typeof build>
let team: Team

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const space = () => `/api/workspaces/${team.workspace.slug}`
const unique = () => make.id().slice(-8)
const membership = async (path: string, who: Person) => {
  const { body } = await team.admin.get<{ id: string; member: string | { id: string } }[]>(`${path}/members/`)
  return body.find(({ member }) => (typeof member === 'string' ? member : member.id) === who.id)!.id
}
const invitation = async () => {
  await team.admin.post(`${space()}/invitations/`, { emails: [{ email: `${unique()}@quay.example` }] })
  return (await team.admin.get<{ id: string }[]>(`${space()}/invitations/`)).body[0]!.id
}
const estimate = async () => {
  const { body } = await team.admin.post<{ id: string; points: { id: string }[] }>(
    `${team.path}/estimates/`,
    { estimate: {}, estimate_points: ['S', 'M', 'L'].map((value, key) => ({ key: key + 1, value })) },
  )
  const path = `${team.path}/estimates/${body.id}/`
  const pointId = body.points.at(-1)?.id
  return { path, pointId, point: `${path}estimate-points/${pointId}/` }
}
const page = async () => `${team.path}/pages/${(await make.page(team.admin, team.path)).id}/`

/** An editor's copy of a text, sent as it is. */
const textOf = async (noun: string) => {
  const path = `${noun}description/`
  const { body } = await team.admin.get<string>(path)
  expect(body).not.toBe('')
  const row = (await server.db('documents').where('id', noun.split('/').at(-2)!).first('state')) as {
    state: Buffer
  }
  return { path, body: { description_binary: row.state.toString('base64') } }
}

/** The address of an import in a state. */
const imported = async (state: string, fields: Record<string, unknown> = {}) => {
  const id = make.id()
  const undo_until = new Date(Date.now() + 86_400_000)
  const row = { id, workspace: team.workspace.id, owner: team.admin.id, source: 'csv', state, undo_until }
  await server.db('imports').insert({ ...row, ...fields })
  return `${space()}/imports/${id}/`
}

/** A token's or a webhook's secret and a handed link are shown once; a file is announced anew: see the last tests. */
const UNREPEATABLE = new Set([
  'agents.create',
  'agents.renew',
  'imports.create',
  'apiTokens.create',
  'webhooks.create',
  'webhooks.regenerate',
  'instancePeople.resetLink',
  'attachments.create',
  'archives.announce',
  'assets.create',
  'pictures.createMine',
  'pictures.create',
])

const answering = allRoutes.filter(
  ([, route]) => route.method !== 'GET' && route.in !== 'open' && !route.reads && route.answer,
)

const paramsOf = (route: Route) => pathParams(server, make, team)(route)

/** One call for each write that answers a body: about a row that is made for it, or as it is written here. */
const calls: Record<string, () => Promise<Call>> = {
  ...Object.fromEntries(
    answering
      .filter(([name]) => name in bodies && !UNREPEATABLE.has(name))
      .map(([name, route]) => [
        name,
        async () => ({ path: fill(route.path, await paramsOf(route)), body: bodies[name] }),
      ]),
  ),
  ...issueCalls(
    () => make,
    () => team,
  ),
  ...peopleCalls(() => make),
  ...intakeCalls(
    () => make,
    () => team,
  ),
  ...analyticsCalls(() => team),
  ...archiveCalls(
    () => server,
    () => make,
    () => team,
  ),
  ...ownCalls(
    () => server,
    () => make,
    () => team,
  ),
  'cycles.dateCheck': async () => ({
    path: `${team.path}/cycles/date-check/`,
    body: { start_date: '2040-01-01', end_date: '2040-01-02' },
  }),
  'workspaces.create': async () => ({
    path: '/api/workspaces/',
    body: { name: 'Quay', slug: `q${unique()}` },
  }),
  'workspaces.update': async () => ({ path: `${space()}/`, body: { name: 'Lantern' } }),
  'workspaceMembers.addMembers': async () => {
    const who = await make.person()
    await make.acquaint(team.admin, who)
    return { path: `${space()}/members/`, body: { members: [{ email: who.email, role: 15 }] } }
  },
  'invitations.create': async () => ({
    path: `${space()}/invitations/`,
    body: { emails: [{ email: `${unique()}@quay.example`, role: 15 }] },
  }),
  'invitations.update': async () => ({
    path: `${space()}/invitations/${await invitation()}/`,
    body: { role: 20 },
  }),
  'apiTokens.update': async () => ({
    path: `${space()}/api-tokens/${(await make.token(team.admin, team.workspace.slug)).id}/`,
    body: { label: 'Harbour office' },
  }),
  'imports.uploaded': async () => {
    const bytes = Buffer.from('Title\nSill\n')
    const file = { name: 'list.csv', size: bytes.length }
    const { body } = await team.admin.post<{ import: { id: string }; upload: Announced['upload_data'] }>(
      `${space()}/imports/`,
      { source: 'csv', file },
    )
    await sendFile(body.upload, bytes)
    return { path: `${space()}/imports/${body.import.id}/uploaded/` }
  },
  'imports.choose': async () => ({ path: await imported('matching'), body: { dates: 'day' } }),
  'imports.check': async () => ({ path: `${await imported('matching')}check/` }),
  'imports.run': async () => ({ path: `${await imported('checked')}run/` }),
  'imports.stop': async () => ({ path: `${await imported('reading')}stop/`, body: {} }),
  'imports.again': async () => ({
    path: `${await imported('done', { source: 'github', connection: 'sealed' })}again/`,
  }),
  'imports.undo': async () => ({ path: `${await imported('done')}undo/` }),
  'agents.update': async () => ({
    path: `${space()}/agents/${(await make.agent(team.admin, team.workspace.slug, [])).id}/`,
    body: { description: 'Counts boats' },
  }),
  'workspaceMembers.updateMember': async () => ({
    path: `${space()}/members/${await membership(space(), team.guest)}/`,
    body: { role: 5 },
  }),
  'projects.create': async () => {
    const identifier = unique().toUpperCase()
    return { path: `${space()}/projects/`, body: { name: identifier, identifier } }
  },
  'projects.update': async () => ({ path: `${team.path}/`, body: { description: 'Where boats lie' } }),
  'projectMembers.addMembers': async () => {
    const who = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
    return { path: `${team.path}/members/`, body: { members: [{ member_id: who.id, role: 15 }] } }
  },
  'projectMembers.updateMember': async () => ({
    path: `${team.path}/members/${await membership(team.path, team.member)}/`,
    body: { role: 15 },
  }),
  'projects.join': async () => {
    const { id } = await make.project(team.admin, team.workspace.slug, { network: 2 })
    return {
      by: team.member,
      path: `/api/users/me/workspaces/${team.workspace.slug}/projects/invitations/`,
      body: { project_ids: [id] },
    }
  },
  'projects.archive': async () => ({
    path: `${(await make.project(team.admin, team.workspace.slug)).path}/archive/`,
  }),
  'estimates.update': async () => {
    const { path, pointId } = await estimate()
    return { path, body: { estimate: { name: unique() }, estimate_points: [{ id: pointId, value: 'XL' }] } }
  },
  'estimates.use': async () => ({ path: `${(await estimate()).path}use/` }),
  'estimates.createPoint': async () => ({
    path: `${(await estimate()).path}estimate-points/`,
    body: { key: 9, value: 'XL' },
  }),
  'estimates.updatePoint': async () => ({ path: (await estimate()).point, body: { value: 'XS' } }),
  'estimates.removePoint': async () => ({ path: (await estimate()).point }),
  'labels.bulkCreate': async () => ({
    path: `${team.path}/bulk-create-labels/`,
    body: { label_data: [{ name: unique() }, { name: unique() }] },
  }),
  'labels.merge': async () => {
    const label = async () =>
      (await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, { name: unique() })).body.id
    return { path: `${team.path}/issue-labels/${await label()}/merge/`, body: { into: await label() } }
  },
  'states.create': async () => ({
    path: `${team.path}/states/`,
    body: { name: `Moored ${unique()}`, color: '#ffffff', group: 'started' },
  }),
  'labels.create': async () => ({ path: `${team.path}/issue-labels/`, body: { name: `Tide ${unique()}` } }),
  'pages.archive': async () => ({ path: `${await page()}archive/` }),
  'pages.duplicate': async () => ({ path: `${await page()}duplicate/` }),
  'pageVersions.rename': async () => {
    const path = await page()
    await team.admin.patch(path, { description_html: '<p>Low</p>' })
    const { body } = await team.admin.get<{ id: string }[]>(`${path}versions/`)
    return { path: `${path}versions/${body[0]!.id}/`, body: { name: 'Low water' } }
  },
  'favorites.create': async () => ({
    path: `${space()}/user-favorites/`,
    body: { entity_type: 'page', entity_identifier: (await page()).split('/').at(-2) },
  }),
  'pages.updateBinary': async () => textOf(await page()),
  'issueText.updateBinary': async () =>
    textOf(`${team.path}/issues/${(await make.issue(team.admin, team.path)).id}/`),
}

test('every write that answers a body is tried here', () => {
  const names = answering.map(([name]) => name).filter(name => !UNREPEATABLE.has(name))
  expect(Object.keys(calls).sort()).toEqual(names.sort())
})

/** The time of a row's last write is no part of the question. */
const apart = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'updated_at' ? undefined : value)),
  ) as unknown

test.each(Object.keys(calls))('%s, sent again under its id, answers as it did the first time', async name => {
  const { path, body, by = team.admin, headers: more } = await calls[name]!()
  const { method } = answering.find(([of]) => of === name)![1]
  const headers = { 'x-mutation-id': make.id(), ...more }
  const count = () => server.db('changes').count('* as n').first()
  const first = await by.send(method, path, body, { headers })
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
  const before = await count()
  const again = await by.send(method, path, body, { headers })
  expect([again.status, apart(again.body)]).toEqual([first.status, apart(first.body)])
  expect(await count()).toEqual(before)
})

test('the answer is the present state', async () => {
  const path = await page()
  const headers = { 'x-mutation-id': make.id() }
  await team.admin.patch(path, { name: 'First' }, { headers })
  await team.admin.patch(path, { name: 'Second' })
  expect((await team.admin.patch(path, { name: 'First' }, { headers })).body.name).toBe('Second')
})

test('a deleted row is not there for the second call either', async () => {
  const headers = { 'x-mutation-id': make.id() }
  const create = () => team.admin.post<{ id: string }>(`${team.path}/issues/`, { name: 'Short' }, { headers })
  await team.admin.delete(`${team.path}/issues/${(await create()).body.id}/`)
  expect((await create()).status).toBe(404)
})

describe('an id that is not the caller’s own repeat', () => {
  const foreign = async () => {
    const other = await make.team()
    const headers = { 'x-mutation-id': make.id() }
    await other.admin.post(`${other.path}/issues/`, { name: 'Theirs' }, { headers })
    const unclaimed = await make.issue(other.admin, other.path)
    const inPages = await make.page(other.admin, other.path)
    return { used: headers['x-mutation-id'], issue: unclaimed.id, page: inPages.id, nobodys: make.id() }
  }
  const makes = {
    'an issue': () => `${team.path}/issues/`,
    'a page': () => `${team.path}/pages/`,
    'a draft': () => `${space()}/draft-issues/`,
  }

  test.each(Object.entries(makes))('makes %s like any other, under an id of its own', async (_what, path) => {
    const ids = await foreign()
    for (const [whose, id] of Object.entries(ids)) {
      const headers = { 'x-mutation-id': id }
      const { status, body } = await team.member.post<{ id: string }>(path(), { name: 'Mine' }, { headers })
      expect([whose, status, body.id === id]).toEqual([whose, 201, whose === 'nobodys'])
    }
  })

  test('changes what it names, each time it is sent', async () => {
    const { used } = await foreign()
    const headers = { 'x-mutation-id': used }
    const issue = await make.issue(team.admin, team.path)
    for (const name of ['First', 'Second']) {
      const { status } = await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name }, { headers })
      expect(status).toBe(204)
    }
    expect((await team.admin.get(`${team.path}/issues/${issue.id}/`)).body.name).toBe('Second')
  })
})

test('a token’s secret is not shown twice, and no second token is made', async () => {
  const headers = { 'x-mutation-id': make.id() }
  const create = () => team.admin.post(`${space()}/api-tokens/`, { label: 'Once' }, { headers })
  expect((await create()).body.token).toMatch(/^tandem_/)
  const again = await create()
  expect([again.status, again.headers.get('x-error-code')]).toEqual([409, 'apiToken.shownOnce'])
  const { body } = await team.admin.get<{ label: string }[]>(`${space()}/api-tokens/`)
  expect(body.filter(({ label }) => label === 'Once')).toHaveLength(1)
})

test('a file announced again is announced anew: each may be sent, and nobody sees one that is never confirmed', async () => {
  const at = attachmentsAt(team.path, (await make.issue(team.admin, team.path)).id)
  const headers = { 'x-mutation-id': make.id() }
  const body = { name: 'tides.txt', type: 'text/plain', size: TEXT.length }
  const announced = () => team.admin.post<Announced>(at, body, { headers })
  const [first, second] = [(await announced()).body, (await announced()).body]
  expect(second.asset_id).not.toBe(first.asset_id)
  expect((await sendFile(second.upload_data, TEXT)).status).toBe(204)
  expect((await team.admin.patch(`${at}${second.asset_id}/`)).status).toBe(204)
  const { body: seen } = await team.member.get<{ id: string }[]>(at)
  expect(seen.map(file => file.id)).toEqual([second.asset_id])
})
