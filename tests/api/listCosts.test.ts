import { beforeAll, describe, expect, test } from 'vitest'
import type { Issue } from '../../api/contract/work/issues.ts'
import { fillProject } from '../../migrations/populate.ts'
import { build } from '../support/build.ts'
import { type Envelope, type Groups, idsOf, type SubGroups } from '../support/issueWorld.ts'
import { rowsRead } from '../support/queriesOf.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ISSUES = 4000
const PROJECTS = 3

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let lists: Record<'project' | 'workspace' | 'person', string>

beforeAll(async () => {
  server = await startServer()
  const make = build(server)
  team = await make.team()
  const others = await Promise.all(
    Array.from({ length: PROJECTS - 1 }, () => make.project(team.admin, team.workspace.slug)),
  )
  const labels: string[] = []
  for (const name of ['Reef', 'Bar', 'Shoal', 'Rare'])
    labels.push((await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, { name })).body.id)
  for (const { id } of [team.project, ...others]) await fillProject(server.db, id, ISSUES)
  // Of the labels one is rare, and is beside others.
  await server.db.raw(
    `update issues set label_ids = case when sequence_id % 200 = 0 then array[label_ids[1], ?]::uuid[]
       else array_remove(label_ids, ?::uuid) end where project_id = ? and label_ids <> '{}'`,
    [labels[3]!, labels[3]!, team.project.id],
  )
  await server.db.raw('vacuum analyze issues')
  const space = `/api/workspaces/${team.workspace.slug}`
  lists = {
    project: `${team.path}/issues/`,
    workspace: `${space}/issues/`,
    person: `${space}/user-issues/${team.admin.id}/`,
  }
}, 60_000)

const ask = async <T>(list: keyof typeof lists, params: string) => {
  const reply = await team.admin.get<Envelope<T>>(`${lists[list]}?${params}`)
  expect(reply.status).toBe(200)
  return reply.body
}

// The rows of a page, and as many again that an index passes on the way; a list read whole is far beyond that.
test.each([
  ['project', 'per_page=100', 200],
  ['project', 'per_page=100&order_by=sort_order&type=active', 500],
  ['project', 'per_page=100&order_by=-priority', 700],
  ['project', 'group_by=state_id&order_by=sort_order&per_page=20', 200],
  ['project', 'group_by=state_id&sub_group_by=priority&order_by=sort_order&per_page=4', 1200],
  ['workspace', 'per_page=100', 600],
  ['workspace', 'per_page=100&order_by=sort_order', 600],
  ['workspace', 'group_by=priority&per_page=10', 400],
  ['workspace', 'group_by=project_id&per_page=10', 200],
] as const)('a list of the %s (%s) reads what it shows, not what it holds', async (list, params, most) => {
  expect(await rowsRead(server, 'issues', () => ask(list, params))).toBeLessThan(most)
})

test('a person’s list counts what is theirs and reads no more of it than the page', async () => {
  const all = ISSUES * PROJECTS
  expect((await ask('person', 'per_page=100')).total_count).toBe(all)
  expect(await rowsRead(server, 'issues', () => ask('person', 'per_page=100'))).toBeLessThan(all + 600)
})

describe('the first rows of each group', () => {
  const GROUPINGS = [
    ['project', 'group_by=state_id&order_by=-priority&then_by=sort_order'],
    ['project', 'group_by=labels__id&order_by=name'],
    ['project', 'group_by=labels__id&order_by=sort_order'],
    ['project', 'group_by=labels__id&order_by=-created_at&type=active'],
    ['project', 'group_by=labels__id&order_by=assignees__first_name'],
    ['project', 'group_by=target_date&order_by=sort_order'],
    ['workspace', 'group_by=priority&order_by=-updated_at'],
    ['workspace', 'group_by=project_id&order_by=created_at'],
  ] as const
  // A few rows of large groups are found by an index, many or those of small groups by sorting the list.
  test.each(GROUPINGS.flatMap(one => [2, 300].map(size => [...one, size] as const)))(
    'are those of the group asked for alone: %s, %s, %i of each',
    async (list, params, size) => {
      const page = await ask<Groups>(list, `${params}&per_page=${size}`)
      const keys = Object.keys(page.results).slice(0, 6)
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        const alone = await ask<Issue[]>(list, `${params}&per_page=${size}&group=${key}`)
        expect(idsOf(page.results[key]!.results)).toEqual(idsOf(alone.results))
        expect(page.results[key]!.total_results).toBe(alone.total_count)
      }
    },
  )

  const CELLS = ['group_by=target_date&sub_group_by=state_id', 'group_by=state_id&sub_group_by=labels__id']
  test.each(CELLS.flatMap(by => [1, 60].map(size => [by, size] as const)))(
    'are those of the cell asked for alone: %s, %i of each',
    async (by, size) => {
      const params = `${by}&order_by=sort_order&per_page=${size}`
      const page = await ask<SubGroups>('project', params)
      const cells = Object.entries(page.results).flatMap(([group, { results }]) =>
        Object.entries(results).map(([sub, cell]) => ({ group, sub, cell })),
      )
      expect(cells.some(({ group, sub }) => [group, sub].includes('None'))).toBe(true)
      for (const { group, sub, cell } of cells.slice(-12)) {
        const alone = await ask<Issue[]>('project', `${params}&group=${group}&sub_group=${sub}`)
        expect([cell.total_results, idsOf(cell.results)]).toEqual([alone.total_count, idsOf(alone.results)])
      }
    },
  )
})
