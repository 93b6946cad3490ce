import { beforeAll, expect, test } from 'vitest'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, outcome, strangersTo } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'

let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  const server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

const setDates = (updates: unknown, by = team.admin) => by.post(`${team.path}/issue-dates/`, { updates })
const datesOf = async (id: string) => {
  const { start_date, target_date } = await team.read(id)
  return [start_date, target_date]
}
const REVERSED = [400, { message: 'Start date cannot exceed target date' }]

test('an issue that is named twice is changed once: the later value counts, of each field', async () => {
  const a = await team.issue()
  const before = (await team.read(a.id)).revision as number
  const given = [
    { id: a.id, start_date: '2026-04-01', target_date: '2026-04-30' },
    { id: a.id, target_date: '2026-04-10' },
  ]
  expect((await setDates(given)).status).toBe(200)
  expect(await datesOf(a.id)).toEqual(['2026-04-01', '2026-04-10'])
  const updates = [
    { id: a.id, priority: 'high', start_date: null },
    { id: a.id, name: 'Tides' },
    { id: a.id, name: 'Low tide' },
  ]
  const bulk = await team.admin.post(`${team.path}/bulk-operation-issues/`, { updates })
  expect(bulk.status).toBe(204)
  expect(await team.read(a.id)).toMatchObject({
    priority: 'high',
    start_date: null,
    target_date: '2026-04-10',
    name: 'Low tide',
    revision: before + 2,
  })
})

test('dates of many issues are set in one call: a given one replaces, null clears, an absent one stays', async () => {
  const dated = { start_date: '2026-04-01', target_date: '2026-04-10' }
  const [a, b, c] = [await team.issue(), await team.issue(dated), await team.issue(dated)]
  const reply = await setDates(
    [
      { id: a.id, ...dated },
      { id: b.id, start_date: null },
      { id: c.id, target_date: '2026-04-20' },
    ],
    team.member,
  )
  expect(outcome(reply)).toEqual([200, { message: 'Issues updated successfully' }])
  expect(await Promise.all([a, b, c].map(issue => datesOf(issue.id)))).toEqual([
    ['2026-04-01', '2026-04-10'],
    [null, '2026-04-10'],
    ['2026-04-01', '2026-04-20'],
  ])
  const told = await team.told(b.id)
  expect(told.at(-1)).toMatchObject({ field: 'start_date', old_value: '2026-04-01', new_value: '' })
})

test('start after target is refused, with the stored value for the side that is not given, and nothing is written', async () => {
  const good = await team.issue()
  const issue = await team.issue({ start_date: '2026-04-05', target_date: '2026-04-10' })
  const before = await team.changes()
  for (const wrong of [
    { start_date: '2026-04-11' },
    { target_date: '2026-04-04' },
    { start_date: '2026-05-02', target_date: '2026-05-01' },
  ]) {
    const reply = await setDates([
      { id: good.id, start_date: '2026-04-01' },
      { id: issue.id, ...wrong },
    ])
    expect(outcome(reply)).toEqual(REVERSED)
  }
  expect(await team.changes()).toBe(before)
  expect(await datesOf(good.id)).toEqual([null, null])
  const cleared = await setDates([{ id: issue.id, start_date: '2026-04-11', target_date: null }])
  expect(cleared.status).toBe(200)
})

test('A7: one id of another project, unknown or archived refuses the whole call', async () => {
  const own = await team.issue()
  const strangers = await strangersTo(team, theirs)
  const before = await team.changes()
  for (const id of strangers)
    expect(
      outcome(
        await setDates([
          { id: own.id, start_date: '2026-04-01' },
          { id, start_date: '2026-04-01' },
        ]),
      ),
    ).toEqual(NO_ISSUE)
  expect(await team.changes()).toBe(before)
})

test.each([
  [undefined, { updates: ['This field is required.'] }],
  [[{ start_date: '2026-04-01' }], { updates: ['This field is required.'] }],
  [[{ id: '7' }], { updates: ['Must be a valid UUID.'] }],
  ['x', { updates: ['Expected a list of items.'] }],
])('%j is refused on its field', async (updates, body) => {
  expect(outcome(await setDates(updates))).toEqual([400, body])
})

test('no list, or a list of nothing, writes nothing; a guest sets no dates', async () => {
  const before = await team.changes()
  expect((await setDates([])).status).toBe(200)
  const issue = await team.issue()
  expect(outcome(await setDates([{ id: issue.id, start_date: null }], team.guest))).toEqual(DENIED)
  expect((await setDates([{ id: issue.id, start_date: null }])).status).toBe(200)
  expect((await team.read(issue.id)).revision).toBe(1)
  expect(await team.changes()).toBeGreaterThan(before)
})
