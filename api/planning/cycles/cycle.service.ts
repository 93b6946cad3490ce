import type { Knex } from 'knex'
import type { Patch } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { isDatesReversed } from '../../work/issues/issue.rules.ts'
import { firstPlace, lockProject } from '../../workspace/projects/lock.ts'

type Dates = Pick<Cycle, 'start_date' | 'end_date'>

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

/** Both days or neither; no two cycles of a project share a day. It holds the project's lock from here on. */
export const judgeCycleDates = async (
  work: Work,
  projectId: string,
  dates: Dates,
  except: string | null = null,
): Promise<void> => {
  const { start_date, end_date } = dates
  if (!start_date !== !end_date) fail('cycle.oneDate')
  if (isDatesReversed(start_date, end_date)) fail('cycle.datesReversed')
  await lockProject(work, projectId)
  if (start_date && (await cycleOn(work.trx, projectId, dates, except))) fail('cycle.datesOverlap')
}

/** Where a cycle is at the moment of a work. */
export const statusAt = async (work: Work, cycle: Cycle) => {
  const project = await work.trx('projects').where('id', cycle.project_id).first<{
    timezone: string
  }>('timezone')
  return cycleStatus(cycle, project.timezone, Date.parse(work.now))
}

type Place = { workspaceId: string; projectId: string }

export const createCycle = async (
  work: Work,
  { workspaceId, projectId }: Place,
  input: Partial<Cycle> & Dates & { name: string },
): Promise<Cycle> => {
  await judgeCycleDates(work, projectId, input)
  return insert(work, Cycle, {
    ...input,
    project_id: projectId,
    workspace_id: workspaceId,
    owned_by_id: work.viewer.id,
    sort_order: await firstPlace(work, 'cycles', projectId),
  })
}

/** Changes a cycle that is not in the archive; one that is over takes a new place in the order and nothing else. */
export const updateCycle = async (work: Work, cycle: Cycle, patch: Patch<Cycle>): Promise<Cycle> => {
  if (cycle.archived_at) fail('cycle.archived')
  const { sort_order: _, ...others } = patch
  const isChanged = Object.values(others).some(value => value !== undefined)
  if (isChanged && (await statusAt(work, cycle)) === 'completed') fail('cycle.over')
  const { start_date = cycle.start_date, end_date = cycle.end_date } = patch
  if (start_date !== cycle.start_date || end_date !== cycle.end_date)
    await judgeCycleDates(work, cycle.project_id, { start_date, end_date }, cycle.id)
  return update(work, Cycle, cycle, patch)
}
