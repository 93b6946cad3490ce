import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Entity, placeOf } from '../../api/contract/define.ts'
import { allRoutes, entities } from '../../api/contract/index.ts'
import { keysOf } from '../../api/contract/keys.ts'
import { actionRules, can } from '../../api/contract/permissions.ts'
import { holds, type Row } from '../../api/contract/rules.ts'
import { nobody, viewerOfAnchor } from '../../api/db/viewer.ts'
import { visible } from '../../api/db/visible.ts'
import { changesAfter, seenBy } from '../../api/live/log.ts'
import { everyKind, viewersOf } from '../support/everyKind.ts'
import type { TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'
import { visitor } from '../support/visitor.ts'

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

describe('a visitor by the address of a form', () => {
  type Made = { anchor: string; intake: string; project: string; workspace: string }
  const made: Made[] = []
  beforeAll(async () => {
    for (const { intake, project, workspace } of world.anchors) {
      const anchor = world.make.id().replaceAll('-', '')
      await server.db('intakes').where('id', intake).update({ anchor, is_form_enabled: true })
      made.push({ anchor, intake, project, workspace })
    }
  })
  const visitors = () => fc.constantFrom(...made)

  test('sees the intake, its project and its workspace, and of all else what anybody sees', async () => {
    await fc.assert(
      fc.asyncProperty(visitors(), async ({ anchor, intake, project, workspace }) => {
        const viewer = (await viewerOfAnchor(server.db, anchor))!
        const given: Record<string, string> = { intake, project, workspace }
        for (const of of Object.values(entities)) {
          const ids = async (who: typeof viewer) =>
            (await visible(server.db, of, who)).map(row => (row as Row).id)
          const open = new Set(await ids(nobody))
          const extra = (await ids(viewer)).filter(id => !open.has(id))
          expect(extra, of.name).toEqual(of.name in given ? [given[of.name]] : [])
        }
      }),
      runs(6),
    )
  })

  test('may do what anybody may: their rights end with the three rows', async () => {
    const rows = (
      await Promise.all(
        Object.values(entities).map(async of => {
          const some = (await server.db(of.table).select(of.columns).limit(40)) as Row[]
          return some.map(row => ({ row, place: placeOf(of, row) }))
        }),
      )
    ).flat()
    for (const { anchor } of made) {
      const viewer = (await viewerOfAnchor(server.db, anchor))!
      const more = keysOf(actionRules).filter(action =>
        rows.some(({ row, place }) => can(viewer, action, row, place) && !can(nobody, action, row, place)),
      )
      expect(more).toEqual([])
    }
  })

  test('learns of the log the changes of these rows alone', async () => {
    for (const { anchor, intake, project, workspace } of made) {
      const viewer = (await viewerOfAnchor(server.db, anchor))!
      const span = await changesAfter(server.db, workspace, 0, 10_000)
      const ids = new Set(seenBy(span, viewer, workspace).map(change => change.id))
      expect([...ids].filter(id => ![intake, project, workspace].includes(id))).toEqual([])
      expect(ids.size).toBeGreaterThan(0)
    }
  })

  test('comes to the calls of the form and to no others, and to no line of changes or presence', async () => {
    const byAnchor = allRoutes.flatMap(([name, { by }]) => (by === 'anchor' ? [name] : []))
    expect(byAnchor.sort()).toEqual(['intakeWays.form', 'intakeWays.sendForm'])
    const [{ anchor, workspace } = made[0]!] = made
    const { slug } = await server.db('workspaces').where('id', workspace).first('slug')
    const somebody = visitor(server.origin)
    expect((await somebody.get(`/api/public/anchor/${anchor}/intake/`)).status).toBe(200)
    const headers = { 'x-api-key': anchor }
    for (const path of ['bootstrap', 'projects', 'changes'])
      for (const options of [{}, { headers }]) {
        const at = `/api/workspaces/${slug}/${path}/?anchor=${anchor}`
        expect((await somebody.get(at, options)).status, path).toBe(401)
      }
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/live?anchor=${anchor}`, { headers })
    const said = await new Promise(resolve => socket.on('error', error => resolve(error.message)))
    expect(said).toBe('Unexpected server response: 401')
  })

  test('sees nothing any more once the project is archived, deleted or has another address', async () => {
    const [first, second, third] = made
    await server.db('projects').where('id', first!.project).update({ archived_at: new Date() })
    await server.db('projects').where('id', second!.project).update({ deleted_at: new Date() })
    await server.db('intakes').where('id', third!.intake).update({ anchor: 'another' })
    for (const one of [first, second, third]) expect(await viewerOfAnchor(server.db, one!.anchor)).toBeNull()
    expect(await viewerOfAnchor(server.db, '')).toBeNull()
  })
})

test('every kind of row has rows here, so that none is compared empty with empty', async () => {
  for (const of of Object.values(entities))
    if (!['state', 'label', 'document'].includes(of.name))
      expect(await server.db(of.table).first('id'), of.name).toBeDefined()
})
