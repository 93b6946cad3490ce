/** The program is killed while it delivers: every change arrives, in the order of its row, under the same id each time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Webhook } from '../../api/contract/workspace/webhooks.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'

const ROUNDS = soaked(2, 20)
const CHANGES = 12
let server: Awaited<ReturnType<typeof startServer>>
let team: IssueTeam
let box: Receiver
let running: Awaited<ReturnType<typeof program>>
beforeAll(async () => {
  box = await receiver()
  const env = { PRIVATE_HOSTS: box.host }
  server = await startServer(env)
  team = await issueTeam(server)
  running = await program(server.url, { ...env, DATA_DIR: server.dataDir })
  await running.start()
  await until(async () => (await server.db('readers').where({ name: 'webhooks' }).first('seq')) !== undefined)
})
afterAll(() => running.end())

const waiting = async (webhook: string) => {
  const { workspace, seq } = await server
    .db('readers')
    .where({ name: 'webhooks', workspace: team.workspace.id })
    .first('workspace', 'seq')
  const counter = await server.db('change_counters').where('scope_id', workspace).first('seq')
  const left = await server
    .db('webhook_deliveries')
    .where({ webhook, state: 'waiting' })
    .count('* as n')
    .first()
  return counter.seq - seq + Number(left?.n)
}

test('killed in mid delivery, at any moment, nothing is lost or out of order', async () => {
  // Answers late now and then: a kill finds calls that have arrived and were not recorded.
  let n = 0
  box.manners = [response => void setTimeout(() => response.writeHead(200).end(), (n++ % 4) * 15)]
  const { id: webhook } = await team.made<Webhook>(`/api/workspaces/${team.workspace.slug}/webhooks/`, {
    url: box.url(),
    issue: true,
  })
  const issues = [await team.issue(), await team.issue(), await team.issue()]
  const bodies = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round++) {
    const names = Array.from({ length: CHANGES }, (_, at) => `Tide ${round}.${at}`)
    const writing = (async () => {
      for (const name of names)
        await Promise.all(issues.map(issue => team.admin.patch(team.at(issue.id), { name })))
    })()
    await new Promise(resolve => setTimeout(resolve, 50 + Math.random() * 400))
    running.kill()
    await writing
    await running.start()
    await until(async () => (await waiting(webhook)) === 0, 60_000)
    for (const issue of issues) {
      const told = box.arrived
        .filter(({ body }) => body.data.id === issue.id && body.action === 'updated')
        .map(({ body }) => String((body.activity as { new_value: string }).new_value))
        .filter(name => names.includes(name))
      expect([...new Set(told)]).toEqual(names)
      // A repeated one comes before the next of its row.
      expect(told).toEqual([...told].sort((a, b) => names.indexOf(a) - names.indexOf(b)))
    }
    for (const { headers, bytes } of box.arrived) {
      const id = String(headers['webhook-id'])
      expect(bodies.get(id) ?? bytes.toString()).toBe(bytes.toString())
      bodies.set(id, bytes.toString())
    }
    box.arrived.length = 0
  }
  expect(bodies.size).toBe(3 + 3 * CHANGES * ROUNDS)
}, 900_000)
