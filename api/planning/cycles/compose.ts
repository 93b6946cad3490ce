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

/** A cycle as its charts see it. Once its open issues have moved on, its charts are of those that it still holds. */
export const chartedOf = ({ id, start_date, end_date, progress_snapshot }: Cycle) => ({
  id,
  first: start_date,
  last: end_date,
  ofHeld: Object.keys(progress_snapshot).length > 0,
})

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

/** Cycles with the issues that they hold, by person and label. */
export const composeDetails = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Cycle[],
): Promise<z.infer<typeof CycleDetail>[]> => {
  const groundOf = await groundsFor(trx, rows)
  const byId = new Map(rows.map(row => [row.id, row]))
  const groundOfId = (id: string) => groundOf(must(byId.get(id), 'a cycle'))
  const held = await distributionsOf(trx, 'cycle', rows.map(chartedOf), groundOfId)
  const answers = await composeOn(trx, viewer, rows, groundOf, await endsOf(trx, rows))
  return answers.map(answer => ({ ...answer, ...held(answer.id) }))
}

export const composeDetail = async (trx: Knex, viewer: ServerViewer, row: Cycle) =>
  must((await composeDetails(trx, viewer, [row]))[0], 'the cycle')

/** The present figures of a cycle, as its transfer keeps them: sums in its row, the rest beside. */
export const snapshotOf = async (trx: Knex, cycle: Cycle) => {
  const { assignee_ids: _, ...totals } = (await progressOf(trx, 'cycle', [cycle.id]))(cycle.id)
  const ground = must((await groundsOf(trx, [cycle.project_id])).get(cycle.project_id), 'the project')
  const held = await distributionsOf(trx, 'cycle', [chartedOf(cycle)], () => ground)
  return { progress_snapshot: totals, ended: held(cycle.id) }
}
