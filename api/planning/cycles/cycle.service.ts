import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { Cycle, type CycleAnswer, cycleStatus } from '#contract/planning/cycles.ts'
import { Issue } from '#contract/work/issues.ts'
import { insert } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { holdings } from '../../work/issues/counts.ts'
import { isDatesReversed } from '../../work/issues/issue.rules.ts'
import { updateIssues } from '../../work/issues/issue.service.ts'
import { loadIssues } from '../../work/issues/load.ts'
import { firstPlace, lockProject } from '../../workspace/projects/lock.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'

/** Cycles as they are answered, in the order given. */
export const composeCycles = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Cycle[],
): Promise<z.infer<typeof CycleAnswer>[]> => {
  const kept = new Set(await favoriteIds(trx, viewer, 'cycle'))
  const held = await holdings(
    trx,
    'cycle',
    rows.map(row => row.id),
  )
  const zones = new Map(
    (
      (await trx('projects')
        .whereIn('id', [...new Set(rows.map(row => row.project_id))])
        .select('id', 'timezone')) as { id: string; timezone: string }[]
    ).map(project => [project.id, project.timezone]),
  )
  return rows.map(row => ({
    ...row,
    ...held(row.id),
    start_date: row.start_date && `${row.start_date}T00:00:00.000Z`,
    end_date: row.end_date && `${row.end_date}T23:59:59.000Z`,
    status: cycleStatus(row, zones.get(row.project_id)!),
    is_favorite: kept.has(row.id),
    version: 1,
    progress: [],
  }))
}

type Dates = { start_date: string | null; end_date: string | null }

/** Another cycle of the project that shares a day with these, archived ones aside. */
export const cycleOn = (
  trx: Knex,
  projectId: string,
  { start_date, end_date }: Dates,
  except: string | null = null,
): Promise<{ id: string } | undefined> =>
  trx('cycles')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .whereRaw('start_date <= ? and end_date >= ? and id is distinct from ?::uuid', [
      end_date,
      start_date,
      except,
    ])
    .first('id')

/** Both days or neither; no two cycles of a project share a day. Under the project's lock. */
const judgeCycleDates = async (work: Work, projectId: string, dates: Dates) => {
  const { start_date, end_date } = dates
  if (!start_date !== !end_date) fail('cycle.oneDate')
  if (isDatesReversed(start_date, end_date)) fail('cycle.datesReversed')
  if (start_date && (await cycleOn(work.trx, projectId, dates))) fail('cycle.datesOverlap')
}

type Place = { workspaceId: string; projectId: string }

export const createCycle = async (
  work: Work,
  { workspaceId, projectId }: Place,
  input: Partial<Cycle> & Dates & { name: string },
): Promise<Cycle> => {
  await lockProject(work, projectId)
  await judgeCycleDates(work, projectId, input)
  return insert(work, Cycle, {
    ...input,
    project_id: projectId,
    workspace_id: workspaceId,
    owned_by_id: work.viewer.id,
    sort_order: await firstPlace(work, 'cycles', projectId),
  })
}

/** Moves issues into a cycle: each leaves the one it was in. */
export const addToCycle = async (work: Work, cycle: Cycle, ids: string[]): Promise<void> => {
  if (cycle.archived_at) fail('cycle.archived')
  if (ids.length === 0) fail('issue.listIdsRequired')
  const place = { workspace: cycle.workspace_id, project: cycle.project_id }
  const issues = await loadIssues(work, ids, place, 'cycle.fill')
  await updateIssues(
    work,
    cycle.project_id,
    issues.map(issue => ({ issue, values: { cycle_id: cycle.id } })),
  )
}

export const takeFromCycle = async (work: Work, cycle: Cycle, issueId: string): Promise<void> => {
  if (cycle.archived_at) fail('cycle.archived')
  const [issue] = await visible(work.trx, Issue, work.viewer)
    .where({ 'issues.id': issueId, 'issues.cycle_id': cycle.id, 'issues.active': true })
    .forUpdate()
  if (issue) await updateIssues(work, cycle.project_id, [{ issue, values: { cycle_id: null } }])
}
