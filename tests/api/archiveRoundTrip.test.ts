import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { archivedTables } from '../../api/workspace/archives/tables.ts'
import { archiveOf, bring, withoutIds } from '../support/archives.ts'
import { archiveWorld, samePeople } from '../support/archiveWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let here: TestServer
let there: TestServer
beforeAll(async () => {
  here = await startServer()
  there = await startServer()
})

test('a workspace comes back on another server as it was, but for its ids', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async seed => {
      const world = await archiveWorld(here, seed)
      const { admin, member, guest, workspace } = world
      const { bytes } = await archiveOf(here, admin, workspace.slug)
      const empty = archivedTables.filter(({ table }) => unzipSync(bytes)[`${table}.jsonl`]!.length === 0)
      expect(empty.map(({ table }) => table)).toEqual([])
      const [importer] = (await samePeople(there, [admin, member, guest])) as [typeof admin]
      const job = await bring(there, importer, bytes, { name: workspace.slug, slug: workspace.slug })
      expect(job).toMatchObject({ state: 'done', said: null, fault_count: 0 })
      const again = await archiveOf(there, importer, workspace.slug)
      expect(withoutIds(again.bytes)).toEqual(withoutIds(bytes))
    }),
    { ...runs(2), endOnFailure: true },
  )
}, 180_000)
