import { beforeAll, expect, test } from 'vitest'
import {
  archiveOf,
  beginArchive,
  broughtOf,
  fetchArchive,
  jobOf,
  sendArchive,
  withoutIds,
} from '../support/archives.ts'
import { archiveWorld, samePeople } from '../support/archiveWorld.ts'
import type { Person } from '../support/build.ts'
import { fill, many } from '../support/fill.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let here: TestServer
let there: TestServer
beforeAll(async () => {
  here = await startServer()
  there = await startServer()
})

test('killed in the middle, both ways go on where they were, and nothing is lost or there twice', async () => {
  const world = await archiveWorld(here, 3)
  const { admin, member, guest, workspace, project } = world
  await fill(here, admin, project, many(6_000))
  const { bytes: whole } = await archiveOf(here, admin, workspace.slug)
  const [importer] = (await samePeople(there, [admin, member, guest])) as [Person]
  const running = await program(there.url)
  await running.start()
  const caller = Object.assign(visitor(running.origin), { id: importer.id, email: importer.email })
  caller.jar.set('session-id', importer.jar.get('session-id')!)
  const begun = await sendArchive(caller, whole, { name: workspace.slug, slug: workspace.slug })
  expect(begun.status).toBe(201)
  const rows = async () =>
    (
      (await there.db('jobs').where('id', begun.body.id).first('checkpoint')) as {
        checkpoint: { table: number } | null
      }
    ).checkpoint
  await until(async () => ((await rows())?.table ?? 0) > 12, 60_000)
  running.kill()
  expect(
    (await there.db('workspaces').where('slug', workspace.slug).first('deleted_at')).deleted_at,
  ).not.toBeNull()
  await running.start()
  await until(async () => (await broughtOf(caller, begun.body.id)).state === 'done', 60_000)
  const id = await beginArchive(caller, workspace.slug)
  await until(async () => (await jobOf(caller, workspace.slug, id)).state === 'running', 60_000)
  running.kill()
  await running.start()
  await until(async () => (await jobOf(caller, workspace.slug, id)).state === 'done', 60_000)
  expect(withoutIds(await fetchArchive(running, caller, workspace.slug, id))).toEqual(withoutIds(whole))
}, 180_000)
