import { Project } from '#contract/workspace/projects.ts'
import { lockedOne } from '../../db/locked.ts'
import type { Work } from '../../db/work.ts'

/** Rules over all rows of a project (unique names, dates that may not overlap) are judged under its lock. */
export const lockProject = async (work: Work, projectId: string): Promise<void> => {
  await lockedOne(work, Project, { id: projectId }, 'any')
}

/** The place after the last of an order, `step` further. Under the project's lock, so that two never share one. */
export const lastPlace = async (
  work: Work,
  { table, column, projectId, step }: { table: string; column: string; projectId: string; step: number },
): Promise<number> => {
  await lockProject(work, projectId)
  const [row] = (await work
    .trx(table)
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .max(`${column} as greatest`)) as { greatest: number | null }[]
  return row?.greatest == null ? 65535 : row.greatest + step
}

/** The first place of a manual order: before all others. */
export const firstPlace = async (work: Work, table: string, projectId: string): Promise<number> => {
  const [row] = (await work
    .trx(table)
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .min('sort_order as least')) as { least: number | null }[]
  return row?.least == null ? 65535 : row.least - 10_000
}
