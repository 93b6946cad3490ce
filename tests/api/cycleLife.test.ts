import { beforeAll, describe, expect, test } from 'vitest'
import { DENIED, type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

const NO_CYCLE = [404, { error: 'Cycle not found' }]
const OVERLAP = [
  400,
  {
    error:
      'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates',
  },
]
const at = (id: string, rest = '') => `${team.path}/cycles/${id}/${rest}`
const patch = (id: string, body: object, by = team.admin) => by.patch(at(id), body)
const read = async (id: string, rest = '', by = team.admin) =>
  (await by.get<Record<string, unknown>>(at(id, rest))).body
const fill = (id: string, issues: string[]) => team.admin.post(at(id, 'cycle-issues/'), { issues })

let year = 1990
/** A cycle of two days that are past and of no other, which holds these issues. */
const ended = async (issues: string[] = [], fields: object = {}) => {
  const id = await team.cycle(fields)
  if (issues.length > 0) await fill(id, issues)
  year++
  const { status } = await patch(id, { start_date: `${year}-01-01`, end_date: `${year}-01-02` })
  expect(status).toBe(200)
  return id
}
const archived = async () => {
  const id = await ended()
  expect((await team.admin.post(at(id, 'archive/'))).status).toBe(200)
  return id
}

describe('changing a cycle', () => {
  test('its fields and both of its days, which may be cleared together', async () => {
    const id = await team.cycle()
    const changed = await patch(
      id,
      { name: ' Ebb ', description: 'Low', start_date: '2040-01-01', end_date: '2040-01-05', sort_order: 7 },
      team.member,
    )
    expect(outcome(changed)).toMatchObject([
      200,
      {
        name: 'Ebb',
        description: 'Low',
        end_date: '2040-01-05T23:59:59.000Z',
        status: 'upcoming',
        sort_order: 7,
      },
    ])
    expect((await patch(id, { end_date: '2040-01-06' })).body.start_date).toBe('2040-01-01T00:00:00.000Z')
    expect((await patch(id, { start_date: null, end_date: null })).body).toMatchObject({ status: 'draft' })
    const ignored = await patch(id, { archived_at: '2020-01-01', progress_snapshot: { total_issues: 9 } })
    expect(ignored.body).toMatchObject({ archived_at: null, progress_snapshot: {} })
    expect(ignored.headers.get('x-ignored-fields')).toBe('archived_at, progress_snapshot')
  })

  test('one day alone, days the wrong way round or of another cycle: refused, by those that it has already', async () => {
    const id = await team.cycle({ start_date: '2041-01-01', end_date: '2041-01-05' })
    await team.cycle({ start_date: '2041-02-01', end_date: '2041-02-05' })
    expect(outcome(await patch(id, { end_date: null }))).toEqual([
      400,
      { error: 'Both start date and end date are either required or are to be null' },
    ])
    expect(outcome(await patch(id, { start_date: '2041-01-06' }))).toEqual([
      400,
      { non_field_errors: ['Start date cannot exceed end date'] },
    ])
    expect(outcome(await patch(id, { end_date: '2041-02-01' }))).toEqual(OVERLAP)
    expect((await patch(id, { end_date: '2041-01-31', start_date: '2041-01-02' })).status).toBe(200)
  })

  test('two that come to share a day at once: one is refused', async () => {
    const [one, two] = [await team.cycle(), await team.cycle()]
    const replies = await Promise.all([
      patch(one, { start_date: '2042-01-01', end_date: '2042-01-05' }),
      patch(two, { start_date: '2042-01-05', end_date: '2042-01-09' }, team.member),
    ])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400])
    expect(outcome(replies.find(reply => reply.status === 400)!)).toEqual(OVERLAP)
  })

  test('one that is over takes a place in the order and nothing else', async () => {
    const id = await ended()
    const over = [400, { error: 'The Cycle has already been completed so it cannot be edited' }]
    for (const body of [
      { name: 'Ebb' },
      { sort_order: 3, name: 'Ebb' },
      { start_date: null, end_date: null },
    ])
      expect(outcome(await patch(id, body))).toEqual(over)
    expect((await patch(id, { sort_order: 3 })).body).toMatchObject({ sort_order: 3, status: 'completed' })
  })

  test('an archived one, an unknown one, a guest: refused', async () => {
    expect(outcome(await patch(await archived(), { sort_order: 1 }))).toEqual([
      400,
      { error: 'Archived cycle cannot be updated' },
    ])
    expect(outcome(await patch(team.make.id(), { name: 'Ebb' }))).toEqual(NO_CYCLE)
    expect(outcome(await patch(await team.cycle(), { name: 'Ebb' }, team.guest))).toEqual(DENIED)
  })
})

describe('the archive', () => {
  test('takes what is over, out of lists and everyone’s favorites, and gives it back as it was', async () => {
    const issue = await team.issue()
    const id = await ended([issue.id])
    const favorites = `${team.path}/user-favorite-cycles/`
    for (const by of [team.admin, team.member])
      expect(outcome(await by.post(favorites, { cycle: id }))).toEqual([204, ''])
    const first = (await team.admin.get<{ id: string }[]>(`${team.path}/cycles/`)).body[0]
    expect(first).toMatchObject({ id, is_favorite: true })
    const { status, body } = await team.member.post<{ archived_at: string }>(at(id, 'archive/'))
    expect([status, body]).toEqual([200, { archived_at: expect.stringMatching(/^\d{4}-.*Z$/) }])
    const list = async (rest: string, by = team.admin) =>
      (await by.get<{ id: string }[]>(`${team.path}/${rest}/`)).body.map(row => row.id)
    expect(await list('cycles')).not.toContain(id)
    expect(await list('archived-cycles', team.member)).toContain(id)
    expect(await list('user-favorite-cycles', team.member)).toEqual([])
    expect(outcome(await team.admin.get(at(id)))).toEqual(NO_CYCLE)
    const detail = (await team.admin.get<Record<string, unknown>>(`${team.path}/archived-cycles/${id}/`)).body
    expect(detail).toMatchObject({
      ...body,
      archived_by: team.member.id,
      total_issues: 1,
      distribution: { assignees: [{ total_issues: 1 }] },
    })
    // Of the archive guests see nothing, not by its parts either.
    expect(outcome(await team.guest.get(`${team.path}/archived-cycles/`))).toEqual(DENIED)
    for (const rest of ['progress/', 'analytics/', 'cycle-issues/'])
      expect(outcome(await team.guest.get(at(id, rest)))).toEqual(NO_CYCLE)
    expect(outcome(await team.admin.post(at(id, 'archive/')))).toEqual([
      400,
      { error: 'The cycle is already archived' },
    ])
    expect(outcome(await team.admin.delete(at(id, 'archive/')))).toEqual([204, ''])
    expect(await list('user-favorite-cycles')).toHaveLength(1)
    expect(await list('user-favorite-cycles', team.member)).toHaveLength(1)
    expect(await read(id)).toMatchObject({ total_issues: 1, archived_by: null })
    expect(outcome(await team.admin.delete(at(id, 'archive/')))).toEqual([
      400,
      { error: 'The cycle is not archived' },
    ])
    expect(outcome(await team.admin.get(`${team.path}/archived-cycles/${id}/`))).toEqual(NO_CYCLE)
  })

  test('takes nothing that is not over', async () => {
    const refused = [400, { error: 'Only completed cycles can be archived' }]
    const coming = await team.cycle({ start_date: '2043-01-01', end_date: '2043-01-02' })
    for (const id of [await team.cycle(), coming])
      expect(outcome(await team.admin.post(at(id, 'archive/')))).toEqual(refused)
    expect(outcome(await team.admin.post(at(team.make.id(), 'archive/')))).toEqual(NO_CYCLE)
    expect(outcome(await team.guest.post(at(coming, 'archive/')))).toEqual(DENIED)
  })

  test('gives back nothing onto the days of another', async () => {
    const id = await archived()
    const days = { start_date: `${year}-01-02`, end_date: `${year}-01-03` }
    await team.cycle(days)
    expect(outcome(await team.admin.delete(at(id, 'archive/')))).toEqual(OVERLAP)
  })

  test('archived while issues are put into it: one after the other, and no issue comes into the archive', async () => {
    for (let n = 0; n < 4; n++) {
      const [issue, id] = [await team.issue(), await team.cycle()]
      await patch(id, { start_date: '2044-01-01', end_date: '2044-01-02' })
      await server.db('cycles').where({ id }).update({ start_date: '1950-01-01', end_date: '1950-01-02' })
      const updates = [{ id: issue.id, cycle_id: id }]
      const [put, away] = await Promise.all([
        team.admin.post(`${team.path}/bulk-operation-issues/`, { updates }),
        team.member.post(at(id, 'archive/')),
      ])
      expect([put.status, away.status]).toEqual([400, 200])
      expect((await team.read(issue.id)).cycle_id).toBeNull()
    }
  })
})

describe('favorites by their own calls', () => {
  test('are kept once, are each person’s own, and go', async () => {
    const id = await team.cycle()
    const favorites = `${team.path}/user-favorite-cycles/`
    expect((await team.admin.post(favorites, { cycle: id })).status).toBe(204)
    expect(outcome(await team.admin.post(favorites, { cycle: id }))).toEqual([
      400,
      { error: 'The payload is not valid' },
    ])
    const unknown = team.make.id()
    expect(outcome(await team.admin.post(favorites, { cycle: unknown }))).toEqual([
      400,
      { cycle: [`Invalid pk "${unknown}" - object does not exist.`] },
    ])
    // Guests see it, and keep it as well.
    expect((await team.guest.post(favorites, { cycle: id })).status).toBe(204)
    expect((await team.guest.delete(`${favorites}${id}/`)).status).toBe(204)
    expect((await team.member.delete(`${favorites}${id}/`)).status).toBe(404)
    expect((await team.admin.delete(`${favorites}${id}/`)).status).toBe(204)
    expect((await team.admin.delete(`${favorites}${id}/`)).status).toBe(404)
  })
})
