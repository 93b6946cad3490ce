import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addDays, dayIn, startOfDay } from '../../api/contract/people/zones.ts'
import type { ChartDay } from '../../api/contract/planning/charts.ts'
import type { Activity } from '../../api/contract/work/activity.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { type Figures, figuresOf } from '../support/chartFigures.ts'
import { type Dice, dice } from '../support/dice.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { replay } from '../support/replay.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})
afterEach(() => {
  vi.useRealTimers()
})

type Seen = { at: number; cycle: Figures; module: Figures; left: Record<'cycle' | 'module', string[]> }
type World = Awaited<ReturnType<typeof world>>

/** A project whose days are those of a zone, with a cycle and a module of ten of them from the one given. */
const world = async (timezone: string, first: string) => {
  const { admin } = team
  const { path, id } = await team.make.project(admin, team.workspace.slug, { timezone })
  const made = async <T = { id: string }>(to: string, body: object) => team.made<T>(`${path}/${to}/`, body)
  const states = (await admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
  const estimate = await made<{ id: string; points: { id: string; value: string }[] }>('estimates', {
    estimate: { type: 'points', last_used: true },
    estimate_points: ['1', '2.5', '8'].map((value, at) => ({ key: at + 1, value })),
  })
  await admin.patch(`${path}/`, { estimate: estimate.id })
  const last = addDays(first, 9)
  const cycle = (await made('cycles', { name: 'Spring', start_date: first, end_date: last })).id
  const other = (
    await made('cycles', { name: 'Neap', start_date: addDays(first, 20), end_date: addDays(first, 30) })
  ).id
  const module = (await made('modules', { name: 'Quay', start_date: first, target_date: last })).id
  const { points } = estimate
  return { id, path, timezone, first, last, states, estimate, points, cycle, other, module, made }
}

const issuesOf = async ({ id }: World) =>
  (await server.db('issues').where('project_id', id).orderBy('sequence_id')) as (Issue & {
    active: boolean
  })[]

const seenNow = async (place: World): Promise<Seen> => {
  const points = (await server.db('estimate_points').where('project', place.id)) as {
    id: string
    value: string
  }[]
  const worth = new Map(points.map(({ id, value }) => [id, Number(value)]))
  const rows = (await issuesOf(place)).filter(({ active }) => active)
  const told = (held: Issue[]) =>
    figuresOf(
      held.map(row => ({ group: row.state__group, points: worth.get(row.estimate_point ?? '') ?? 0 })),
    )
  const cycle = rows.filter(row => row.cycle_id === place.cycle)
  const module = rows.filter(row => row.module_ids.includes(place.module))
  const left = (held: Issue[]) => held.flatMap(row => (row.state__group === 'completed' ? [] : row.id))
  return {
    ...{ at: Date.now(), cycle: told(cycle), module: told(module) },
    left: { cycle: left(cycle), module: left(module) },
  }
}

/** One thing that a team does to its issues. */
const act = async (place: World, chance: Dice) => {
  const { admin } = team
  const { path, states, points, cycle, other, module } = place
  const all = await issuesOf(place)
  const live = all.filter(row => row.active)
  const some = () => (live.length > 0 ? [chance.pick(live), chance.pick(live)] : [])
  const update = (values: () => object) =>
    admin.post(`${path}/bulk-operation-issues/`, {
      updates: [...new Set(some().map(({ id }) => id))].map(id => ({ id, ...values() })),
    })
  const point = () => chance.pick([null, ...points.map(({ id }) => id)])
  const acts = [
    () =>
      team.made(`${path}/issues/`, {
        name: 'Buoy',
        state_id: chance.pick(states).id,
        estimate_point: point(),
      }),
    () => update(() => ({ cycle_id: chance.pick([cycle, cycle, other, null]) })),
    () => update(() => ({ cycle_id: cycle, module_ids: [module] })),
    () => update(() => ({ module_ids: chance.pick([[module], []]) })),
    () => update(() => ({ state_id: chance.pick(states).id })),
    () => update(() => ({ state_id: chance.pick(states).id, estimate_point: point() })),
    () => admin.post(`${path}/cycles/${cycle}/cycle-issues/`, { issues: some().map(({ id }) => id) }),
    () =>
      admin.delete(`${path}/bulk-delete-issues/`, {
        issue_ids: some()
          .map(({ id }) => id)
          .slice(1),
      }),
    () => {
      const gone = all.filter(row => row.deleted_at)
      return admin.post(`${path}/bulk-restore-issues/`, { issue_ids: gone.slice(-1).map(({ id }) => id) })
    },
    () => {
      const done = live.filter(row => row.state__group === 'completed')
      return admin.post(`${path}/bulk-archive-issues/`, { issue_ids: done.slice(0, 1).map(({ id }) => id) })
    },
    () => {
      const kept = all.filter(row => row.archived_at && !row.deleted_at)
      return admin.delete(`${path}/bulk-archive-issues/`, { issue_ids: kept.slice(0, 1).map(({ id }) => id) })
    },
  ]
  await chance.pick(acts)()
}

type Told = { days: ChartDay[]; completion_chart: Record<string, number | null> }
const analytics = async (place: World, of: string, type = 'issues') =>
  (await team.admin.get<Told>(`${place.path}/${of}/analytics/?type=${type}`)).body

const listedOn = async ({ path }: World, list: string, day: string) => {
  const at = `${path}/${list}/?left_on=${day}&per_page=1000`
  return (await team.admin.get<{ results: { id: string }[] }>(at)).body.results.map(({ id }) => id).sort()
}

/**
 * The figures that the histories of all issues give for the end of a day: the charts' figures without anything that is
 * kept for them.
 */
const fromHistories = async (place: World, until: number) => {
  const groupOf = new Map(place.states.map(({ id, group }) => [id, group]))
  const worth = new Map(place.points.map(({ id, value }) => [id, Number(value)]))
  const rows = (await server
    .db('issue_activities')
    .where('project', place.id)
    .where('created_at', '<', new Date(until))
    .orderBy('created_at')) as (Activity & { first_values: Partial<Issue> | null })[]
  const held = [...Map.groupBy(rows, row => row.issue).values()].flatMap(history => {
    const { one, many, isArchived } = replay(history)
    const lives = history.filter(({ verb, field }) => field === 'issue' && verb !== 'created')
    if (isArchived || lives.at(-1)?.verb === 'deleted') return []
    const counted = {
      group: groupOf.get(one.state_id as string)!,
      points: worth.get(one.estimate_point as string) ?? 0,
    }
    return { counted, cycle: one.cycle_id === place.cycle, module: many.module_ids!.has(place.module) }
  })
  const told = (of: 'cycle' | 'module') => figuresOf(held.filter(row => row[of]).map(row => row.counted))
  return { cycle: told('cycle'), module: told('module') }
}

/** The kept figures of a cycle's beginning: those at the end of its first day, or of now where that is not over. */
const beginOf = ({ cycle }: World) =>
  server.db('cycle_progress').where('id', cycle).first('begin_issues', 'begin_estimate_points')
const asBegin = (figures: Figures | null | undefined) => ({
  begin_issues: figures?.total_issues,
  begin_estimate_points: figures?.total_estimate_points,
})

const HOUR = 3_600_000

// At the ends of the earth, and where an hour is missing on the sixth night.
test.each([
  ['Pacific/Kiritimati', '2027-02-01'],
  ['Pacific/Pago_Pago', '2027-02-01'],
  ['Europe/Berlin', '2027-03-23'],
])(
  'in %s a chart shows for each day the truth at its end, whatever happened to the issues',
  async (zone, first) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const seed = Math.floor(performance.now() * 1000) % 1_000_000
    const chance = dice(seed)
    let now = Date.parse(startOfDay(first, zone)) + HOUR
    vi.setSystemTime(now)
    const place = await world(zone, first)
    const seen = [await seenNow(place)]
    for (let n = 0; n < 45 && dayIn(zone, now) < addDays(first, 8); n++) {
      // Often within minutes of each other, so that many fall right beside midnight; now and then a night goes by.
      now += chance.chance(0.4) ? 20 * 60_000 : chance.number(9) * HOUR + chance.number(HOUR)
      vi.setSystemTime(now)
      await act(place, chance)
      seen.push(await seenNow(place))
    }
    const today = dayIn(zone)
    const live = new Set((await issuesOf(place)).filter(row => row.active).map(({ id }) => id))
    for (const [of, at, issues] of [
      ['cycle', `cycles/${place.cycle}`, 'cycle-issues'],
      ['module', `modules/${place.module}`, 'issues'],
    ] as const) {
      const [told, points] = [await analytics(place, at), await analytics(place, at, 'points')]
      expect(told.days).toHaveLength(10)
      expect(points.days).toEqual(told.days)
      for (const { date, figures } of told.days) {
        const words = `seed ${seed}, ${of} on ${date}`
        const known = seen.findLast(one => dayIn(zone, one.at) <= date)
        expect(figures, words).toEqual(date > today ? null : known?.[of])
        const leftOf = (measure: 'issues' | 'estimate_points') =>
          figures && figures[`total_${measure}`] - figures[`completed_${measure}`]
        expect([told.completion_chart[date], points.completion_chart[date]], words).toEqual([
          leftOf('issues'),
          leftOf('estimate_points'),
        ])
        if (date > today) continue
        // No list shows what was deleted or archived since.
        const left = known?.left[of].filter(id => live.has(id)) ?? []
        expect(await listedOn(place, `${at}/${issues}`, date), words).toEqual(left.sort())
        const scratch = await fromHistories(place, Date.parse(startOfDay(addDays(date, 1), zone)))
        expect(figures, words).toEqual(scratch[of])
      }
      const { body } = await team.admin.get<Record<string, number>>(`${place.path}/${at}/`)
      expect(body).toMatchObject(seen.at(-1)![of])
    }
    const { days } = await analytics(place, `cycles/${place.cycle}`)
    const latest = days.findLast(({ figures }) => figures)
    expect(await beginOf(place), `seed ${seed}`).toEqual(asBegin(days[0]?.figures))
    await team.admin.patch(`${place.path}/cycles/${place.cycle}/`, { start_date: addDays(first, 2) })
    expect(await beginOf(place), `seed ${seed}`).toEqual(
      asBegin((days[2]?.figures ? days[2] : latest)?.figures),
    )
  },
)

test('a point that comes to something else counts from that day on, and so does an estimate that turns into words', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const at = (day: string) => vi.setSystemTime(Date.parse(`${day}T12:00:00Z`))
  at('2027-05-03')
  const place = await world('UTC', '2027-05-03')
  const { admin } = team
  const [one, , eight] = place.points
  const issue = async (estimate_point: string) => {
    const { id } = await place.made('issues', { name: 'Buoy', estimate_point })
    await admin.post(`${place.path}/cycles/${place.cycle}/cycle-issues/`, { issues: [id] })
    await admin.post(`${place.path}/issues/${id}/modules/`, { modules: [place.module] })
  }
  await issue(one!.id)
  await issue(eight!.id)
  at('2027-05-04')
  const estimate = `${place.path}/estimates/${place.estimate.id}/`
  await admin.patch(`${estimate}estimate-points/${one!.id}/`, { value: '3.1' })
  at('2027-05-05')
  // Its points are named with each change of it.
  const estimate_points = [{ id: eight!.id, value: '8' }]
  const none = await admin.patch(estimate, { estimate: { type: 'categories' } })
  expect([none.status, none.body]).toEqual([400, { error: 'Estimate points are required' }])
  await admin.patch(estimate, { estimate: { type: 'categories' }, estimate_points })
  at('2027-05-06')
  await admin.patch(estimate, { estimate: { type: 'points' }, estimate_points })
  at('2027-05-07')
  await admin.send('DELETE', `${estimate}estimate-points/${eight!.id}/`, { new_estimate_id: one!.id })
  for (const of of [`cycles/${place.cycle}`, `modules/${place.module}`]) {
    const { days } = await analytics(place, of)
    expect(days.slice(0, 5).map(({ figures }) => figures!.total_estimate_points)).toEqual([
      9, 11.1, 0, 11.1, 6.2,
    ])
    expect((await admin.get(`${place.path}/${of}/`)).body.backlog_estimate_points).toBe(6.2)
  }
})

test('another zone cuts the same history elsewhere; nothing is written anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.parse('2027-06-01T09:00:00Z'))
  const place = await world('UTC', '2027-06-01')
  vi.setSystemTime(Date.parse('2027-06-02T23:30:00Z'))
  const { id } = await place.made('issues', { name: 'Buoy' })
  await team.admin.post(`${place.path}/cycles/${place.cycle}/cycle-issues/`, { issues: [id] })
  vi.setSystemTime(Date.parse('2027-06-04T12:00:00Z'))
  const totals = async () =>
    (await analytics(place, `cycles/${place.cycle}`)).days
      .slice(0, 4)
      .map(({ figures }) => figures?.total_issues)
  expect(await totals()).toEqual([0, 1, 1, 1])
  await team.admin.patch(`${place.path}/cycles/${place.cycle}/`, { start_date: '2027-06-02' })
  expect(await beginOf(place)).toMatchObject({ begin_issues: 1 })
  await team.admin.patch(`${place.path}/`, { timezone: 'Asia/Kathmandu' })
  expect(await beginOf(place)).toMatchObject({ begin_issues: 0 })
  await team.admin.patch(`${place.path}/cycles/${place.cycle}/`, { start_date: '2027-06-01' })
  expect(await totals()).toEqual([0, 0, 1, 1])
})

test('a longer time than charts show is cut, and one without days has none', async () => {
  const { admin, path } = team
  const made = (body: object) => team.made(`${path}/modules/`, { name: team.unique('Quay'), ...body })
  const long = await made({ start_date: '1900-01-01', target_date: '2900-01-01' })
  const { body } = await admin.get<Told>(`${path}/modules/${long.id}/analytics/`)
  expect(body.days).toHaveLength(1100)
  expect(body.days.map(({ date }) => date)).toContain(dayIn('UTC'))
  const draft = await team.module()
  expect((await admin.get(`${path}/modules/${draft}/analytics/`)).body).toEqual({
    assignees: [],
    labels: [],
    completion_chart: {},
    days: [],
  })
  const cycle = await admin.get(`${path}/cycles/${await team.cycle()}/analytics/`)
  expect([cycle.status, cycle.body]).toEqual([400, { error: 'Cycle has no start or end date' }])
})
