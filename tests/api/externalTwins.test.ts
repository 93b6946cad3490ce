/** A database that holds one key twice takes the index, and keeps its rows. */
import { expect, test } from 'vitest'
import { up } from '../../migrations/106_externalKeysOnce.ts'
import { build } from '../support/build.ts'
import { startServer } from '../support/server.ts'

const KEYED = ['states', 'labels', 'issues', 'cycles', 'modules', 'issue_comments']

test('rows that share a key before stay, and no third comes', async () => {
  const server = await startServer()
  const make = build(server)
  const { admin, path } = await make.team()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await make.issue(admin, path, { name })).id)
  // As it was before.
  for (const table of KEYED)
    await server.db.raw(`
      drop trigger ${table}_external on ${table};
      drop function ${table}_external();
      drop index ${table}_external;
      alter table ${table} drop column external_twin;`)
  await server.db.raw(`
    alter table labels drop column description;
    alter table intake_issues drop column external_id, drop column external_source;
    create index states_external on states (id);
    create index labels_external on labels (id);`)
  const key = { external_id: 'L-1', external_source: 'ledger' }
  await server.db('issues').whereIn('id', ids.slice(0, 2)).update(key)
  await up(server.db)
  const kept = await server.db('issues').where(key).orderBy('external_twin').pluck('external_twin')
  expect(kept).toEqual([0, 1])
  expect((await admin.patch(`${path}/issues/${ids[2]}/`, key)).status).toBe(409)
  expect((await admin.patch(`${path}/issues/${ids[1]}/`, { name: 'Two, painted' })).status).toBe(204)
  // One of them is told apart by a key of its own again.
  expect((await admin.patch(`${path}/issues/${ids[1]}/`, { external_id: 'L-2' })).status).toBe(204)
  expect((await admin.patch(`${path}/issues/${ids[2]}/`, { ...key, external_id: 'L-2' })).status).toBe(409)
})
