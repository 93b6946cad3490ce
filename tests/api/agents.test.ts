import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentAnswer } from '../../api/contract/workspace/agents.ts'
import { build } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { allTold } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Session = {
  id: string
  state: string
  steps: { text: string; kind: string }[]
  question: string
  person: string
  restored: number
  left: number
}

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let space: string

beforeAll(async () => {
  server = await startServer({}, undefined, { notifying: true })
  make = build(server)
})
beforeEach(async () => {
  team = await make.team()
  space = `/api/workspaces/${team.workspace.slug}`
})

const agent = async (fields: Record<string, unknown> = {}) => {
  const { body, status } = await team.admin.post<AgentAnswer & { secret: string }>(`${space}/agents/`, {
    name: 'Pilot',
    projects: [team.project.id],
    ...fields,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...body, calls: visitor(server.origin, body.secret) }
}
const at = (id: string) => `${team.path}/issues/${id}/agent-sessions/`
const issueNow = async (id: string) =>
  (await team.admin.get<Record<string, unknown>>(`${team.path}/issues/${id}/`)).body

describe('an agent', () => {
  test('is a member with a person in charge; its token is shown once and acts as it', async () => {
    const pilot = await agent({ description: 'Writes code' })
    expect(pilot).toMatchObject({ name: 'Pilot', owner: team.admin.id, projects: [team.project.id] })
    expect(pilot.token?.ending).toBe(pilot.secret.slice(-4))
    const list = await team.admin.get<AgentAnswer[]>(`${space}/agents/`)
    expect(list.body.map(one => one.id)).toEqual([pilot.id])
    expect(JSON.stringify(list.body)).not.toContain(pilot.secret)
    const issue = (await pilot.calls.post(`${team.path}/issues/`, { name: 'By a program' })).body
    expect(issue.created_by).toBe(pilot.id)
    const members = await team.admin.get<{ member: { id: string; is_bot: boolean } }[]>(`${space}/members/`)
    expect(members.body.find(one => one.member.id === pilot.id)?.member.is_bot).toBe(true)
  })

  test('takes no seat, and cannot be assigned an issue', async () => {
    const count = async () =>
      (await team.admin.get<{ total_members: number }[]>('/api/users/me/workspaces/')).body[0]!.total_members
    const before = await count()
    const pilot = await agent()
    expect(await count()).toBe(before)
    const issue = await make.issue(team.admin, team.path)
    const assigned = await team.admin.patch(`${team.path}/issues/${issue.id}/`, { assignee_ids: [pilot.id] })
    expect([assigned.status, Object.keys(assigned.body)]).toEqual([400, ['assignee_ids']])
  })

  test('has never more rights than the person in charge has at that moment, and none without them', async () => {
    const pilot = await agent({ owner: team.member.id })
    const label = () => pilot.calls.post(`${team.path}/issue-labels/`, { name: make.id().slice(0, 8) })
    expect((await label()).status).toBe(403)
    const issue = await make.issue(team.admin, team.path)
    const rename = () => pilot.calls.patch(`${team.path}/issues/${issue.id}/`, { name: 'Renamed' })
    expect((await rename()).status).toBe(204)
    const theirs = server.db('project_members').where({ project: team.project.id, member: team.member.id })
    await theirs.clone().update({ role: 5 })
    expect((await rename()).status).toBe(404)
    await theirs.clone().update({ role: 15 })
    await team.admin.patch(`${space}/agents/${pilot.id}/`, { is_active: false })
    expect((await rename()).status).toBe(401)
    await team.admin.patch(`${space}/agents/${pilot.id}/`, { is_active: true })
    expect((await rename()).status).toBe(204)
    await server.db('workspace_members').where({ member_id: team.member.id }).update({ is_active: false })
    expect((await rename()).status).toBe(401)
  })

  test('changes nothing by a token that only reads', async () => {
    const reader = await agent({ is_read_only: true })
    expect((await reader.calls.get(`${team.path}/states/`)).status).toBe(200)
    expect((await reader.calls.post(`${team.path}/issues/`, { name: 'No' })).status).toBe(403)
  })

  test('does what its scopes say, from the moment that they are changed', async () => {
    const pilot = await agent({ scopes: ['issues:read'] })
    const write = () => pilot.calls.post(`${team.path}/issues/`, { name: 'By a program' })
    expect((await write()).status).toBe(403)
    expect((await pilot.calls.get(`${team.path}/pages/`)).status).toBe(403)
    const changed = await team.admin.patch<AgentAnswer>(`${space}/agents/${pilot.id}/`, {
      scopes: ['issues:write'],
    })
    expect(changed.body.token?.scopes).toEqual(['issues:write'])
    expect((await write()).status).toBe(201)
  })

  test('is made, changed and ended by admins in a session alone', async () => {
    const pilot = await agent()
    for (const who of [team.member, team.guest, pilot.calls])
      expect((await who.post(`${space}/agents/`, { name: 'Mine' })).status).toBe(403)
    const theirs = (await make.token(team.admin, team.workspace.slug)).visitor
    expect((await theirs.delete(`${space}/agents/${pilot.id}/`)).status).toBe(403)
    const stranger = await make.person()
    const owner = await team.admin.patch(`${space}/agents/${pilot.id}/`, { owner: stranger.id })
    expect([owner.status, Object.keys(owner.body)]).toEqual([400, ['owner']])
    expect((await team.admin.patch(`${space}/agents/${pilot.id}/`, { owner: pilot.id })).status).toBe(400)
    const secret = await make.project(team.member, team.workspace.slug, { network: 0 })
    expect((await team.admin.patch(`${space}/agents/${pilot.id}/`, { projects: [secret.id] })).status).toBe(
      400,
    )
    const renewed = await team.admin.post<{ secret: string }>(`${space}/agents/${pilot.id}/token/`)
    expect((await pilot.calls.get(`${team.path}/states/`)).status).toBe(401)
    const now = visitor(server.origin, renewed.body.secret)
    expect((await now.get(`${team.path}/states/`)).status).toBe(200)
    expect(
      (await team.admin.patch<AgentAnswer>(`${space}/agents/${pilot.id}/`, { projects: [] })).body.projects,
    ).toEqual([])
    expect((await now.get(`${team.path}/states/`)).status).toBe(404)
    expect((await team.admin.delete(`${space}/agents/${pilot.id}/`)).status).toBe(204)
    expect((await now.get(`${space}/members/`)).status).toBe(401)
  })
})

describe('delegated work', () => {
  test('an issue is delegated while its assignee stays; the agent is told, and taken back by its end', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path, { assignee_ids: [team.member.id] })
    const path = `${team.path}/issues/${issue.id}/`
    const wrong = await team.admin.patch(path, { delegate_id: team.member.id })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['delegate_id']])
    expect((await team.member.patch(path, { delegate_id: pilot.id })).status).toBe(204)
    expect(await issueNow(issue.id)).toMatchObject({ delegate_id: pilot.id, assignee_ids: [team.member.id] })
    const mine = await pilot.calls.get<{ results: { id: string }[] }>(
      `${space}/issues/?delegate=${pilot.id}&per_page=10`,
    )
    expect(mine.body.results.map(one => one.id)).toEqual([issue.id])
    await allTold(server, team.workspace.id)
    const news = await pilot.calls.get<{ results: { data: { issue_activity: { field: string } } }[] }>(
      `${space}/users/notifications/?per_page=10&cursor=10:0:0`,
    )
    expect(news.body.results.map(one => one.data.issue_activity.field)).toEqual(['delegate'])
    await team.admin.delete(`${space}/agents/${pilot.id}/`)
    expect((await issueNow(issue.id)).delegate_id).toBeNull()
  })

  test('a mention of an agent is an event that it reads', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path)
    await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, {
      comment_html: `<p><mention-component entity_name="user_mention" entity_identifier="${pilot.id}"></mention-component> look</p>`,
    })
    await allTold(server, team.workspace.id)
    const news = await pilot.calls.get<{ results: { entity_identifier: string; sender: string }[] }>(
      `${space}/users/notifications/?per_page=10&cursor=10:0:0&mentioned=true`,
    )
    expect(news.body.results.map(one => one.entity_identifier)).toEqual([issue.id])
  })

  test('a session tells its steps, asks, is answered and ends, live for those who look', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path)
    await team.member.patch(`${team.path}/issues/${issue.id}/`, { delegate_id: pilot.id })
    const looking = follower(server.origin, team.member, team.workspace.slug)
    await looking.start()
    expect((await team.admin.post(at(issue.id))).status).toBe(403)
    const opened = await pilot.calls.post<Session>(at(issue.id), { text: 'Read the issue' })
    expect(opened.status).toBe(201)
    expect(opened.body).toMatchObject({ state: 'working', person: team.member.id })
    const one = `${at(issue.id)}${opened.body.id}/`
    expect((await pilot.calls.post<Session>(at(issue.id))).body.id).toBe(opened.body.id)
    await pilot.calls.post(`${one}steps/`, { text: 'Ran the tests', detail: '214 pass', seconds: 120 })
    expect((await pilot.calls.patch(one, { state: 'waiting' })).status).toBe(400)
    await pilot.calls.patch(one, { state: 'waiting', question: 'One sum?', choices: ['Yes', 'No'] })
    expect((await team.admin.patch(one, { state: 'finished' })).status).toBe(403)
    await until(() =>
      looking.seen.some(({ entity, row }) => entity === 'agent_session' && row?.state === 'waiting'),
    )
    await allTold(server, team.workspace.id)
    const told = await team.member.get<{ results: { title: string }[] }>(
      `${space}/users/notifications/?per_page=10&cursor=10:0:0`,
    )
    expect(told.body.results.map(one => one.title)).toContain('asked')
    const answered = await team.member.post<Session>(`${one}answer/`, { text: 'Yes' })
    expect(answered.body).toMatchObject({ state: 'working', question: '' })
    expect((await team.member.post(`${one}answer/`, { text: 'Yes' })).status).toBe(400)
    await pilot.calls.patch(one, { state: 'finished', said: 'Done.' })
    expect((await pilot.calls.post(`${one}steps/`, { text: 'More' })).status).toBe(400)
    const { body } = await team.member.get<Session[]>(at(issue.id))
    expect(body.map(({ state, steps }) => [state, steps.map(step => [step.kind, step.text])])).toEqual([
      [
        'finished',
        [
          ['step', 'Read the issue'],
          ['step', 'Ran the tests'],
          ['answer', 'Yes'],
        ],
      ],
    ])
    await until(() => looking.seen.filter(({ entity }) => entity === 'agent_step').length === 3)
    looking.stop()
    expect((await team.guest.get(at(issue.id))).status).toBe(404)
  })

  test('an issue that is made for an agent is delegated from its beginning: the agent is told, and works for its maker', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.member, team.path, { delegate_id: pilot.id })
    await allTold(server, team.workspace.id)
    const news = await pilot.calls.get<{ results: { entity_identifier: string; title: string }[] }>(
      `${space}/users/notifications/?per_page=10&cursor=10:0:0`,
    )
    expect(news.body.results.map(one => [one.entity_identifier, one.title])).toEqual([
      [issue.id, 'delegated the issue to'],
    ])
    expect((await pilot.calls.post<Session>(at(issue.id))).body.person).toBe(team.member.id)
  })

  test('who takes the issue back stops the agent', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path, { delegate_id: pilot.id })
    const opened = await pilot.calls.post<Session>(at(issue.id))
    await team.member.patch(`${team.path}/issues/${issue.id}/`, { delegate_id: null })
    const { body } = await team.member.get<Session[]>(at(issue.id))
    expect(body.map(one => [one.id, one.state])).toEqual([[opened.body.id, 'stopped']])
  })
})

describe('the way back', () => {
  test('what an agent did in a session is taken back as one; what others changed since stays', async () => {
    const pilot = await agent()
    const states = (await team.admin.get<{ id: string; name: string }[]>(`${team.path}/states/`)).body
    const done = states.find(one => one.name === 'Done')!
    const issue = await make.issue(team.admin, team.path, { name: 'Sill', assignee_ids: [team.member.id] })
    const elsewhere = await make.issue(team.admin, team.path, { name: 'Elsewhere' })
    const session = (await pilot.calls.post<Session>(at(issue.id))).body
    const path = `${team.path}/issues/${issue.id}/`
    await pilot.calls.patch(path, {
      name: 'Sill, mended',
      priority: 'high',
      state_id: done.id,
      assignee_ids: [],
    })
    await pilot.calls.patch(path, { priority: 'urgent', target_date: '2026-12-24' })
    await pilot.calls.post(`${path}comments/`, { comment_html: '<p>I did it.</p>' })
    await pilot.calls.post(`${path}issue-links/`, { url: 'https://tides.example' })
    const made = (await pilot.calls.post<{ id: string }>(`${team.path}/issues/`, { name: 'Made' })).body
    await pilot.calls.patch(`${team.path}/issues/${elsewhere.id}/`, { name: 'Renamed' })
    expect((await team.member.post(`${at(issue.id)}${session.id}/undo/`)).status).toBe(400)
    await pilot.calls.patch(`${at(issue.id)}${session.id}/`, { state: 'finished' })
    // After its end, and so no part of it.
    await pilot.calls.patch(path, { start_date: '2026-12-01' })
    await team.member.patch(path, { name: 'Sill, better' })
    const undone = await team.member.post<Session>(`${at(issue.id)}${session.id}/undo/`)
    expect([undone.status, undone.body.left]).toEqual([200, 1])
    expect(await issueNow(issue.id)).toMatchObject({
      name: 'Sill, better',
      priority: 'none',
      state_id: issue.state_id,
      assignee_ids: [team.member.id],
      target_date: null,
      start_date: '2026-12-01',
      link_count: 0,
    })
    expect((await issueNow(elsewhere.id)).name).toBe('Elsewhere')
    expect((await team.admin.get<unknown[]>(`${path}comments/`)).body).toEqual([])
    // Made by the agent: only an admin may delete it, and the member may not.
    expect((await team.admin.get(`${team.path}/issues/${made.id}/`)).status).toBe(200)
    expect((await team.member.post(`${at(issue.id)}${session.id}/undo/`)).status).toBe(400)
  })

  test('an admin takes back made issues, too, and a write names its session where several are open', async () => {
    const pilot = await agent()
    const [one, other] = [await make.issue(team.admin, team.path), await make.issue(team.admin, team.path)]
    const first = (await pilot.calls.post<Session>(at(one.id))).body
    const second = (await pilot.calls.post<Session>(at(other.id))).body
    const named = { headers: { 'x-agent-session': second.id } }
    const made = (await pilot.calls.post<{ id: string }>(`${team.path}/issues/`, { name: 'Made' }, named))
      .body
    const unnamed = (await pilot.calls.post<{ id: string }>(`${team.path}/issues/`, { name: 'Of none' })).body
    for (const wrong of ['x', make.id()]) {
      const refused = await pilot.calls.post(
        `${team.path}/issues/`,
        { name: 'No' },
        { headers: { 'x-agent-session': wrong } },
      )
      expect(refused.status).toBe(400)
    }
    for (const [issue, session] of [
      [one, first],
      [other, second],
    ] as const)
      await pilot.calls.patch(`${at(issue.id)}${session.id}/`, { state: 'failed', said: 'Could not' })
    expect((await team.admin.post<Session>(`${at(one.id)}${first.id}/undo/`)).body.restored).toBe(0)
    expect((await team.admin.post<Session>(`${at(other.id)}${second.id}/undo/`)).body.restored).toBe(1)
    expect((await team.admin.get(`${team.path}/issues/${made.id}/`)).status).toBe(404)
    expect((await team.admin.get(`${team.path}/issues/${unnamed.id}/`)).status).toBe(200)
  })
})

test('an agent’s live line is judged anew when the rights of the person in charge change', async () => {
  const pilot = await agent({ owner: team.member.id })
  const line = follower(server.origin, pilot.calls, team.workspace.slug, { 'x-api-key': pilot.secret })
  await line.start()
  const before = line.words.length
  const members = await team.admin.get<{ id: string; member: { id: string } }[]>(`${space}/members/`)
  const membership = members.body.find(one => one.member.id === team.member.id)!
  expect((await team.admin.delete(`${space}/members/${membership.id}/`)).status).toBe(204)
  await until(() => line.words.slice(before).includes('reset') || line.rows.size === 0)
  const issue = await make.issue(team.admin, team.path, { name: 'Not for it' })
  await until(async () => (await pilot.calls.get(`${space}/members/`)).status === 401)
  expect(line.rows.has(`issue/${issue.id}`)).toBe(false)
  line.stop()
})
