import { beforeAll, describe, expect, test } from 'vitest'
import { type Activity, ActivityAnswer } from '../../api/contract/work/activity.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

type Entry = Activity & { comment_html?: string; actor_detail: { id: string } | null }
const history = (id: string, query = '', by = team.admin) =>
  by.get<Entry[]>(team.at(id, `history/?${new URLSearchParams(query)}`))

describe('the history of an issue', () => {
  test('changes and comments, apart or merged by time, the oldest first', async () => {
    const issue = await team.issue()
    await team.admin.patch(team.at(issue.id), { priority: 'high' })
    const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
    await team.admin.post(team.at(issue.id, 'reactions/'), { reaction: '128077' })
    await team.admin.patch(team.at(issue.id), { priority: 'low' })
    const properties = (await history(issue.id, 'activity_type=issue-property')).body
    expect(properties.map(row => [row.verb, row.field, row.new_value])).toEqual([
      ['created', null, null],
      ['updated', 'priority', 'high'],
      ['updated', 'priority', 'low'],
    ])
    const comments = (await history(issue.id, 'activity_type=issue-comment')).body
    expect(comments.map(row => row.id)).toEqual([comment.id])
    const all = (await history(issue.id)).body
    expect(all.map(row => row.id)).toEqual([
      properties[0]!.id,
      properties[1]!.id,
      comment.id,
      properties[2]!.id,
    ])
  })

  test('a row carries what is shown beside it, and the issue without its text', async () => {
    const issue = await team.issue({ name: 'Sill', description_html: '<p>Low</p>' })
    const [row] = (await history(issue.id, 'activity_type=issue-property')).body
    expect(ActivityAnswer.strict().parse(row)).toEqual(row)
    expect(row).toMatchObject({
      actor_detail: { id: team.admin.id },
      issue_detail: { id: issue.id, name: 'Sill', sequence_id: issue.sequence_id },
      project_detail: { id: team.project.id, identifier: team.project.identifier },
      workspace_detail: { id: team.workspace.id, slug: team.workspace.slug },
      attachments: [],
      deleted_at: null,
    })
    expect(Object.keys(row!).filter(name => name === 'first_values')).toEqual([])
    expect(JSON.stringify(row)).not.toContain('description_html')
  })

  test('after a time only later rows, of both kinds; polling by the last time seen loses and doubles nothing', async () => {
    const issue = await team.issue()
    const seen: string[] = []
    let last = ''
    const poll = async () => {
      const rows = (await history(issue.id, last ? `created_at__gt=${last}` : '')).body
      seen.push(...rows.map(row => row.id))
      last = rows.at(-1)?.created_at ?? last
    }
    await poll()
    for (const priority of ['low', 'high', 'urgent']) {
      await team.admin.patch(team.at(issue.id), {
        priority,
        start_date: priority === 'high' ? null : '2026-01-01',
      })
      await poll()
    }
    await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
    await poll()
    await poll()
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength((await history(issue.id)).body.length)
    const wrong = await history(issue.id, 'created_at__gt=yesterday')
    expect(outcome(wrong)).toEqual([400, { created_at__gt: ['Datetime has wrong format.'] }])
  })

  test('names no other issue that its reader does not see', async () => {
    const closed = await team.make.project(team.admin, team.workspace.slug)
    const far = await team.make.issue(team.admin, closed.path)
    const issue = await team.issue()
    const near = await team.issue()
    const at = (rest: string) => team.at(issue.id, rest)
    const body = { relation_type: 'blocked_by', issues: [far.id, near.id] }
    await team.admin.post(at('issue-relation/'), body)
    await team.admin.post(at('remove-relation/'), { relation_type: 'blocked_by', related_issue: far.id })
    for (const parent_id of [far.id, near.id]) await team.admin.patch(at(''), { parent_id })
    const told = async (by = team.admin) => {
      const rows = (await history(issue.id, 'activity_type=issue-property', by)).body.slice(1)
      return rows.map(row => [row.old_value, row.new_value, row.old_identifier, row.new_identifier])
    }
    const [here, there] = [
      `${team.project.identifier}-${near.sequence_id}`,
      `${closed.identifier}-${far.sequence_id}`,
    ]
    expect(await told()).toEqual([
      ['', there, far.id, null],
      ['', here, near.id, null],
      [there, '', far.id, null],
      ['', there, null, far.id],
      [there, here, far.id, near.id],
    ])
    expect(await told(team.member)).toEqual([
      ['', '…', null, null],
      ['', here, near.id, null],
      ['…', '', null, null],
      ['', '…', null, null],
      ['…', here, null, near.id],
    ])
    const feed = await team.member.get(
      `/api/workspaces/${team.workspace.slug}/user-activity/${team.admin.id}/?per_page=20`,
    )
    const changes = `/api/workspaces/${team.workspace.slug}/changes/?limit=1000`
    for (const { body } of [feed, await team.member.get(changes)]) {
      expect(JSON.stringify(body)).toContain('…')
      expect(JSON.stringify(body)).not.toContain(there)
    }
    expect(JSON.stringify(feed.body)).not.toContain(far.id)
    expect(JSON.stringify((await team.admin.get(changes)).body)).toContain(there)
  })

  test('of an archived issue it stays; to a guest it is there with the issue alone', async () => {
    const issue = await team.issue({ state_id: team.state('completed') })
    await team.admin.post(team.at(issue.id, 'archive/'))
    expect((await history(issue.id)).body).toHaveLength(2)
    expect(outcome(await history(issue.id, '', team.guest))).toEqual(NOT_FOUND)
    await team.openToGuests()
    expect((await history(issue.id, '', team.guest)).body).toHaveLength(2)
  })
})

describe('somebody’s acts', () => {
  type Page = { results: Entry[]; total_count: number }
  const space = () => `/api/workspaces/${team.workspace.slug}`
  const did = (query = '', by = team.admin) =>
    by.get<Page>(`${space()}/user-activity/${team.member.id}/?${query}`)

  test('the newest first, in pages, of the projects asked for', async () => {
    const other = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, other.path, team.member, 15)
    const mine = [await team.issue({}, team.member), await team.issue({}, team.member)]
    const far = await team.make.issue(team.member, other.path)
    const page = await did('per_page=2')
    expect(page.body.results.map(row => row.issue)).toEqual([far.id, mine[1]!.id])
    expect(page.body.total_count).toBeGreaterThanOrEqual(3)
    const of = async (query: string) => new Set((await did(query)).body.results.map(row => row.project))
    expect(await of(`project=${other.id}`)).toEqual(new Set([other.id]))
    const both = new Set([other.id, team.project.id])
    expect(await of(`project=${other.id}&project=${team.project.id}`)).toEqual(both)
    expect(await of(`project=${other.id},${team.project.id}`)).toEqual(both)
    expect((await did(`project=${team.make.id()}`)).body.results).toEqual([])
  })

  test('without what was said, voted or drafted, as in the file of a day', async () => {
    const issue = await team.issue({}, team.member)
    await team.member.post(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
    await team.member.post(team.at(issue.id, 'reactions/'), { reaction: '128077' })
    const { body } = await did('per_page=1000')
    const mine = body.results.filter(row => row.issue === issue.id)
    expect(mine.map(row => row.field)).toEqual([null])
    expect(body.results.filter(row => ['comment', 'reaction'].includes(row.field ?? ''))).toEqual([])
    const file = `${space()}/user-activity/${team.member.id}/export/`
    const date = new Date().toISOString().slice(0, 10)
    expect(String((await team.admin.post<string>(file, { date })).body)).not.toMatch(/,(comment|reaction),/)
  })

  test('the oldest first where that is asked for; by anything else is refused', async () => {
    for (const at of [`${space()}/user-activity/${team.admin.id}`, '/api/users/me/activities']) {
      const ids = async (query: string) =>
        (await team.admin.get<Page>(`${at}/?per_page=1000&${query}`)).body.results.map(row => row.created_at)
      const all = await ids('')
      expect(all.length).toBeGreaterThan(3)
      expect(await ids('order_by=-created_at')).toEqual(all)
      expect(await ids('order_by=created_at')).toEqual(all.toReversed())
      const wrong = await team.admin.get(`${at}/?order_by=actor`)
      expect(outcome(wrong)).toEqual([400, { order_by: ['"actor" is not a valid choice.'] }])
    }
  })

  test('as far as the caller sees the issues: not a guest, not of a project left, archived or never joined', async () => {
    const outsider = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, outsider, 15)
    await team.issue({}, team.member)
    for (const by of [team.guest, outsider])
      expect((await did('', by)).body).toMatchObject({ total_count: 0, results: [] })
    const other = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, other.path, team.member, 15)
    await team.make.issue(team.member, other.path)
    await server.db('projects').where('id', other.id).update({ archived_at: new Date() })
    expect((await did(`project=${other.id}`)).body.total_count).toBe(0)
    const wrong = await team.admin.get(`${space()}/user-activity/7/`)
    expect(wrong.status).toBe(404)
  })
})
