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
    for (const me of ['/api/users/me/', '/api/v1/users/me/'])
      expect((await pilot.calls.get(me)).body).toMatchObject({ id: pilot.id, display_name: 'Pilot' })
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

  test('pages and cycles that it made go, their names come back; what cannot is counted', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path)
    const cycles = `${team.path}/cycles/`
    const newCycle = async (who: Pick<typeof team.admin, 'post'>, name: string, days: object = {}) =>
      (await who.post<{ id: string }>(cycles, { name, ...days })).body.id
    const [former, overlapped] = [
      await newCycle(team.admin, 'Former'),
      await newCycle(team.admin, 'Moved', { start_date: '2031-03-01', end_date: '2031-03-08' }),
    ]
    await team.admin.post(`${cycles}${former}/cycle-issues/`, { issues: [issue.id] })
    const page = await make.page(team.admin, team.path, { name: 'Tides' })
    const session = (await pilot.calls.post<Session>(at(issue.id))).body
    const made = await newCycle(pilot.calls, 'Made')
    await pilot.calls.post(`${cycles}${made}/cycle-issues/`, { issues: [issue.id] })
    await pilot.calls.patch(`${cycles}${former}/`, { name: 'Renamed' })
    await pilot.calls.patch(`${cycles}${overlapped}/`, { start_date: '2031-04-01', end_date: '2031-04-08' })
    const ownPage = (await pilot.calls.post<{ id: string }>(`${team.path}/pages/`, { name: 'Its own' })).body
    await pilot.calls.patch(`${team.path}/pages/${page.id}/`, { name: 'Ebbs' })
    await pilot.calls.patch(`${at(issue.id)}${session.id}/`, { state: 'finished' })
    // Its former days are taken by now.
    await newCycle(team.admin, 'Later', { start_date: '2031-03-05', end_date: '2031-03-06' })
    const undone = await team.admin.post<Session>(`${at(issue.id)}${session.id}/undo/`)
    expect([undone.status, undone.body.restored, undone.body.left]).toEqual([200, 5, 1])
    expect((await issueNow(issue.id)).cycle_id).toBe(former)
    expect((await team.admin.get(`${cycles}${made}/`)).status).toBe(404)
    const cycleNow = async (id: string) =>
      (await team.admin.get<{ name: string; start_date: string | null }>(`${cycles}${id}/`)).body
    expect((await cycleNow(former)).name).toBe('Former')
    expect((await cycleNow(overlapped)).start_date).toMatch(/^2031-04-01/)
    const pageNow = async (id: string) =>
      (await team.admin.get<{ name: string; archived_at: string | null }>(`${team.path}/pages/${id}/`)).body
    expect((await pageNow(page.id)).name).toBe('Tides')
    expect((await pageNow(ownPage.id)).archived_at).not.toBeNull()
  })
})

describe('the way back of texts', () => {
  type Text = { description_html: string }
  const words = (html: string) =>
    html
      .replace(/<[^>]*>/g, '|')
      .split('|')
      .filter(Boolean)
  const paragraphs = (...texts: string[]) => texts.map(text => `<p>${text}</p>`).join('')

  test('what an agent wrote into descriptions and pages is taken out again; the words of people stay', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path, { description_html: paragraphs('One', 'Two') })
    const page = await make.page(team.admin, team.path, { description_html: paragraphs('Ebb', 'Flood') })
    const own = await make.page(team.admin, team.path, { access: 1, description_html: paragraphs('Mine') })
    const path = `${team.path}/issues/${issue.id}/`
    const pagePath = `${team.path}/pages/${page.id}/`
    const read = async (who: { get: typeof team.admin.get }, at: string) =>
      words((await who.get<Text>(at)).body.description_html)
    const session = (await pilot.calls.post<Session>(at(issue.id))).body
    const writes = async (who: Pick<typeof team.admin, 'get' | 'patch'>, to: string, html: string) => {
      await who.get(to)
      const sent = await who.patch(to, { description_html: html })
      expect([200, 204]).toContain(sent.status)
    }
    await writes(pilot.calls, path, paragraphs('One', 'Two, mended'))
    await writes(pilot.calls, path, paragraphs('One', 'Two, mended', 'Three'))
    await writes(team.member, path, paragraphs('One', 'Two, mended', 'Three', 'Kept'))
    await writes(pilot.calls, path, paragraphs('One', 'Two, mended', 'Three', 'Kept', 'Four'))
    await writes(pilot.calls, pagePath, paragraphs('Slack'))
    expect(await server.db('session_texts').where('session', session.id)).toHaveLength(3)
    await pilot.calls.patch(`${at(issue.id)}${session.id}/`, { state: 'finished' })
    // After its end, and so no part of it.
    await writes(pilot.calls, path, paragraphs('One', 'Two, mended', 'Three', 'Kept', 'Four', 'Later'))
    await writes(team.member, path, paragraphs('One!', 'Two, mended', 'Three', 'Kept', 'Four', 'Later'))
    await writes(team.member, pagePath, paragraphs('Slack', 'Ours'))
    const undone = await team.member.post<Session>(`${at(issue.id)}${session.id}/undo/`)
    expect([undone.status, undone.body.restored, undone.body.left]).toEqual([200, 2, 0])
    expect(await read(team.admin, path)).toEqual(['One!', 'Two', 'Kept', 'Later'])
    expect((await read(team.admin, pagePath)).toSorted()).toEqual(['Ebb', 'Flood', 'Ours'])
    expect(await read(team.admin, `${team.path}/pages/${own.id}/`)).toEqual(['Mine'])
  })

  test('a text that the caller may not write, or that is gone, is left and counted', async () => {
    const pilot = await agent()
    const issue = await make.issue(team.admin, team.path)
    const locked = await make.page(team.admin, team.path, { description_html: paragraphs('Ebb') })
    const secret = await make.page(team.admin, team.path, { description_html: paragraphs('Ebb') })
    const gone = await make.page(team.admin, team.path, { description_html: paragraphs('Ebb') })
    const session = (await pilot.calls.post<Session>(at(issue.id))).body
    for (const { id } of [locked, secret, gone])
      await pilot.calls.patch(`${team.path}/pages/${id}/`, { description_html: paragraphs('Neap') })
    await pilot.calls.patch(`${at(issue.id)}${session.id}/`, { state: 'finished' })
    await team.admin.post(`${team.path}/pages/${locked.id}/lock/`)
    await team.admin.post(`${team.path}/pages/${secret.id}/access/`, { access: 1 })
    await server.db('pages').where('id', gone.id).update({ deleted_at: new Date() })
    const undone = await team.member.post<Session>(`${at(issue.id)}${session.id}/undo/`)
    expect([undone.status, undone.body.restored, undone.body.left]).toEqual([200, 0, 3])
    for (const { id } of [locked, secret]) {
      const { body } = await team.admin.get<Text>(`${team.path}/pages/${id}/`)
      expect(words(body.description_html)).toEqual(['Neap'])
    }
  })
})

describe('what it may touch', () => {
  const bounded = async (bounds: object) => {
    const pilot = await agent()
    const set = await team.admin.patch<AgentAnswer>(`${space}/agents/${pilot.id}/`, bounds)
    expect([set.status, set.body]).toMatchObject([200, bounds])
    return pilot
  }
  const errorOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { error?: string } | undefined)?.error,
  ]
  const NOT_ITS = [403, 'This agent may change only issues that are delegated to it, or that it made.']

  test('only an admin says it; at first an agent may do all that its token and its person may', async () => {
    const pilot = await agent()
    expect(pilot).toMatchObject({ reach: 'all', writes_texts: true, closes_issues: true })
    for (const who of [team.member, team.guest, pilot.calls])
      expect((await who.patch(`${space}/agents/${pilot.id}/`, { reach: 'delegated' })).status).toBe(403)
  })

  test('of delegated issues alone, it changes no other by any call, and takes none to itself', async () => {
    const pilot = await bounded({ reach: 'delegated' })
    const other = await make.issue(team.admin, team.path)
    const third = await make.issue(team.admin, team.path)
    const given = await make.issue(team.admin, team.path, { delegate_id: pilot.id })
    const cycle = (await team.admin.post<{ id: string }>(`${team.path}/cycles/`, { name: 'Neap' })).body
    const at = (id: string, rest = '') => `${team.path}/issues/${id}/${rest}`
    const refused = [
      pilot.calls.patch(at(other.id), { name: 'Taken' }),
      pilot.calls.patch(at(other.id), { delegate_id: pilot.id }),
      pilot.calls.patch(at(other.id), { description_html: '<p>Taken</p>' }),
      pilot.calls.post(at(other.id, 'issue-links/'), { url: 'https://tides.example' }),
      pilot.calls.post(at(other.id, 'issue-relation/'), { relation_type: 'blocking', issues: [third.id] }),
      pilot.calls.post(`${team.path}/cycles/${cycle.id}/cycle-issues/`, { issues: [given.id, other.id] }),
    ]
    for (const reply of await Promise.all(refused)) expect(errorOf(reply)).toEqual(NOT_ITS)
    expect(await issueNow(other.id)).toMatchObject({ name: other.name, delegate_id: null, cycle_id: null })
    // It answers where it is asked, works on what is its own, and goes on with what it made.
    expect((await pilot.calls.post(at(other.id, 'comments/'), { comment_html: '<p>Yes.</p>' })).status).toBe(
      201,
    )
    expect((await pilot.calls.patch(at(given.id), { name: 'Mended' })).status).toBe(204)
    const blocks = { relation_type: 'blocking', issues: [given.id] }
    expect((await pilot.calls.post(at(other.id, 'issue-relation/'), blocks)).status).toBe(201)
    const made = (await pilot.calls.post<{ id: string }>(`${team.path}/issues/`, { name: 'Made' })).body
    expect((await pilot.calls.patch(at(made.id), { description_html: '<p>Words</p>' })).status).toBe(204)
    await team.admin.patch(at(given.id), { delegate_id: null })
    expect(errorOf(await pilot.calls.patch(at(given.id), { name: 'Late' }))).toEqual(NOT_ITS)
  })

  test('made an admin of the project it writes in nobody else’s name, and makes no issue its own', async () => {
    const pilot = await bounded({ reach: 'delegated' })
    const issue = await make.issue(team.admin, team.path)
    await server.db('project_members').where('member', pilot.id).update({ role: 20 })
    await server.db('workspace_members').where('member_id', pilot.id).update({ role: 20 })
    const v1 = `/api/v1/workspaces/${team.workspace.slug}/projects/${team.project.id}/issues/`
    const taken = await pilot.calls.patch(`${v1}${issue.id}/`, { created_by: pilot.id })
    const named = await pilot.calls.post(v1, { name: 'By another', created_by: team.admin.id })
    expect([taken.status, named.status]).toEqual([403, 403])
    expect(await issueNow(issue.id)).toMatchObject({ created_by: team.admin.id })
    await team.admin.patch(`${space}/agents/${pilot.id}/`, { reach: 'all' })
    expect((await pilot.calls.patch(`${v1}${issue.id}/`, { created_by: pilot.id })).status).toBe(200)
  })

  test('without texts and without closing, it changes all else', async () => {
    const pilot = await bounded({ writes_texts: false, closes_issues: false })
    const issue = await make.issue(team.admin, team.path)
    const page = await make.page(team.admin, team.path, { description_html: '<p>Ebb</p>' })
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${team.path}/states/`)).body
    const state = (group: string) => states.find(one => one.group === group)!.id
    const path = `${team.path}/issues/${issue.id}/`
    const noTexts = [403, 'This agent may not write descriptions and pages.']
    expect(errorOf(await pilot.calls.patch(path, { description_html: '<p>No</p>' }))).toEqual(noTexts)
    expect(
      errorOf(await pilot.calls.patch(`${team.path}/pages/${page.id}/`, { description_html: '<p>No</p>' })),
    ).toEqual(noTexts)
    for (const group of ['completed', 'cancelled']) {
      const refusal = [403, 'This agent may not close issues.']
      expect(errorOf(await pilot.calls.patch(path, { state_id: state(group) }))).toEqual(refusal)
      const made = { name: 'Done already', state_id: state(group) }
      expect(errorOf(await pilot.calls.post(`${team.path}/issues/`, made))).toEqual(refusal)
    }
    const may = { name: 'Sill', priority: 'high', state_id: state('started') }
    expect((await pilot.calls.patch(path, may)).status).toBe(204)
    expect(await issueNow(issue.id)).toMatchObject(may)
    await team.admin.patch(`${space}/agents/${pilot.id}/`, { writes_texts: true, closes_issues: true })
    const all = { description_html: '<p>Yes</p>', state_id: state('completed') }
    expect((await pilot.calls.patch(path, all)).status).toBe(204)
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
