import { beforeAll, expect, test } from 'vitest'
import { addDays, dayIn, startOfDay } from '../../api/contract/people/zones.ts'
import { axisNames } from '../../api/contract/planning/analytics.ts'
import type {
  Chart,
  Cumulative,
  ScopeAndDemand,
  Times,
  UnderWay,
} from '../../api/contract/planning/insights.ts'
import { type AnalyticsWorld, analyticsWorld, type Move } from '../support/analyticsWorld.ts'
import type { Person } from '../support/build.ts'
import { startServer } from '../support/server.ts'

const DAY = 86_400_000
let world: AnalyticsWorld
let moves: Map<string, Move[]>

beforeAll(async () => {
  world = await analyticsWorld(await startServer(), 11)
  moves = await world.moves()
}, 120_000)

const ask = async <T>(by: Person, path: string, words: Record<string, string>): Promise<T> => {
  const { status, body } = await by.get<T>(`${world.space}/analytics/${path}/?${new URLSearchParams(words)}`)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Filters as somebody may have set them, also of the very fields that figures are known by. */
const filterSets = (): Record<string, string>[] => {
  const { labels, people, projects, states } = world
  const [done] = [...states.values()].filter(({ group }) => group === 'completed')
  const ago = (days: number) => addDays(dayIn('UTC'), -days)
  return [
    {},
    { project: projects.slice(1).join(), priority__not: 'low' },
    { labels: [labels[0], labels[2], labels[4], 'None'].join(), sub_issue: 'false' },
    { assignees: people[1]!.id, state_group: 'backlog,started,completed' },
    { created_at: `${ago(120)};after,${ago(20)};before`, labels__not: labels[1]! },
    {
      completed_at: `${ago(30)},${ago(29)},${ago(5)},${ago(90)};after,${ago(60)};before`,
      state: `${done!.id}`,
    },
    { target_date: `${ago(10)};after,None`, created_by: `${people[0]!.id},${people[2]!.id}` },
    { cycle: 'None', estimate_point__not: '00000000-0000-4000-8000-000000000000', name: 'issue' },
  ]
}

type Told = { total: number; query: Record<string, string> | null; points?: number; unestimated?: number }
const figuresIn = (value: unknown): Told[] => {
  if (Array.isArray(value)) return value.flatMap(figuresIn)
  if (typeof value !== 'object' || value === null) return []
  const own = 'query' in value && 'total' in value ? [value as Told] : []
  return [...own, ...Object.values(value).flatMap(figuresIn)]
}

/** Nothing is written here, and many figures lead to the same list. */
const lists = new Map<string, ReturnType<AnalyticsWorld['list']>>()
const listOf = (by: Person, query: Record<string, string>) => {
  const key = JSON.stringify([by.id, Object.entries(query).sort()])
  const known = lists.get(key) ?? world.list(by, query)
  lists.set(key, known)
  return known
}

/** Each figure against the list that it leads to; how many lead somewhere, and how many nowhere. */
const holdAgainstLists = async (by: Person, answer: unknown) => {
  const figures = figuresIn(answer)
  for (const { total, query, points, unestimated } of figures) {
    if (!query) continue
    const list = await listOf(by, query)
    expect([query, total]).toEqual([query, list.total_count])
    if (points !== undefined) expect([query, points]).toEqual([query, list.total_points])
    if (unestimated !== undefined) expect([query, unestimated]).toEqual([query, list.total_unestimated])
  }
  return { led: figures.filter(({ query }) => query).length, nowhere: figures.filter(({ query }) => !query) }
}

test('each figure equals the list that it leads to, for every reader and every filter', async () => {
  const { chance, zoneOf, space } = world
  let led = 0
  for (const by of world.people)
    for (const filters of filterSets()) {
      const today = dayIn(zoneOf.get(by)!)
      const from = addDays(today, -chance.number(170))
      const span = { from, to: addDays(from, chance.number(120)), week_begins: String(chance.number(7)) }
      const scope = await ask<ScopeAndDemand>(by, 'scope', { ...filters, ...span })
      const times = await ask<Times>(by, 'times', { ...filters, ...span })
      const underWay = await ask<UnderWay>(by, 'under-way', { ...filters, ...span })
      const cumulative = await ask<Cumulative>(by, 'cumulative', { ...filters, ...span })
      for (const answer of [times, underWay, cumulative]) led += (await holdAgainstLists(by, answer)).led
      const inScope = await holdAgainstLists(by, scope)
      led += inScope.led
      // Only of people no list can say it: with one of these and one of those.
      if (!('assignees' in filters)) expect(inScope.nowhere).toEqual([])
      const sum = (of: { total: number }[]) => of.reduce((all, { total }) => all + total, 0)
      expect(sum(scope.open.groups)).toBe(scope.open.total)
      expect(sum(scope.open.states)).toBe(scope.open.total)
      expect(sum(scope.late.projects)).toBe(scope.late.total)
      expect(sum(scope.open_by_project)).toBe(scope.open.total)
      expect(sum(scope.done_by_project)).toBe(sum(scope.periods.map(({ done }) => done)))
      for (let n = 0; n < 3; n++) {
        const [x_axis, segment] = [chance.pick(axisNames), chance.pick(axisNames)]
        const axes: Record<string, string> = x_axis === segment ? { x_axis } : { x_axis, segment }
        const chart = await ask<Chart>(by, 'chart', { ...filters, ...axes })
        led += (await holdAgainstLists(by, chart)).led
        const { body } = await by.get<{ total: number }>(
          `${space}/analytics/?${new URLSearchParams({ ...filters, ...axes, y_axis: 'issue_count' })}`,
        )
        expect(body.total).toBe(chart.total)
      }
    }
  expect(led).toBeGreaterThan(1_000)
}, 240_000)

test('every axis, alone, leads to the lists of its values', async () => {
  for (const x_axis of axisNames) {
    const { led, nowhere } = await holdAgainstLists(
      world.member,
      await ask<Chart>(world.member, 'chart', { x_axis }),
    )
    expect([x_axis, led > 1, nowhere]).toEqual([x_axis, true, []])
  }
}, 60_000)

type Stay = { state: string; since: number; until: number }
type Seen = { id: string; created: number; completed: number | null; stays: Stay[] }

/** The issues that somebody sees under some filters, and where each was when: by their histories alone. */
const seenBy = async (by: Person, filters: Record<string, string>): Promise<Seen[]> => {
  const { results } = await world.list(by, filters)
  return results.map(({ id, state_id, created_at, completed_at }) => {
    const own = moves.get(id) ?? []
    const created = Date.parse(created_at)
    const stays = [
      { state: own[0]?.from ?? state_id, since: created },
      ...own.map(({ at, to }) => ({ state: to, since: at })),
    ]
    return {
      id,
      created,
      completed: completed_at === null ? null : Date.parse(completed_at),
      stays: stays.map((stay, at) => ({ ...stay, until: stays[at + 1]?.since ?? Number.POSITIVE_INFINITY })),
    }
  })
}

const percentile = (given: number[], share: number): number | null => {
  const sorted = given.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}
/** To two digits, as it is reported. */
const spread = (days: number[]) => ({
  total: days.length,
  median: percentile(days, 0.5) === null ? null : expect.closeTo(percentile(days, 0.5)!, 1),
  p85: percentile(days, 0.85) === null ? null : expect.closeTo(percentile(days, 0.85)!, 1),
})

test('times, waits and the cumulative flow equal a plain recount of the same issues’ histories', async () => {
  const { chance, states, zoneOf } = world
  const isStarted = (state: string | undefined) => states.get(state ?? '')?.group === 'started'
  let compared = 0
  for (const by of world.people)
    for (const filters of filterSets().slice(0, 5)) {
      const zone = zoneOf.get(by)!
      const seen = await seenBy(by, filters)
      const today = dayIn(zone)
      const length = 20 + chance.number(60)
      const from = addDays(today, -length)
      const span = { from, to: addDays(from, chance.number(length)) }
      const [begin, end] = [from, addDays(span.to, 1)].map(day => Date.parse(startOfDay(day, zone))) as [
        number,
        number,
      ]
      const days = Math.round((Date.parse(span.to) - Date.parse(from)) / DAY) + 1
      const early = Date.parse(startOfDay(addDays(from, -days), zone))
      const doneIn = (a: number, b: number) =>
        seen.filter(({ completed }) => completed !== null && completed >= a && completed < b)
      const startOf = ({ stays }: Seen) => stays.find(({ state }) => isStarted(state))?.since ?? null
      const cycles = (issues: Seen[]) =>
        issues.flatMap(issue => (startOf(issue) === null ? [] : [(issue.completed! - startOf(issue)!) / DAY]))
      const leads = (issues: Seen[]) => issues.map(({ completed, created }) => (completed! - created) / DAY)
      const [now, past] = [doneIn(begin, end), doneIn(early, begin)]
      const times = await ask<Times>(by, 'times', { ...filters, ...span })
      expect(times.cycle_time).toMatchObject({
        ...spread(cycles(now)),
        before: spread(cycles(past)),
        never_started: now.filter(issue => startOf(issue) === null).length,
      })
      expect(times.lead_time).toMatchObject({ ...spread(leads(now)), before: spread(leads(past)) })
      expect(times.throughput.total).toBe(now.length)
      expect(times.throughput.before.total).toBe(past.length)
      for (const { start, end: last, total } of times.throughput.weeks) {
        const edges = [start, addDays(last, 1)].map(day => Date.parse(startOfDay(day, zone))) as [
          number,
          number,
        ]
        expect([start, total]).toEqual([start, doneIn(...edges).length])
      }
      for (const told of times.cycle_time.issues) {
        const issue = now.find(({ id }) => id === told.id)!
        expect(told.days).toBeCloseTo((issue.completed! - startOf(issue)!) / DAY, 1)
        expect(told.done_on).toBe(dayIn(zone, issue.completed!))
      }
      const standsAt =
        (at: number) =>
        ({ stays }: Seen) =>
          stays.find(({ since, until }) => since < at && until >= at)?.state
      const underWay = await ask<UnderWay>(by, 'under-way', { ...filters, ...span })
      const open = seen.filter(({ stays }) => isStarted(stays.at(-1)!.state))
      expect(underWay.started).toMatchObject({
        ...spread(open.map(issue => (Date.now() - startOf(issue)!) / DAY)),
        before: seen.filter(issue => isStarted(standsAt(begin)(issue))).length,
      })
      const waitsIn = (a: number, b: number, name: string) =>
        seen.flatMap(({ stays }) =>
          stays
            .filter(
              ({ state, until }) =>
                isStarted(state) && states.get(state)!.name === name && until >= a && until < b,
            )
            .map(({ since, until }) => (until - since) / DAY),
        )
      for (const { name, total, median, p85, before } of underWay.waits)
        expect({ total, median, p85, before }).toEqual({
          ...spread(waitsIn(begin, end, name)),
          before: spread(waitsIn(early, begin, name)),
        })
      const cumulative = await ask<Cumulative>(by, 'cumulative', { ...filters, ...span, step: 'day' })
      for (const [at, day] of cumulative.days.entries()) {
        const instant = Date.parse(startOfDay(addDays(day, 1), zone))
        for (const { ids, name, counts } of cumulative.states) {
          const stood = seen.filter(issue => ids.includes(standsAt(instant)(issue) ?? '')).length
          expect([day, name, counts[at]]).toEqual([day, name, stood])
          compared += stood
        }
      }
    }
  expect(compared).toBeGreaterThan(1_000)
}, 240_000)
