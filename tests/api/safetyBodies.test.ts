/**
 * The ids and fields that a body may name, set, or ask for: walked over the whole contract, so that a new call is
 * judged with the others.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { bodyNaming, namesIn } from '../support/bodies.ts'
import { build, type Person } from '../support/build.ts'
import { picturesAt, sendImage, sendPicture } from '../support/files.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>
type Named = { id: string }

let server: TestServer
let make: Make
let ours: Team
let theirs: Team
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  ours = await make.team()
  theirs = await make.team()
  for (const { admin, path } of [ours, theirs]) await admin.patch(`${path}/`, { inbox_view: true })
})

/** One row of every kind that a body could name, all of a project that the caller does not know. */
const strangeRows = async (by: Person, slug: string, path: string): Promise<Map<string, string>> => {
  const made = async (at: string, body: object) => {
    const reply = await by.post<Named>(`${path}/${at}/`, { name: 'Undersea', ...body })
    expect(reply.status, at).toBeLessThan(300)
    return reply.body.id
  }
  const issue = await make.issue(by, path, { name: 'Undersea' })
  const estimate = await made('estimates', {
    estimate: { name: 'Undersea' },
    estimate_points: ['S', 'M'].map((value, key) => ({ key, value })),
  })
  const point = (await server.db('estimate_points').where({ estimate }).first('id')) as Named
  return new Map([
    ['issue', issue.id],
    ['state', issue.state_id],
    ['label', await made('issue-labels', { color: '#123456' })],
    ['cycle', await made('cycles', {})],
    ['module', await made('modules', {})],
    ['view', await made('views', {})],
    ['page', await made('pages', {})],
    ['estimate', estimate],
    ['point', point.id],
    ['comment', await made(`issues/${issue.id}/comments`, { comment_html: '<p>Undersea</p>' })],
    ['image', (await sendImage(by, path)).asset_id],
    ['logo', (await sendPicture(by, picturesAt(slug), 'WORKSPACE_LOGO')).asset_id],
  ])
}

/** Columns of any table, the log among them, in which rows that name something of ours name something strange. */
const columnsNaming = async (own: string[], strange: string[]): Promise<string[]> => {
  const tables: string[] = await server.db('pg_tables').where('schemaname', 'public').pluck('tablename')
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await server.db.raw<{ rows: { key: string }[] }>(
      'select distinct at.key from ?? t, jsonb_each_text(to_jsonb(t)) at where at.value ~ ? and t::text ~ ?',
      [table, strange.join('|'), own.join('|')],
    )
    found.push(...rows.map(({ key }) => `${table}.${key}`))
  }
  return found
}

const writes = allRoutes.filter(([, route]) => route.method !== 'GET' && namesIn(route).length > 0)

describe('A4, A7, A8: nothing of ours comes to name what its caller does not see, by any call', () => {
  const walk = async (by: Person, team: Team, strange: Map<string, string>) => {
    const paramsOf = pathParams(server, make, team)
    const { id: own } = await make.issue(by, team.path)
    for (const [name, route] of writes) {
      const path = fill(route.path, await paramsOf(route))
      for (const field of namesIn(route))
        await Promise.all(
          [...strange].map(async ([kind, id]) => {
            const reply = await by.send(route.method, path, bodyNaming(route, { path: field, id, own }))
            expect(reply.status, `${name} names a ${kind} as ${field}`).toBeLessThan(500)
            expect(JSON.stringify(reply.body), `${name} names a ${kind} as ${field}`).not.toContain(
              'Undersea',
            )
          }),
        )
    }
  }

  test('of another workspace', async () => {
    const strange = await strangeRows(theirs.admin, theirs.workspace.slug, theirs.path)
    for (const [kind, { id }] of Object.entries({
      person: theirs.member,
      project: theirs.project,
      workspace: theirs.workspace,
    }))
      strange.set(kind, id)
    await walk(ours.admin, ours, strange)
    const own = [ours.workspace.id, ours.project.id, ours.admin.id]
    expect(await columnsNaming(own, [...strange.values()])).toEqual([])
  }, 300_000)

  test('of a secret project of the same workspace', async () => {
    const hidden = await make.project(ours.admin, ours.workspace.slug, { network: 0 })
    const strange = await strangeRows(ours.admin, ours.workspace.slug, hidden.path)
    strange.delete('logo')
    strange.set('project', hidden.id)
    await walk(ours.member, ours, strange)
    expect(await columnsNaming([ours.project.id, ours.member.id], [...strange.values()])).toEqual([])
  }, 300_000)
})
