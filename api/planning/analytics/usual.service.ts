/**
 * The figures that other clients show first: open issues, completions of this year, and the people who made and
 * completed most.
 */
import type { Knex } from 'knex'
import { isAmong } from '#contract/keys.ts'
import { dayIn } from '#contract/people/zones.ts'
import type { DefaultAnalytics } from '#contract/planning/analytics.ts'
import { OPEN } from '#contract/planning/insights.ts'
import { stateGroups } from '#contract/work/states.ts'
import { cellsOf, type Holder, holdersOf } from './cells.queries.ts'
import { type Meant, narrowed, spanWords } from './meant.ts'
import { type Person, peopleNamed } from './names.queries.ts'

const MOST = 5

const fromMost = (cells: readonly Holder[]) =>
  cells.toSorted((a, b) => b.total - a.total || ((a.key ?? '￿') < (b.key ?? '￿') ? -1 : 1))

const faces = async (trx: Knex, cells: readonly Holder[]) => {
  const people = await peopleNamed(
    trx,
    cells.flatMap(({ key }) => key ?? []),
  )
  return ({ key }: Holder): Partial<Person> => people.get(key ?? '') ?? {}
}

export const usualOf = async (meant: Meant): Promise<DefaultAnalytics> => {
  const { trx, viewer } = meant
  const year = dayIn(viewer.timezone).slice(0, 4)
  const ofYear = { completed_at: spanWords({ from: `${year}-01-01`, to: `${year}-12-31` }) }
  const [groups, months, holders] = await Promise.all([
    cellsOf(trx, meant.list, viewer, ['state_group']),
    cellsOf(trx, narrowed(meant, ofYear), viewer, ['completed_at']),
    holdersOf(trx, meant.list, viewer),
  ])
  const held = (what: Holder['what']) => holders.filter(holder => holder.what === what)
  const classified = stateGroups.flatMap(state_group => {
    const found = groups.rows.find(({ key }) => key === state_group)
    return found ? [{ state_group, state_count: found.total, points: found.points }] : []
  })
  const open = classified.filter(({ state_group }) => isAmong(OPEN, state_group))
  const shown = ({ points: _, ...row }: (typeof classified)[number]) => row
  const sumOf = (rows: typeof classified) =>
    rows.every(({ points }) => points === null)
      ? null
      : rows.reduce((sum, { points }) => sum + (points ?? 0), 0)
  const most = (cells: readonly Holder[]) => fromMost(cells.filter(({ key }) => key !== null)).slice(0, MOST)
  const [makers, closers, pending] = [most(held('made')), most(held('completed')), fromMost(held('open'))]
  const faceOf = await faces(trx, [...makers, ...closers, ...pending])
  const assigned = (cell: Holder) => {
    const face = faceOf(cell)
    return {
      assignees__id: cell.key,
      assignees__first_name: face.first_name ?? null,
      assignees__last_name: face.last_name ?? null,
      assignees__display_name: face.display_name ?? null,
      assignees__avatar_url: face.avatar_url ?? null,
      count: cell.total,
    }
  }
  return {
    total_issues: groups.all.total,
    total_issues_classified: classified.map(shown),
    open_issues: open.reduce((sum, { state_count }) => sum + state_count, 0),
    open_issues_classified: open.map(shown),
    issue_completed_month_wise: months.rows
      .map(({ key, total }) => ({ month: Number(key!.slice(5)), count: total }))
      .sort((a, b) => a.month - b.month),
    most_issue_created_user: makers.map(cell => {
      const face = faceOf(cell)
      return {
        created_by__id: cell.key,
        created_by__first_name: face.first_name ?? null,
        created_by__last_name: face.last_name ?? null,
        created_by__display_name: face.display_name ?? null,
        created_by__avatar_url: face.avatar_url ?? null,
        count: cell.total,
      }
    }),
    most_issue_closed_user: closers.map(assigned),
    pending_issue_user: pending.map(assigned),
    open_estimate_sum: sumOf(open),
    total_estimate_sum: sumOf(classified),
  }
}
