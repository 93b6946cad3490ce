import type { Knex } from 'knex'
import type { z } from 'zod'
import { must } from '#contract/errors.ts'
import { type Cycle, type CycleAnswer, type CycleDetail, cycleStatus } from '#contract/planning/cycles.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'
import {
  type Distributions,
  distributionsOf,
  type Ground,
  groundsOf,
  progressOf,
} from '../progress/analytics.service.ts'

const daysOf = ({ id, start_date, end_date }: Cycle) => ({ id, first: start_date, last: end_date })

type Ended = Partial<Distributions>

// Beside the row, which every browser of the workspace holds.
const endsOf = async (trx: Knex, rows: Cycle[]): Promise<Map<string, Ended>> => {
  const ids = rows.flatMap(row => (Object.keys(row.progress_snapshot).length > 0 ? row.id : []))
  if (ids.length === 0) return new Map()
  const found = await trx('cycles').whereIn('id', ids).select<
    {
      id: string
      ended: Ended
    }[]
  >('id', 'ended')
  return new Map(found.map(({ id, ended }) => [id, ended]))
}

/** The figures of a cycle as its open issues were transferred: once it is over, it answers with these. */
const endedOf = (cycle: Cycle, ground: Ground, ends: Map<string, Ended>): Ended =>
  (cycleStatus(cycle, ground.timezone) === 'completed' && ends.get(cycle.id)) || {}

const composeOn = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Cycle[],
  groundOf: (cycle: Cycle) => Ground,
  ends: Map<string, Ended>,
): Promise<z.infer<typeof CycleAnswer>[]> => {
  const kept = new Set(await favoriteIds(trx, viewer, 'cycle'))
  const come = await progressOf(
    trx,
    'cycle',
    rows.map(row => row.id),
  )
  return rows.map(row => ({
    ...row,
    ...come(row.id),
    progress_snapshot: { ...row.progress_snapshot, ...ends.get(row.id) },
    start_date: row.start_date && `${row.start_date}T00:00:00.000Z`,
    end_date: row.end_date && `${row.end_date}T23:59:59.000Z`,
    status: cycleStatus(row, groundOf(row).timezone),
    is_favorite: kept.has(row.id),
    version: 1,
    progress: [],
  }))
}

const groundsFor = async (trx: Knex, rows: Cycle[]) => {
  const grounds = await groundsOf(
    trx,
    rows.map(row => row.project_id),
  )
  return (cycle: Cycle) => must(grounds.get(cycle.project_id), 'the project of a cycle')
}

/** Cycles as they are answered, in the order given. */
export const composeCycles = async (trx: Knex, viewer: ServerViewer, rows: Cycle[]) =>
  composeOn(trx, viewer, rows, await groundsFor(trx, rows), await endsOf(trx, rows))

/** Cycles with their issues by person and label. */
export const composeDetails = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Cycle[],
): Promise<z.infer<typeof CycleDetail>[]> => {
  const groundOf = await groundsFor(trx, rows)
  const byId = new Map(rows.map(row => [row.id, row]))
  const groundOfId = (id: string) => groundOf(must(byId.get(id), 'a cycle'))
  const held = await distributionsOf(trx, 'cycle', rows.map(daysOf), groundOfId)
  const ends = await endsOf(trx, rows)
  const answers = await composeOn(trx, viewer, rows, groundOf, ends)
  return answers.map((answer, at) => {
    const row = rows[at]!
    return { ...answer, ...asEnded(held(row.id), endedOf(row, groundOf(row), ends)) }
  })
}

// Its days stay those of its history; people and labels are as they were.
const asEnded = (now: Distributions, ended: Partial<Distributions>): Distributions => {
  const over = <D extends object>(own: D, kept: D | undefined): D =>
    'completion_chart' in own && kept && 'assignees' in kept
      ? { ...kept, completion_chart: own.completion_chart }
      : own
  return {
    distribution: over(now.distribution, ended.distribution),
    estimate_distribution: over(now.estimate_distribution, ended.estimate_distribution),
  }
}

/** A cycle as its charts see it, for the moment that its project's zone is known. */
export const chartedOf = async (trx: Knex, cycle: Cycle) => {
  const ends = await endsOf(trx, [cycle])
  return (ground: Ground) => ({ ...daysOf(cycle), ended: endedOf(cycle, ground, ends) })
}

export const composeDetail = async (trx: Knex, viewer: ServerViewer, row: Cycle) =>
  must((await composeDetails(trx, viewer, [row]))[0], 'the cycle')

/** The present figures of a cycle, as its transfer keeps them: sums in its row, the rest beside. */
export const snapshotOf = async (trx: Knex, cycle: Cycle) => {
  const { assignee_ids: _, ...totals } = (await progressOf(trx, 'cycle', [cycle.id]))(cycle.id)
  const ground = must((await groundsOf(trx, [cycle.project_id])).get(cycle.project_id), 'the project')
  const held = await distributionsOf(trx, 'cycle', [daysOf(cycle)], () => ground)
  return { progress_snapshot: totals, ended: held(cycle.id) }
}
