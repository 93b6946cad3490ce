import { beforeAll, describe, expect, test } from 'vitest'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const today = () => new Date().toISOString().slice(0, 10)
const ended = (group = 'completed', fields = {}) => team.issue({ state_id: team.state(group), ...fields })
const archive = (id: string, by = team.admin) => by.post(team.at(id, 'archive/'))
const bulk = (issue_ids: string[], by = team.admin) =>
  by.post(`${team.path}/bulk-archive-issues/`, { issue_ids })
const listed = async (what: string, by = team.admin) =>
  (await by.get<{ results: { id: string }[] }>(`${team.path}/${what}`)).body.results.map(({ id }) => id)

describe('archiving', () => {
  test.each(['completed', 'cancelled'])('a %s issue leaves the lists and stays readable', async group => {
    const issue = await ended(group)
    expect(outcome(await archive(issue.id, team.member))).toEqual([200, { archived_at: today() }])
    expect(await listed('issues/')).not.toContain(issue.id)
    expect(await listed('archived-issues/')).toContain(issue.id)
    const by = { archived_at: today(), archived_by: team.member.id }
    expect(await team.read(issue.id)).toMatchObject(by)
    const one = await team.admin.get(team.at(issue.id, 'archive/?expand=parent'))
    expect([one.status, one.body]).toMatchObject([200, { id: issue.id, archived_at: today(), parent: null }])
    const told = (await team.told(issue.id)).at(-1)
    expect(told).toMatchObject({
      verb: 'updated',
      field: 'archived_at',
      old_value: null,
      new_value: 'manual_archive',
      comment: 'actor archived the issue',
    })
  })

  test('an issue that has not ended, one archived already, an unknown one: refused', async () => {
    for (const group of ['backlog', 'unstarted', 'started']) {
      const issue = await ended(group)
      expect(outcome(await archive(issue.id))).toEqual([
        400,
        { error: 'Can only archive completed or cancelled state group issue' },
      ])
    }
    const issue = await ended()
    await archive(issue.id)
    expect(outcome(await archive(issue.id))).toEqual(NOT_FOUND)
    expect(outcome(await archive(team.make.id()))).toEqual(NOT_FOUND)
  })

  test('its completion time stays, its children stay, and its parent counts without it', async () => {
    const top = await team.issue()
    const issue = await ended('completed', { parent_id: top.id })
    const child = await team.issue({ parent_id: issue.id })
    const { completed_at } = await team.read(issue.id)
    await archive(issue.id)
    expect((await team.read(issue.id)).completed_at).toBe(completed_at)
    expect((await team.read(top.id)).sub_issues_count).toBe(0)
    expect((await team.read(child.id)).archived_at).toBeNull()
    expect((await team.admin.delete(team.at(issue.id, 'archive/'))).status).toBe(204)
    expect((await team.read(top.id)).sub_issues_count).toBe(1)
  })

  test('a restored issue is back in lists; one outside of the archive is not found there', async () => {
    const issue = await ended()
    const out = (by = team.admin) => by.delete(team.at(issue.id, 'archive/'))
    expect(outcome(await out())).toEqual(NOT_FOUND)
    expect(outcome(await team.admin.get(team.at(issue.id, 'archive/')))).toEqual(NOT_FOUND)
    await archive(issue.id)
    expect(outcome(await out(team.member))).toEqual([204, ''])
    expect(await listed('issues/')).toContain(issue.id)
    expect((await team.told(issue.id)).at(-1)).toMatchObject({
      field: 'archived_at',
      old_value: 'archive',
      new_value: 'restore',
      comment: 'has restored the issue',
    })
  })

  test('guests neither archive nor read the archive', async () => {
    const issue = await ended()
    await server.db('issues').where('id', issue.id).update({ created_by: team.guest.id })
    expect(outcome(await archive(issue.id, team.guest))).toEqual(DENIED)
    await archive(issue.id)
    expect(outcome(await team.guest.delete(team.at(issue.id, 'archive/')))).toEqual(DENIED)
    expect(outcome(await team.guest.get(team.at(issue.id, 'archive/')))).toEqual(DENIED)
    expect(outcome(await team.guest.get(`${team.path}/archived-issues/`))).toEqual(DENIED)
    expect(outcome(await bulk([issue.id], team.guest))).toEqual(DENIED)
  })

  test('the archive groups, counts and leaves out children by its own rows', async () => {
    const project = await team.make.project(team.admin, team.workspace.slug)
    const [done] = (
      await team.admin.get<{ id: string; group: string }[]>(`${project.path}/states/`)
    ).body.filter(state => state.group === 'completed')
    const make = (fields = {}) => team.make.issue(team.admin, project.path, { state_id: done!.id, ...fields })
    const top = await make({ priority: 'high' })
    const child = await make({ parent_id: top.id })
    await make()
    for (const { id } of [top, child]) await team.admin.post(`${project.path}/issues/${id}/archive/`)
    const { body } = await team.admin.get(`${project.path}/archived-issues/?group_by=priority`)
    expect(body).toMatchObject({
      total_count: 2,
      total_pages: 1,
      results: { high: { total_results: 1 }, none: { total_results: 1 }, low: { total_results: 0 } },
    })
    const without = await team.admin.get(`${project.path}/archived-issues/?show_sub_issues=false`)
    expect(without.body).toMatchObject({ total_count: 1, results: [{ id: top.id }] })
  })
})

describe('archiving many', () => {
  test('all of them, with the day that they then carry', async () => {
    const [a, b] = [await ended(), await ended('cancelled')]
    expect(outcome(await bulk([a.id, b.id, a.id], team.member))).toEqual([200, { archived_at: today() }])
    for (const { id } of [a, b]) {
      expect((await team.read(id)).archived_at).toBe(today())
      expect((await team.told(id)).at(-1)).toMatchObject({
        field: 'archived_at',
        new_value: 'manual_archive',
      })
    }
    const out = await team.admin.delete(`${team.path}/bulk-archive-issues/`, { issue_ids: [a.id, b.id] })
    expect(outcome(out)).toEqual([200, { message: '2 issues were restored' }])
    const again = await team.admin.delete(`${team.path}/bulk-archive-issues/`, { issue_ids: [a.id] })
    expect(outcome(again)).toEqual(NO_ISSUE)
  })

  test('A7: none when one has not ended, is archived, unknown or of another project', async () => {
    const good = await ended()
    const archived = await ended()
    await archive(archived.id)
    const other = await team.make.project(team.admin, team.workspace.slug)
    const elsewhere = await team.make.issue(team.admin, other.path)
    const open = await team.issue()
    const before = await team.changes()
    expect(outcome(await bulk([good.id, open.id]))).toEqual([
      400,
      { error_code: 4091, error_message: 'INVALID_ARCHIVE_STATE_GROUP' },
    ])
    for (const id of [archived.id, elsewhere.id, team.make.id()])
      expect(outcome(await bulk([good.id, id]))).toEqual(NO_ISSUE)
    expect(outcome(await bulk([]))).toEqual([400, { error: 'Issue IDs are required' }])
    expect(await team.changes()).toBe(before)
  })
})
