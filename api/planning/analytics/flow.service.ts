/** How issues flow: how long they take, how many are done, and how many were where at the end of each day. */
import { addDays, dayIn } from '#contract/people/zones.ts'
import {
  type Cumulative,
  MOST_POINTS,
  MOST_UNDER_WAY,
  type Times,
  type UnderWay,
} from '#contract/planning/insights.ts'
import { cellsOf } from './cells.queries.ts'
import {
  before,
  type Days,
  daysIn,
  type Meant,
  periodsOf,
  projectsMeant,
  startsOf,
  wordsOf,
} from './meant.ts'
import { statesNamed, statesOf } from './names.queries.ts'
import { namedStates } from './stateNames.ts'
import { daysBetween, readDone, readStarted, readSteps, readTimes, readWaits } from './times.queries.ts'

const startedStates = async (meant: Meant) => {
  const states = await statesOf(meant.trx, projectsMeant(meant))
  return states.filter(({ group }) => group === 'started')
}

const medianOf = (numbers: number[]): number | null => {
  const [low, high] = [(numbers.length - 1) >> 1, numbers.length >> 1]
  const ordered = numbers.toSorted((a, b) => a - b)
  return numbers.length === 0 ? null : (ordered[low]! + ordered[high]!) / 2
}

/** The usual figure: the mean of the whole weeks that are over. */
const usualOf = (weeks: readonly (Days & { total: number })[], today: string): number | null =>
  medianOf(weeks.flatMap(week => (daysIn(week) === 7 && week.to < today ? [week.total] : [])))

export const timesOf = async (meant: Meant, days: Days, weekBegins: number): Promise<Times> => {
  const { viewer } = meant
  const today = dayIn(viewer.timezone)
  const [past, own] = [before(days), days].map(span => periodsOf(span, 'week', weekBegins)) as [
    Days[],
    Days[],
  ]
  const [read, issues] = await Promise.all([
    readTimes(
      meant,
      days,
      [...past, ...own].map(week => week.from),
    ),
    readDone(meant, days, MOST_POINTS, { onlyStarted: true }),
  ])
  const totals = new Map(read.weeks.map(({ week, total }) => [week - 1, total]))
  const counted = (given: Days[], first: number) =>
    given.map((week, at) => ({ ...week, total: totals.get(first + at) ?? 0 }))
  const [pastWeeks, ownWeeks] = [counted(past, 0), counted(own, past.length)]
  const sum = (given: { total: number }[]) => given.reduce((all, { total }) => all + total, 0)
  return {
    ...days,
    cycle_time: {
      ...read.cycle,
      never_started: read.never_started,
      issues: issues.reverse().map(({ id, project_id, key, name, started_at, completed_at }) => ({
        id,
        project_id,
        key,
        name,
        completed_at: completed_at!,
        done_on: dayIn(viewer.timezone, Date.parse(completed_at!)),
        days: daysBetween(started_at!, completed_at!),
      })),
    },
    lead_time: read.lead,
    throughput: {
      total: sum(ownWeeks),
      query: wordsOf(meant, { completed_at: days }),
      weeks: ownWeeks.map(week => ({
        start: week.from,
        end: week.to,
        total: week.total,
        query: wordsOf(meant, { completed_at: { from: week.from, to: week.to } }),
      })),
      usual: usualOf(ownWeeks, today),
      before: { total: sum(pastWeeks), usual: usualOf(pastWeeks, today) },
    },
  }
}

/** By state, how many issues were in it at each of some instants, and how many are now. */
const countsAt = async (meant: Meant, instants: string[], states: readonly string[] | null = null) => {
  const [{ rows }, steps] = await Promise.all([
    cellsOf(meant.trx, meant.list, meant.viewer, ['state']),
    readSteps(meant, instants, states),
  ])
  const now = new Map(rows.map(({ key, total }) => [key!, total]))
  const changes = new Map<string, number[]>()
  const change = (state: string, at: number, by: number) => {
    const of = changes.get(state) ?? Array<number>(instants.length + 1).fill(0)
    of[at]! += by
    changes.set(state, of)
  }
  for (const { at, old, now: state, total } of steps) {
    change(state, at, total)
    if (old !== null) change(old, at, -total)
  }
  const ids = [...new Set([...now.keys(), ...changes.keys()])]
  return new Map(
    ids.map(id => {
      let count = now.get(id) ?? 0
      const counts = instants.map(() => 0)
      for (let at = instants.length; at > 0; at--) {
        count -= changes.get(id)?.[at] ?? 0
        counts[at - 1] = count
      }
      return [id, { now: now.get(id) ?? 0, counts }] as const
    }),
  )
}

export const underWayOf = async (meant: Meant, days: Days): Promise<UnderWay> => {
  const states = await startedStates(meant)
  const ids = states.map(({ id }) => id)
  const named = namedStates(states)
  const moment = new Date().toISOString()
  const [now, past, waits] = await Promise.all([
    readStarted(meant, MOST_UNDER_WAY),
    countsAt(meant, startsOf([days.from], meant), ids),
    readWaits(meant, days, named),
  ])
  const { total, median, p85, issues } = now
  return {
    ...days,
    started: {
      total,
      query: wordsOf(meant, { state_group: ['started'] }),
      median,
      p85,
      before: ids.reduce((sum, id) => sum + (past.get(id)?.counts[0] ?? 0), 0),
      issues: issues.map(({ id, project_id, state_id, key, name, started_at }) => ({
        id,
        project_id,
        state_id,
        key,
        name,
        started_at: started_at!,
        days: daysBetween(started_at!, moment),
      })),
    },
    waits: waits
      .toSorted((a, b) => a.place - b.place)
      .map(({ place, ...stays }) => ({ ...named[place]!, ...stays })),
  }
}

export const cumulativeOf = async (
  meant: Meant,
  days: Days,
  step: Cumulative['step'],
  samples: Days[],
): Promise<Cumulative> => {
  const ends = samples.map(({ to }) => to)
  const instants = startsOf(
    ends.map(day => addDays(day, 1)),
    meant,
  )
  const counts = await countsAt(meant, instants)
  const states = namedStates((await statesNamed(meant.trx, [...counts.keys()])).values())
  return {
    ...days,
    step,
    days: ends,
    states: states.map(state => ({
      ...state,
      total: state.ids.reduce((sum, id) => sum + counts.get(id)!.now, 0),
      query: wordsOf(meant, { state: state.ids }),
      counts: ends.map((_, at) => state.ids.reduce((sum, id) => sum + counts.get(id)!.counts[at]!, 0)),
    })),
  }
}
