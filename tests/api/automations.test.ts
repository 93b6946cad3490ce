import { beforeAll, describe, expect, test } from 'vitest'
import { automate } from '../../api/jobs/automate.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

describe('automations', () => {
  const age = (ids: string[], days: number) =>
    server
      .db('issues')
      .whereIn('id', ids)
      .update({ updated_at: new Date(Date.now() - days * 86_400_000) })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('archive what has ended and close what nobody touches, by the project’s months; a second run finds nothing', async () => {
    const done = team.state('completed')
    const ended = await team.issue({ state_id: done })
    const young = await team.issue({ state_id: done })
    const within = async (fields: object, properties: object) => {
      const issue = await team.issue(fields as Record<string, unknown>)
      await team.admin.post(`${team.path}/bulk-operation-issues/`, { issue_ids: [issue.id], properties })
      return issue
    }
    const module = (days: number) => team.module({ target_date: day(days) })
    const planned = await within({ state_id: done }, { module_ids: [await module(9), await module(-9)] })
    const over = await within({ state_id: done }, { module_ids: [await module(-9)] })
    const running = await within(
      {},
      { cycle_id: await team.cycle({ start_date: day(-3), end_date: day(3) }) },
    )
    const stale = await team.issue({ state_id: team.state('started') })
    const busy = await team.issue({ state_id: team.state('started') })
    await age(
      [ended, planned, over, running, stale].map(({ id }) => id),
      61,
    )
    await age([young.id, busy.id], 59)
    expect(await automate(server.db)).toEqual({ archived: 0, closed: 0 })
    expect(outcome(await team.admin.patch(`${team.path}/`, { archive_in: 13 }))).toEqual([
      400,
      { archive_in: ['Ensure this value is less than or equal to 12.'] },
    ])
    await team.admin.patch(`${team.path}/`, {
      archive_in: 2,
      close_in: 2,
      default_state: team.state('cancelled'),
    })
    expect(await automate(server.db)).toEqual({ archived: 2, closed: 1 })
    const read = (issue: { id: string }) => team.read(issue.id)
    for (const issue of [ended, over]) expect((await read(issue)).archived_at).toBe(day(0))
    for (const issue of [young, planned, running, busy])
      expect(await read(issue)).toMatchObject({ archived_at: null })
    expect(await read(stale)).toMatchObject({ state__group: 'cancelled', completed_at: null })
    expect((await team.told(stale.id)).at(-1)).toMatchObject({
      field: 'state',
      comment: 'system updated the state to',
      new_identifier: team.state('cancelled'),
    })
    expect((await team.told(ended.id)).at(-1)).toMatchObject({
      field: 'archived_at',
      new_value: 'archive',
      comment: 'system archived the issue',
    })
    expect(await automate(server.db)).toEqual({ archived: 0, closed: 0 })
  })

  test('leave archived projects alone, end where a state of the project ends them, and are safe to run twice at once', async () => {
    const { path } = await team.make.project(team.admin, team.workspace.slug)
    const states = (await team.admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
    const of = (group: string) => states.find(state => state.group === group)!.id
    await team.admin.patch(`${path}/`, { close_in: 1, default_state: of('started') })
    const issues = await Promise.all(Array.from({ length: 5 }, () => team.make.issue(team.admin, path)))
    await age(
      issues.map(({ id }) => id),
      40,
    )
    await team.admin.post(`${path}/archive/`)
    expect((await automate(server.db)).closed).toBe(0)
    await team.admin.delete(`${path}/archive/`)
    const runs = await Promise.all([automate(server.db), automate(server.db)])
    expect(runs[0].closed + runs[1].closed).toBe(5)
    const { body } = await team.admin.get<{ state_id: string }>(`${path}/issues/${issues[0]!.id}/`)
    expect(body.state_id).toBe(of('cancelled'))
  })
})
