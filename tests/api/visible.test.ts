import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Entity, placeOf } from '../../api/contract/define.ts'
import { entities } from '../../api/contract/index.ts'
import { holds, type Row } from '../../api/contract/rules.ts'
import { visible } from '../../api/db/visible.ts'
import { everyKind, viewersOf } from '../support/everyKind.ts'
import type { TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let world: Awaited<ReturnType<typeof everyKind>>
let server: TestServer

beforeAll(async () => {
  world = await everyKind()
  server = world.server
}, 60_000)

test('for any viewer and every kind of row, SQL selects exactly the rows for which the rule holds', async () => {
  const goneOf = async (table: string) =>
    new Set(await server.db(table).whereNotNull('deleted_at').pluck('id'))
  const rowsOf = async (of: Entity) => {
    const rows = (await server.db(of.table).whereNull('deleted_at').select(of.columns)) as Row[]
    const { within } = of
    if (!within) return rows
    const gone = await goneOf(within.table)
    return rows.filter(row => !gone.has(row[within.name]))
  }
  const all = new Map<Entity, Row[]>()
  for (const of of Object.values(entities)) all.set(of, await rowsOf(of))
  const shared = (await server.db('workspace_members').select('workspace_id', 'member_id')) as {
    workspace_id: string
    member_id: string
  }[]
  // People have no workspace of their own: they are seen from any that they share with the viewer.
  const placesOf = (of: Entity, row: Row) =>
    of.place.workspace || of.scope !== 'workspace'
      ? [placeOf(of, row)]
      : shared
          .filter(member => member.member_id === row.id)
          .map(member => ({ workspace: member.workspace_id, project: null }))
  let selected = 0
  await fc.assert(
    fc.asyncProperty(viewersOf(world), async viewer => {
      for (const [of, rows] of all) {
        const found = (await visible(server.db, of, viewer)) as Row[]
        const expected = rows.filter(row =>
          placesOf(of, row).some(place => holds(of.read, viewer, row, place)),
        )
        expect(found.map(row => row.id).sort(), of.name).toEqual(expected.map(row => row.id).sort())
        selected += found.length
      }
    }),
    runs(60),
  )
  expect(selected).toBeGreaterThan(0)
})

test('every kind of row has rows here, so that none is compared empty with empty', async () => {
  for (const of of Object.values(entities))
    if (!['state', 'label', 'document'].includes(of.name))
      expect(await server.db(of.table).first('id'), of.name).toBeDefined()
})
