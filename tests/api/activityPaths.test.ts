/** Activity is written by whichever path a change comes. */
import { beforeAll, expect, test } from 'vitest'
import { during as duringOf, row, rowsOf, type Told } from '../support/activityRows.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let during: ReturnType<typeof duringOf>

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  during = duringOf(server, team)
})

const updated = (field: string, comment: string, values: Told) => row('updated', field, comment, values)
const keyOf = (issue: { sequence_id: number }) => `${team.project.identifier}-${issue.sequence_id}`
test('creation: itself, its parent, each assignee, the default one too, and nothing else', async () => {
  const [parent, label] = [await team.issue(), await team.label()]
  const issue = await team.issue({
    parent_id: parent.id,
    assignee_ids: [team.member.id, team.guest.id],
    label_ids: [label],
    state_id: team.state('started'),
    start_date: '2026-01-01',
    description_html: '<p>Low</p>',
  })
  const told = await team.told(issue.id)
  expect(told.map(row => [row.verb, row.field, row.comment, row.new_identifier])).toEqual([
    ['created', null, 'created the issue', null],
    ['updated', 'parent', 'updated the parent issue to', parent.id],
    ['updated', 'assignees', 'added assignee', team.member.id],
    ['updated', 'assignees', 'added assignee', team.guest.id],
  ])
  expect([told[0]!.created_at, told[0]!.actor]).toEqual([issue.created_at, issue.created_by])
  await team.admin.patch(`${team.path}/`, { default_assignee: team.member.id })
  const assigned = await team.issue({ assignee_ids: [] })
  await team.admin.patch(`${team.path}/`, { default_assignee: null })
  expect(assigned.assignee_ids).toEqual([team.member.id])
  expect((await team.told(assigned.id))[1]).toMatchObject({
    field: 'assignees',
    new_identifier: team.member.id,
  })
})

test('sub-issues, dates and bulk calls tell as a single change does', async () => {
  const [top, issue] = [await team.issue(), await team.issue()]
  const attach = () => team.made(team.at(top.id, 'sub-issues/'), { sub_issue_ids: [issue.id] })
  expect(await during(issue.id, attach)).toEqual([
    updated('parent', 'updated the parent issue to', {
      old_value: '',
      new_value: keyOf(top),
      new_identifier: top.id,
    }),
  ])
  const dates = () =>
    team.made(`${team.path}/issue-dates/`, { updates: [{ id: issue.id, start_date: '2026-01-01' }] })
  expect(await during(issue.id, dates)).toEqual([
    updated('start_date', 'updated the start date to', { old_value: '', new_value: '2026-01-01' }),
  ])
  const bulk = () =>
    team.admin.post(`${team.path}/bulk-operation-issues/`, {
      issue_ids: [issue.id],
      properties: { priority: 'low' },
    })
  expect(await during(issue.id, bulk)).toEqual([
    updated('priority', 'updated the priority to', { old_value: 'none', new_value: 'low' }),
  ])
})

test('a published draft begins with its publication; its cycle and modules are told of', async () => {
  const [cycle, module] = [await team.cycle(), await team.module()]
  const drafts = `/api/workspaces/${team.workspace.slug}/draft-issues/`
  const draft = await team.made(drafts, {
    name: 'Later',
    project_id: team.project.id,
    cycle_id: cycle,
    module_ids: [module],
    priority: 'high',
  })
  await team.admin.patch(`${drafts}${draft.id}/`, { priority: 'low' })
  expect(await server.db('issue_activities').where('issue', draft.id)).toEqual([])
  await team.made(`/api/workspaces/${team.workspace.slug}/draft-to-issue/${draft.id}/`, {})
  expect((await team.told(draft.id)).map(row => [row.verb, row.field, row.new_identifier])).toEqual([
    ['created', null, null],
    ['created', 'cycles', cycle],
    ['created', 'modules', module],
  ])
})

test('someone who leaves a project goes from its issues, and is told of', async () => {
  const leaver = await team.make.person()
  await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
  await team.make.joinProject(team.admin, team.path, leaver, 15)
  const issue = await team.issue({ assignee_ids: [leaver.id] })
  const members = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  const { id } = members.body.find(row => row.member === leaver.id)!
  const rows = await during(issue.id, () => team.admin.delete(`${team.path}/members/${id}/`))
  expect(rows).toMatchObject([{ field: 'assignees', comment: 'removed assignee', old_identifier: leaver.id }])
  const back = await during(issue.id, () => team.make.joinProject(team.admin, team.path, leaver, 15))
  expect(back).toMatchObject([{ field: 'assignees', comment: 'added assignee', new_identifier: leaver.id }])
})

test('a deleted issue has its last row', async () => {
  const issue = await team.issue()
  const rows = await during(issue.id, () => team.admin.delete(team.at(issue.id)))
  expect(rows).toEqual([row('deleted', 'issue', 'deleted the issue')])
})

test('with a deleted issue its descendants record their end, and detached ones their new place', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const top = await team.issue()
  const child = await team.issue({ parent_id: top.id })
  const far = await team.make.issue(team.admin, other.path, { parent_id: child.id })
  await team.admin.delete(team.at(top.id))
  const gone = await rowsOf(server, child.id)
  expect(gone.at(-1)).toMatchObject({ verb: 'deleted', field: 'issue' })
  const left = await rowsOf(server, far.id)
  expect(left.at(-1)).toMatchObject({
    field: 'parent',
    old_value: keyOf(child),
    new_value: '',
    project: other.id,
  })
})

test('a relation across projects: each end tells in its own project', async () => {
  const other = await team.make.project(team.admin, team.workspace.slug)
  const [issue, far] = [await team.issue(), await team.make.issue(team.admin, other.path)]
  await team.made(team.at(issue.id, 'issue-relation/'), { relation_type: 'blocking', issues: [far.id] })
  const ends = [(await rowsOf(server, issue.id)).at(-1)!, (await rowsOf(server, far.id)).at(-1)!]
  expect(ends.map(one => [one.field, one.project])).toEqual([
    ['blocking', team.project.id],
    ['blocked_by', other.id],
  ])
  expect(ends.map(one => one.new_value)).toEqual([`${other.identifier}-1`, keyOf(issue)])
})
