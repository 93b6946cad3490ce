import { beforeAll, describe, expect, test } from 'vitest'
import { during as duringOf, row, type Told } from '../support/activityRows.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let during: ReturnType<typeof duringOf>

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  during = duringOf(server, team)
})

const updated = (field: string, comment: string, values: Told) => row('updated', field, comment, values)
const keyOf = (issue: { sequence_id: number }) => `${team.project.identifier}-${issue.sequence_id}`
const patch = (id: string, values: object) => () => team.admin.patch(team.at(id), values)

describe('a change of a field', () => {
  test('name, priority, dates: old and new', async () => {
    const issue = await team.issue({ name: 'Sill' })
    const rows = await during(
      issue.id,
      patch(issue.id, { name: 'Lock', priority: 'high', start_date: '2026-01-02' }),
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        updated('name', 'updated the name to', { old_value: 'Sill', new_value: 'Lock' }),
        updated('priority', 'updated the priority to', { old_value: 'none', new_value: 'high' }),
        updated('start_date', 'updated the start date to', { old_value: '', new_value: '2026-01-02' }),
      ]),
    )
    expect(rows).toHaveLength(3)
    expect(await during(issue.id, patch(issue.id, { start_date: null, target_date: '2026-01-03' }))).toEqual([
      updated('start_date', 'updated the start date to', { old_value: '2026-01-02', new_value: '' }),
      updated('target_date', 'updated the target date to', { old_value: '', new_value: '2026-01-03' }),
    ])
  })

  test('state, parent, estimate: names with their ids', async () => {
    const [started, backlog] = ['started', 'backlog'].map(
      group => team.states.find(one => one.group === group)!,
    )
    const [issue, parent] = [await team.issue(), await team.issue()]
    expect(await during(issue.id, patch(issue.id, { state_id: started!.id }))).toEqual([
      updated('state', 'updated the state to', {
        old_value: backlog!.name,
        new_value: started!.name,
        old_identifier: backlog!.id,
        new_identifier: started!.id,
      }),
    ])
    expect(await during(issue.id, patch(issue.id, { parent_id: parent.id }))).toEqual([
      updated('parent', 'updated the parent issue to', {
        old_value: '',
        new_value: keyOf(parent),
        new_identifier: parent.id,
      }),
    ])
    expect(await during(issue.id, patch(issue.id, { parent_id: null }))).toEqual([
      updated('parent', 'updated the parent issue to', {
        old_value: keyOf(parent),
        new_value: '',
        old_identifier: parent.id,
      }),
    ])
    const [one, two] = await team.points()
    expect(await during(issue.id, patch(issue.id, { estimate_point: one!.id }))).toEqual([
      updated('estimate_point', 'updated the estimate point to', { new_value: '1', new_identifier: one!.id }),
    ])
    expect(await during(issue.id, patch(issue.id, { estimate_point: two!.id }))).toEqual([
      updated('estimate_point', 'updated the estimate point to', {
        old_value: '1',
        new_value: '2',
        old_identifier: one!.id,
        new_identifier: two!.id,
      }),
    ])
    expect(await during(issue.id, patch(issue.id, { estimate_point: null }))).toEqual([
      row('removed', 'estimate_point', 'updated the estimate point to', {
        old_value: '2',
        old_identifier: two!.id,
      }),
    ])
  })

  test('labels and assignees: one row for each that comes or goes, empty text for the side without', async () => {
    const [a, b] = [await team.label({ name: 'Bug' }), await team.label({ name: 'Tides' })]
    const issue = await team.issue({ label_ids: [a] })
    const { display_name } = (await server.db('users').where('id', team.member.id).first('display_name')) as {
      display_name: string
    }
    const rows = await during(issue.id, patch(issue.id, { label_ids: [b], assignee_ids: [team.member.id] }))
    expect(rows).toEqual([
      updated('labels', 'added label', { old_value: '', new_value: 'Tides', new_identifier: b }),
      updated('labels', 'removed label', { old_value: 'Bug', new_value: '', old_identifier: a }),
      updated('assignees', 'added assignee', {
        old_value: '',
        new_value: display_name,
        new_identifier: team.member.id,
      }),
    ])
    expect(await during(issue.id, patch(issue.id, { assignee_ids: [] }))).toEqual([
      updated('assignees', 'removed assignee', {
        old_value: display_name,
        new_value: '',
        old_identifier: team.member.id,
      }),
    ])
  })

  test('no change, or one of a field that histories leave out: no row', async () => {
    const issue = await team.issue({ priority: 'low' })
    const same = {
      name: issue.name,
      priority: 'low',
      sort_order: 12.5,
      external_id: 'x',
      type_id: team.make.id(),
    }
    expect(await during(issue.id, patch(issue.id, same))).toEqual([])
    expect(await during(issue.id, patch(issue.id, { name: 'x', priority: 'huge' }))).toEqual([])
  })

  test('cycles and modules: added, moved, removed, each named in its phrase', async () => {
    const issue = await team.issue()
    const [a, b] = [await team.cycle({ name: 'Spring' }), await team.cycle({ name: 'Autumn' })]
    const into = (cycle: string) => () =>
      team.made(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [issue.id] })
    const told = (verb: string, comment: string, values: Told) => row(verb, 'cycles', comment, values)
    expect(await during(issue.id, into(a))).toEqual([
      told('created', 'added cycle Spring', { old_value: '', new_value: 'Spring', new_identifier: a }),
    ])
    expect(await during(issue.id, into(a))).toEqual([])
    expect(await during(issue.id, into(b))).toEqual([
      told('updated', 'updated cycle from Spring to Autumn', {
        old_value: 'Spring',
        new_value: 'Autumn',
        old_identifier: a,
        new_identifier: b,
      }),
    ])
    const out = () => team.admin.delete(`${team.path}/cycles/${b}/cycle-issues/${issue.id}/`)
    expect(await during(issue.id, out)).toEqual([
      told('deleted', 'removed this issue from Autumn', {
        old_value: 'Autumn',
        new_value: '',
        old_identifier: b,
      }),
    ])
    expect(await during(issue.id, out)).toEqual([])

    const module = await team.module({ name: 'Quay' })
    const add = () => team.made(`${team.path}/modules/${module}/issues/`, { issues: [issue.id] })
    const named = (verb: string, comment: string, values: Told) => row(verb, 'modules', comment, values)
    expect(await during(issue.id, add)).toEqual([
      named('created', 'added module Quay', { old_value: '', new_value: 'Quay', new_identifier: module }),
    ])
    expect(await during(issue.id, add)).toEqual([])
    const leave = () => team.made(team.at(issue.id, 'modules/'), { removed_modules: [module] })
    expect(await during(issue.id, leave)).toEqual([
      named('deleted', 'removed this issue from Quay', {
        old_value: 'Quay',
        new_value: '',
        old_identifier: module,
      }),
    ])
    expect(await during(issue.id, leave)).toEqual([])
  })
})
