import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Activity } from '../../api/contract/work/activity.ts'
import { type Issue, priorities } from '../../api/contract/work/issues.ts'
import { relationTypes } from '../../api/contract/work/relations.ts'
import { rowsOf } from '../support/activityRows.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { presentOf, replay } from '../support/replay.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runs, soaked } from '../support/soak.ts'

let server: TestServer
let team: IssueTeam
const world: Record<'labels' | 'modules' | 'cycles' | 'points' | 'people' | 'states', string[]> = {
  labels: [],
  modules: [],
  cycles: [],
  points: [],
  people: [],
  states: [],
}

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  for (let n = 0; n < 3; n++) {
    world.labels.push(await team.label())
    world.modules.push(await team.module())
    world.cycles.push(await team.cycle())
  }
  world.points = (await team.points()).map(point => point.id)
  world.people = [team.admin.id, team.member.id, team.guest.id]
  world.states = team.states.map(state => state.id)
})

/** An edit as it is sent: `$0` stands for the id of the first issue of the run. */
type Edit = { method: string; path: string; body?: unknown }
const ISSUES = 4
const anIssue = () => fc.nat(ISSUES - 1).map(n => `$${n}`)
const oneOrNone = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 })
const day = () => fc.integer({ min: 1, max: 9 }).map(n => `2026-05-0${n}`)
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 1 })

const edits = (): fc.Arbitrary<Edit> => {
  const { labels, modules, cycles, points, people, states } = world
  const fields = {
    name: optional(fc.constantFrom('Sill', 'Lock', 'Quay')),
    priority: optional(fc.constantFrom(...priorities)),
    state_id: optional(fc.constantFrom(...states)),
    start_date: optional(oneOrNone(day())),
    target_date: optional(oneOrNone(day())),
    label_ids: optional(fc.subarray(labels)),
    assignee_ids: optional(fc.subarray(people)),
    estimate_point: optional(oneOrNone(fc.constantFrom(...points))),
    parent_id: optional(oneOrNone(anIssue())),
    sort_order: optional(fc.integer({ min: 1, max: 5 })),
  }
  const grouped = {
    cycle_id: optional(oneOrNone(fc.constantFrom(...cycles))),
    module_ids: optional(fc.subarray(modules)),
  }
  const some = fc.uniqueArray(anIssue(), { minLength: 1, maxLength: ISSUES })
  const { name: _, parent_id: __, sort_order: ___, state_id, ...properties } = { ...fields, ...grouped }
  const to = (method: string, path: string) => (body?: unknown) => ({ method, path, body })
  const on = (method: string, rest: string, body: fc.Arbitrary<unknown> = fc.constant({})) =>
    fc.tuple(anIssue(), body).map(([id, given]) => to(method, `issues/${id}/${rest}`)(given))
  const into = (kind: string, ids: string[], calls: string) =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...ids), some)
        .map(([id, issues]) => to('POST', `${kind}/${id}/${calls}/`)({ issues })),
      fc
        .tuple(fc.constantFrom(...ids), anIssue())
        .map(([id, issue]) => to('DELETE', `${kind}/${id}/${calls}/${issue}/`)()),
    )
  const relation_type = fc.constantFrom(...relationTypes)
  return fc.oneof(
    { weight: 6, arbitrary: on('PATCH', '', fc.record(fields)) },
    {
      weight: 3,
      arbitrary: fc
        .record({ issue_ids: some, properties: fc.record({ ...properties, state_id }) })
        .map(to('POST', 'bulk-operation-issues/')),
    },
    fc
      .record({
        updates: fc.uniqueArray(fc.record({ id: anIssue(), ...fields, ...grouped }), {
          selector: row => row.id,
        }),
      })
      .map(to('POST', 'bulk-operation-issues/')),
    fc
      .record({
        updates: fc.array(
          fc.record({ id: anIssue(), start_date: fields.start_date, target_date: fields.target_date }),
        ),
      })
      .map(to('POST', 'issue-dates/')),
    on('POST', 'sub-issues/', fc.record({ sub_issue_ids: some })),
    on(
      'POST',
      'modules/',
      fc.record({ modules: fc.subarray(modules), removed_modules: fc.subarray(modules) }),
    ),
    into('cycles', cycles, 'cycle-issues'),
    into('modules', modules, 'issues'),
    on('POST', 'archive/'),
    on('DELETE', ''),
    on('POST', 'restore/'),
    on('DELETE', 'archive/'),
    some.map(issue_ids => to('POST', 'bulk-archive-issues/')({ issue_ids })),
    on('POST', 'issue-relation/', fc.record({ relation_type, issues: some })),
    on('POST', 'remove-relation/', fc.record({ relation_type, related_issue: anIssue() })),
  )
}

const relationsOf = async (id: string): Promise<string[]> => {
  const rows = (await server
    .db('issue_relations')
    .whereNull('deleted_at')
    .where(either => either.where('issue', id).orWhere('related_issue', id))) as {
    issue: string
    related_issue: string
    relation_type: string
  }[]
  return rows.map(row => {
    if (row.issue === id) return `${row.relation_type} ${row.related_issue}`
    return `${row.relation_type === 'blocked_by' ? 'blocking' : row.relation_type} ${row.issue}`
  })
}

/** Its history rises strictly in time and, replayed, ends where the issue is. */
const expectWhole = async (id: string) => {
  const rows = (await rowsOf(server, id)) as (Activity & { first_values: Partial<Issue> | null })[]
  const times = rows.map(row => Date.parse(row.created_at))
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(replay(rows)).toEqual(presentOf(await team.read(id), await relationsOf(id)))
}

test(
  'any edits, by any calls: an issue’s history, replayed from its first values, ends where the issue is',
  async () => {
    const beginnings = fc.array(
      fc.record({
        priority: fc.constantFrom(...priorities),
        label_ids: fc.subarray(world.labels),
        assignee_ids: fc.subarray(world.people),
        start_date: oneOrNone(day()),
        state_id: fc.constantFrom(...world.states),
      }),
      { minLength: ISSUES, maxLength: ISSUES },
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(
        beginnings,
        fc.array(edits(), { minLength: 15, maxLength: 30 }),
        async (first, acts) => {
          const ids: string[] = []
          for (const fields of first) ids.push((await team.issue(fields)).id)
          const filled = (text: string) => text.replace(/\$(\d)/g, (_, n: string) => ids[Number(n)]!)
          for (const { method, path, body } of acts) {
            const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)))
            const reply = await team.admin.send(method, `${team.path}/${filled(path)}`, sent)
            expect(reply.status, `${method} ${path} ${JSON.stringify(reply.body)}`).toBeLessThan(500)
            if (reply.status < 300) accepted++
          }
          // Deleted issues are looked at as they come back.
          for (const id of ids) await team.admin.post(team.at(id, 'restore/'))
          for (const id of ids) await expectWhole(id)
        },
      ),
      runs(25),
    )
    // Most edits are good ones: a run of refusals would prove nothing.
    expect(accepted).toBeGreaterThan(150)
  },
  soaked(120_000, 0),
)

test('edits by two at once: the history still ends where the issue is, each change told of once', async () => {
  const [issue, other] = [await team.issue(), await team.issue()]
  const { labels, people, states, cycles, modules } = world
  const patches = Array.from({ length: 24 }, (_, at) => ({
    name: `Name ${at % 5}`,
    state_id: states[at % states.length],
    label_ids: labels.filter((__, bit) => at & (1 << bit)),
    assignee_ids: people.filter((__, bit) => (at + 3) & (1 << bit)),
    priority: priorities[at % priorities.length],
    parent_id: at % 2 ? other.id : null,
  }))
  const acts = patches.map((patch, at) => (at % 2 ? team.admin : team.member).patch(team.at(issue.id), patch))
  const into = cycles.map(id =>
    team.member.post(`${team.path}/cycles/${id}/cycle-issues/`, { issues: [issue.id] }),
  )
  const beside = modules.map(id =>
    team.admin.post(`${team.path}/modules/${id}/issues/`, { issues: [issue.id] }),
  )
  const replies = await Promise.all([...acts, ...into, ...beside])
  expect(replies.filter(reply => reply.status >= 300)).toEqual([])
  await expectWhole(issue.id)
  expect((await team.read(issue.id)).module_ids.sort()).toEqual([...modules].sort())
})
