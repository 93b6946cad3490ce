import { expect, test } from 'vitest'
import { issueTeam } from '../support/issueTeam.ts'
import { notified } from '../support/notified.ts'
import { startServer } from '../support/server.ts'

test('thousands are marked as read by one call, in portions, and sent again it marks what came since', async () => {
  const server = await startServer()
  const team = await issueTeam(server)
  const who = team.member
  const issue = await team.issue()
  await who.post(team.at(issue.id, 'subscribe/'))
  const at = `/api/workspaces/${team.workspace.slug}/users/notifications/mark-all-read/`
  const unread = async () =>
    Number(
      (await server.db('notifications').where('receiver', who.id).whereNull('read_at').count('* as n'))[0]!.n,
    )
  const first = await notified(server, who.id, issue.id)
  const columns = (await server.db('notifications').columnInfo()) as Record<string, unknown>
  const copied = Object.keys(columns).filter(name => !['id', 'seq'].includes(name))
  const names = copied.map(name => `"${name}"`).join(', ')
  await server.db.raw(
    `insert into notifications (id, seq, ${names}) select gen_random_uuid(), -n, ${names}
       from notifications, generate_series(1, 2500) n where id = ?`,
    [first],
  )
  const id = team.make.id()
  const once = { headers: { 'x-mutation-id': id } }
  expect((await who.post(at, {}, once)).status).toBe(200)
  expect(await unread()).toBe(0)
  const { rows } = await server.db.raw<{ rows: { n: number }[] }>(
    'select count(*)::int as n from changes where mutation_id = ? group by at order by 1',
    [id],
  )
  expect(rows.map(({ n }) => n)).toEqual([501, 1000, 1000])
  await notified(server, who.id, issue.id)
  expect((await who.post(at, {}, once)).status).toBe(200)
  expect(await unread()).toBe(0)
})
