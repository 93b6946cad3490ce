/** What the caller did in a workspace of late, and what they have to do there. */
import { addDays, dayIn } from '#contract/people/zones.ts'
import { MOST_AHEAD, type OwnWork } from '#contract/work/userWork.ts'
import { countEach, countGroups } from '../../lists/count.ts'
import { from } from '../../lists/scope.ts'
import { changesByDay, completedByDay, listOf, OPEN, type PersonAsk, standing } from './userWork.queries.ts'

/** The first day of the month that lies so many months before that of a day. */
const monthsBefore = (day: string, months: number): string => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

/** The same day so many months earlier, or the last of that month. */
const backBy = (day: string, months: number): string => {
  const first = monthsBefore(day, months)
  const last = addDays(monthsBefore(first, -1), -1)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** How much the caller changed on each day of the last months. */
export const changesOfMonths = async (ask: PersonAsk, months: number) => {
  const today = dayIn(ask.viewer.timezone)
  const days = await changesByDay(ask, [backBy(today, months), today])
  return days.map(({ date, total }) => ({ created_date: date, activity_count: total }))
}

/** How many of the caller's issues were completed in each week of the last month of this number that has begun. */
export const completedByWeek = async (ask: PersonAsk, month: number) => {
  const today = dayIn(ask.viewer.timezone)
  const begun = (Number(today.slice(5, 7)) - month + 12) % 12
  const first = monthsBefore(today, begun)
  const weeks = new Map<number, number>()
  for (const { date, total } of await completedByDay(ask, [first, addDays(monthsBefore(first, -1), -1)])) {
    const week = Math.ceil(Number(date.slice(8)) / 7)
    weeks.set(week, (weeks.get(week) ?? 0) + total)
  }
  return [...weeks].map(([week, completed_count]) => ({ week, completed_count }))
}

const AHEAD = ['issues.id', 'issues.name', 'issues.project_id'] as const

export const ownWork = async (ask: PersonAsk, slug: string, month: number): Promise<OwnWork> => {
  const { trx, viewer, person } = ask
  const today = dayIn(viewer.timezone)
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const assigned = { assignees: person }
  const open = { ...assigned, state_group: OPEN.join() }
  const ahead = async <Day extends 'target_date' | 'start_date'>(day: Day, span: string) => {
    const rows = from(trx, listOf(ask, { ...open, [day]: span }), viewer)
    const named: Record<Day | 'id' | 'name' | 'project_id', string>[] = await rows
      .select([...AHEAD, `issues.${day}`])
      .orderBy([`issues.${day}`, 'issues.id'])
      .limit(MOST_AHEAD)
    return named.map(row => ({ ...row, workspace__slug: slug }))
  }
  const due = listOf(ask, { ...open, target_date: `${monday};after,${addDays(monday, 6)};before` })
  const [issue_activities, weeks, groups, [dueThisWeek = 0], overdue_issues, upcoming_issues] =
    await Promise.all([
      changesOfMonths(ask, 3),
      completedByWeek(ask, month),
      countGroups(trx, listOf(ask, { ...assigned, group_by: 'state__group' }), viewer, false),
      countEach(trx, [due], viewer),
      ahead('target_date', `${addDays(today, -1)};before`),
      ahead('start_date', `${today};after`),
    ])
  const stands = standing(groups)
  return {
    issue_activities,
    completed_issues: weeks.map(({ week, completed_count }) => ({ week_in_month: week, completed_count })),
    assigned_issues_count: stands.assigned,
    pending_issues_count: stands.pending,
    completed_issues_count: stands.completed,
    issues_due_week_count: dueThisWeek,
    state_distribution: stands.state_distribution,
    overdue_issues,
    upcoming_issues,
  }
}
