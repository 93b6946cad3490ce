import { beforeAll, describe, expect, test } from 'vitest'
import {
  DENIED,
  type IssueTeam,
  issueTeam,
  NO_ISSUE,
  NOT_FOUND,
  noPk,
  outcome,
} from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

type Answer = { sub_issues: { id: string }[]; state_distribution: Record<string, string[]> }
const children = (id: string, by = team.admin) => by.get<Answer>(team.at(id, 'sub-issues/'))
const attach = (id: string, sub_issue_ids: string[], by = team.admin) =>
  by.post<Answer>(team.at(id, 'sub-issues/'), { sub_issue_ids })

describe('a parent', () => {
  test('is an issue of the workspace that the caller finds in lists', async () => {
    const issue = await team.issue()
    const elsewhere = await team.make.project(team.admin, team.workspace.slug)
    const far = await team.make.issue(team.admin, elsewhere.path)
    const archived = await team.issue({ state_id: team.state('cancelled') })
    await team.admin.post(team.at(archived.id, 'archive/'))
    for (const id of [team.make.id(), archived.id])
      expect(outcome(await team.admin.patch(team.at(issue.id), { parent_id: id }))).toEqual(
        noPk('parent_id', id),
      )
    // The member is not in that project.
    expect(outcome(await team.member.patch(team.at(issue.id), { parent_id: far.id }))).toEqual(
      noPk('parent_id', far.id),
    )
    expect((await team.admin.patch(team.at(issue.id), { parent_id: far.id })).status).toBe(204)
    await team.admin.patch(team.at(issue.id), { parent_id: null })
    await server.db('projects').where('id', elsewhere.id).update({ archived_at: new Date() })
    expect(outcome(await team.admin.patch(team.at(issue.id), { parent_id: far.id }))).toEqual(
      noPk('parent_id', far.id),
    )
  })

  const CIRCLE = [400, { parent_id: ['An issue cannot be below itself.'] }]

  test('is neither the issue itself nor one far below it, by no path', async () => {
    const a = await team.issue()
    const b = await team.issue({ parent_id: a.id })
    const c = await team.issue({ parent_id: b.id })
    for (const id of [a.id, b.id, c.id])
      expect(outcome(await team.admin.patch(team.at(a.id), { parent_id: id }))).toEqual(CIRCLE)
    const sub = await team.admin.post(team.at(c.id, 'sub-issues/'), { sub_issue_ids: [a.id] })
    expect(outcome(sub)).toEqual(CIRCLE)
    const [x, y] = [await team.issue(), await team.issue()]
    const bulk = await team.admin.post(`${team.path}/bulk-operation-issues/`, {
      updates: [
        { id: x.id, parent_id: y.id },
        { id: y.id, parent_id: x.id },
      ],
    })
    expect(outcome(bulk)).toEqual(CIRCLE)
    expect([(await team.read(x.id)).parent_id, (await team.read(y.id)).parent_id]).toEqual([null, null])
  })

  test('two moves at once of trees that would close a circle far below: one is refused', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, c] = [await team.issue(), await team.issue()]
      const [b, d] = [await team.issue({ parent_id: a.id }), await team.issue({ parent_id: c.id })]
      const replies = await Promise.all([
        team.admin.patch(team.at(a.id), { parent_id: d.id }),
        team.member.patch(team.at(c.id), { parent_id: b.id }),
      ])
      expect(replies.map(reply => reply.status).sort()).toEqual([204, 400])
    }
  })

  test('two moves at once that together would close a circle: one is refused', async () => {
    const [a, b] = [await team.issue(), await team.issue()]
    const replies = await Promise.all([
      team.admin.patch(team.at(a.id), { parent_id: b.id }),
      team.member.patch(team.at(b.id), { parent_id: a.id }),
    ])
    expect(replies.map(reply => reply.status).sort()).toEqual([204, 400])
  })
})

describe('sub-issues', () => {
  test('are the direct children that are in lists, the newest first, with their groups', async () => {
    const top = await team.issue()
    expect((await children(top.id)).body).toEqual({ sub_issues: [], state_distribution: {} })
    const a = await team.issue({ parent_id: top.id })
    const b = await team.issue({ parent_id: top.id, state_id: team.state('started') })
    await team.issue({ parent_id: a.id })
    const gone = await team.issue({ parent_id: top.id })
    await team.admin.delete(team.at(gone.id))
    const old = await team.issue({ parent_id: top.id, state_id: team.state('completed') })
    await team.admin.post(team.at(old.id, 'archive/'))
    const { status, body } = await children(top.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      sub_issues: [await row(b.id), await row(a.id)],
      state_distribution: { started: [b.id], backlog: [a.id] },
    })
    expect((await team.read(top.id)).sub_issues_count).toBe(2)
  })

  test('attaching answers just those, whole, and moves old and new parent', async () => {
    const [top, former] = [await team.issue(), await team.issue()]
    await team.issue({ parent_id: top.id })
    const child = await team.issue({ parent_id: former.id, assignee_ids: [team.member.id] })
    const before = [await team.read(top.id), await team.read(former.id)]
    const { status, body } = await attach(top.id, [child.id, child.id], team.member)
    expect([status, body]).toEqual([
      200,
      { sub_issues: [await row(child.id)], state_distribution: { backlog: [child.id] } },
    ])
    const after = [await team.read(top.id), await team.read(former.id)]
    expect(after.map(issue => issue.sub_issues_count)).toEqual([2, 0])
    for (const [at, issue] of after.entries()) expect(issue.revision).toBeGreaterThan(before[at]!.revision)
    const { changes } = team
    const written = await changes()
    expect((await attach(top.id, [child.id])).status).toBe(200)
    expect(await changes()).toBe(written)
  })

  test('may be of other projects, as far as the caller sees them', async () => {
    const other = await team.make.project(team.admin, team.workspace.slug)
    const [top, far] = [await team.issue(), await team.make.issue(team.admin, other.path)]
    expect(outcome(await attach(top.id, [far.id], team.member))).toEqual(NO_ISSUE)
    expect((await attach(top.id, [far.id])).body.sub_issues.map(({ id }) => id)).toEqual([far.id])
    expect((await children(top.id, team.member)).body.sub_issues).toEqual([])
    await server.db('projects').where('id', other.id).update({ archived_at: new Date() })
    expect((await children(top.id)).body).toEqual({ sub_issues: [], state_distribution: {} })
    expect(outcome(await attach(top.id, [far.id]))).toEqual(NO_ISSUE)
  })

  test('A7: never of another workspace, not even for a member of both', async () => {
    const elsewhere = await team.make.workspace(team.admin)
    const project = await team.make.project(team.admin, elsewhere.slug)
    const [top, far] = [await team.issue(), await team.make.issue(team.admin, project.path)]
    expect(outcome(await attach(top.id, [far.id]))).toEqual(NO_ISSUE)
    expect(outcome(await team.admin.patch(team.at(top.id), { parent_id: far.id }))).toEqual(
      noPk('parent_id', far.id),
    )
    const related = { relation_type: 'duplicate', issues: [far.id] }
    expect(outcome(await team.admin.post(team.at(top.id, 'issue-relation/'), related))).toEqual(NO_ISSUE)
  })

  test('without ids, for an archived or unknown parent, with an unknown child: refused', async () => {
    const top = await team.issue({ state_id: team.state('completed') })
    const child = await team.issue()
    expect(outcome(await attach(top.id, []))).toEqual([400, { error: 'Sub Issue IDs are required' }])
    expect(outcome(await team.admin.post(team.at(top.id, 'sub-issues/')))).toEqual([
      400,
      { error: 'Sub Issue IDs are required' },
    ])
    expect(outcome(await attach(top.id, ['x']))).toEqual([400, { sub_issue_ids: ['Must be a valid UUID.'] }])
    expect(outcome(await attach(team.make.id(), [child.id]))).toEqual(NOT_FOUND)
    expect(outcome(await attach(top.id, [child.id, team.make.id()]))).toEqual(NO_ISSUE)
    await team.admin.post(team.at(top.id, 'archive/'))
    expect(outcome(await attach(top.id, [child.id]))).toEqual(NOT_FOUND)
    expect((await team.read(child.id)).parent_id).toBeNull()
  })

  test('a guest arranges nothing, not even what they made, and finds only their own below an issue', async () => {
    const [top, own, other] = [await team.issue(), await team.issue(), await team.issue()]
    await server.db('issues').whereIn('id', [top.id, own.id]).update({ created_by: team.guest.id })
    expect(outcome(await attach(top.id, [own.id], team.guest))).toEqual(DENIED)
    await attach(top.id, [own.id, other.id])
    const { body } = await children(top.id, team.guest)
    expect([body.sub_issues.map(({ id }) => id), body.state_distribution]).toEqual([
      [own.id],
      { backlog: [own.id] },
    ])
    expect(outcome(await children(other.id, team.guest))).toEqual(NOT_FOUND)
  })
})

const row = async (id: string) => {
  const { description_html: _, is_subscribed: __, ...rest } = (await team.admin.get(team.at(id))).body
  return rest
}

test('a cycle leaves a sub-issue out only where the caller sees its parent in the same cycle', async () => {
  const made = await team.admin.post<{ id: string }>(`${team.path}/cycles/`, { name: 'Spring tide' })
  const [top, outside] = [await team.issue(), await team.issue()]
  const below = await team.issue({ parent_id: top.id })
  const alone = await team.issue({ parent_id: outside.id })
  const at = `${team.path}/cycles/${made.body.id}/cycle-issues/`
  expect((await team.admin.post(at, { issues: [top.id, below.id, alone.id] })).status).toBeLessThan(300)
  await server.db('issues').whereIn('id', [below.id, alone.id]).update({ created_by: team.guest.id })
  const listed = async (by: typeof team.admin, terms: string) => {
    const { body } = await by.get<{ results: { id: string }[]; total_count: number }>(`${at}?${terms}`)
    expect(body.total_count).toBe(body.results.length)
    return body.results.map(({ id }) => id).sort()
  }
  expect(await listed(team.admin, 'sub_issue=false')).toEqual([top.id, alone.id].sort())
  expect(await listed(team.admin, '')).toEqual([top.id, below.id, alone.id].sort())
  // The guest does not see the parent, so it is not in their list.
  expect(await listed(team.guest, 'sub_issue=false')).toEqual([below.id, alone.id].sort())
})
