/** Channels of chats: one message for what happens together, and nothing that not everyone in a project may see. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../api/contract/workspace/webhooks.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam
let box: Receiver
let count = 0
const W = () => `/api/workspaces/${team.workspace.slug}`
const create = async (fields: object = {}) => {
  const url = box.url(`/hooks/secret${++count}`)
  const made = await team.made<Webhook>(`${W()}/webhooks/`, {
    ...{ url, format: 'slack', issue: true, issue_comment: true },
    ...fields,
  })
  return { ...made, path: `/hooks/secret${count}`, at: `${W()}/webhooks/${made.id}/`, given: url }
}
const waiting = (webhook: string) => server.db('webhook_deliveries').where({ webhook, state: 'waiting' })
const read = () =>
  until(async () => {
    const { seq } = await server.db('readers').where({ name: 'webhooks' }).first('seq')
    const counter = await server.db('change_counters').where('scope_id', team.workspace.id).first('seq')
    return seq === counter.seq
  })
/** Half a minute is over. */
const pass = (webhook: string) => waiting(webhook).update({ next_at: server.db.fn.now() })

beforeAll(async () => {
  box = await receiver()
  server = await startServer({ PRIVATE_HOSTS: box.host }, undefined, { webhooks: true })
  team = await issueTeam(server)
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
})
beforeEach(async () => {
  box.manners = [200]
  box.arrived.length = 0
  await server.db('webhooks').update({ is_active: false })
})

test('what happens in a project within half a minute is one message, linked and in words', async () => {
  const { id, path } = await create()
  const issue = await team.issue({ name: 'Tide <!channel> window' })
  await team.admin.patch(team.at(issue.id), { priority: 'urgent' })
  await team.made(`${team.at(issue.id)}comments/`, { comment_html: '<p>Safe at the lock</p>' }, team.member)
  await read()
  const [row, ...more] = await waiting(id)
  expect(more).toEqual([])
  expect(Date.parse(row.next_at) - Date.now()).toBeGreaterThan(20_000)
  expect(box.arrived).toEqual([])
  await pass(id)
  const [sent] = await box.take()
  expect(sent!.path).toBe(path)
  const { text } = (sent!.body as unknown as { blocks: { text: { text: string } }[] }).blocks[0]!.text
  expect(text).toContain(`/projects/${team.project.id}/issues/${issue.id}|`)
  expect(text).toContain('created the issue, updated the priority to urgent')
  expect(text).toContain('said: Safe at the lock')
  expect(text).not.toContain('<!')
  // What comes later is another message.
  await team.admin.patch(team.at(issue.id), { name: 'Later' })
  await read()
  expect(await waiting(id)).toHaveLength(1)
})

test('its address is a secret: nobody is shown it, nor is it in the log; changing the rest keeps it', async () => {
  const { id, at, url, given, path } = await create()
  expect(url).toBe(`${new URL(given).origin}/…`)
  const renamed = await team.admin.patch<Webhook>(at, { name: 'Berths', url })
  expect(renamed.body).toMatchObject({ name: 'Berths', url })
  const log = await server.db('changes').where('row_id', id).select('row', 'before')
  const rows = await server.db('webhooks').where({ id })
  for (const told of [log, rows, renamed.body]) expect(JSON.stringify(told)).not.toContain(path)
  await team.admin.post(`${at}test/`)
  expect((await box.take())[0]!.path).toBe(path)
  const again = await team.admin.post(`${W()}/webhooks/`, { url: given, format: 'slack' })
  expect(again.status).toBe(410)
})

test('a secret project is told only where it is named', async () => {
  const secret = await team.make.project(team.admin, team.workspace.slug, { network: 0 })
  const wide = await create()
  const named = await create({ project_ids: [secret.id] })
  await team.make.issue(team.admin, secret.path, { name: 'Hidden' })
  await read()
  expect(await waiting(wide.id)).toEqual([])
  expect(await waiting(named.id)).toHaveLength(1)
})

test('a channel that is gone is switched off', async () => {
  const { at } = await create()
  box.manners = [response => response.writeHead(404).end('no_service')]
  await team.admin.post<WebhookDelivery>(`${at}test/`)
  await until(async () => (await team.admin.get<Webhook>(at)).body.off_reason === 'gone')
})
