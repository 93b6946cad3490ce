/** What existing receivers read in a delivery. */
import { beforeAll, expect, test } from 'vitest'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let box: Receiver

beforeAll(async () => {
  box = await receiver()
  server = await startServer({ PRIVATE_HOSTS: box.host }, undefined, { webhooks: true })
  team = await issueTeam(server)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  // The reader of a workspace begins where it finds it.
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
  await team.made(`/api/workspaces/${team.workspace.slug}/webhooks/`, {
    url: box.url('/in'),
    ...{ project: true, issue: true, issue_comment: true, cycle: true, module: true },
  })
})

test('a request that is made and accepted is told once each time, not as an issue besides', async () => {
  const made = await team.made<{ issue: { id: string } }>(`${team.path}/inbox-issues/`, {
    issue: { name: 'A leak' },
  })
  await team.admin.patch(`${team.path}/inbox-issues/${made.issue.id}/`, { status: 1 })
  await team.admin.patch(team.at(made.issue.id), { name: 'A mended leak' })
  await until(() => box.arrived.some(({ body }) => body.data.name === 'A mended leak'))
  const told = box.arrived
    .splice(0)
    .map(({ body }) => [body.event, body.action, (body.activity as { field: string | null }).field])
  expect(told.sort()).toEqual([
    ['intake_issue', 'created', null],
    ['intake_issue', 'updated', 'status'],
    ['issue', 'updated', 'name'],
  ])
})

test('existing receivers find what a row names without `_id`, and a comment’s end like its beginning', async () => {
  const place = { project: team.project.id, workspace: team.workspace.id }
  const told = async (event: string, action: string, id: unknown) => {
    const find = () =>
      box.arrived.find(({ body }) => body.event === event && body.action === action && body.data.id === id)
    await until(() => find() !== undefined)
    return find()!.body
  }
  const parent = await team.issue({ name: 'Harbour' })
  expect((await told('issue', 'created', parent.id)).data).toMatchObject({
    ...place,
    parent: null,
    type: null,
  })
  const issue = await team.issue({ name: 'Sluice', parent_id: parent.id })
  const at = team.at(issue.id)
  expect((await told('issue', 'created', issue.id)).data).toMatchObject({ ...place, parent: parent.id })
  const words = '<p>Low tide</p>'
  const { id } = await team.made(`${at}comments/`, { comment_html: words })
  await team.admin.delete(`${at}comments/${id}/`)
  const [begin, end] = [
    await told('issue_comment', 'created', id),
    await told('issue_comment', 'deleted', id),
  ]
  expect(begin.activity).toMatchObject({ field: 'description', old_value: null, new_value: words })
  expect(end.activity).toMatchObject({ field: 'description', old_value: words, new_value: null })
  const cycle = await team.made(`${team.path}/cycles/`, { name: 'Spring tide' })
  expect((await told('cycle', 'created', cycle.id)).data).toMatchObject({ ...place, owned_by: team.admin.id })
  const module = await team.made(`${team.path}/modules/`, { name: 'Locks', lead_id: team.member.id })
  expect((await told('module', 'created', module.id)).data).toMatchObject({ ...place, lead: team.member.id })
  await team.admin.delete(at)
  expect((await told('issue', 'deleted', issue.id)).data).toMatchObject({ ...place, parent: parent.id })
  await team.admin.patch(`${team.path}/`, { inbox_view: false })
  await team.admin.patch(`${team.path}/`, { inbox_view: true, description: 'Where boats lie' })
  await until(() => box.arrived.filter(({ body }) => body.event === 'project').length >= 3)
  const fields = box.arrived
    .splice(0)
    .filter(({ body }) => body.event === 'project')
    .map(({ body }) => (body.activity as { field: string }).field)
  expect(fields.sort()).toEqual(['description', 'inbox_view', 'inbox_view'])
})
