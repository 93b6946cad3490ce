import type { Knex } from 'knex'
import type { z } from 'zod'
import { failFields, missingPk, must } from '#contract/errors.ts'
import { Estimate, type EstimateAnswer, EstimatePoint } from '#contract/planning/estimates.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked } from '../../db/locked.ts'
import { insert, insertAll, remove, removeAll, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { lockProject } from '../../workspace/projects/lock.ts'
import { judgePoints } from './judge.ts'
import { changePoints, pointsOf, remap } from './point.service.ts'

/** Estimates with their points by key, in the order given. */
export const composeEstimates = async (
  trx: Knex,
  estimates: Estimate[],
): Promise<z.infer<typeof EstimateAnswer>[]> => {
  const points = await trx('estimate_points')
    .whereIn(
      'estimate',
      estimates.map(estimate => estimate.id),
    )
    .whereNull('deleted_at')
    .orderBy('key')
    .select<EstimatePoint[]>(EstimatePoint.columns)
  const byEstimate = Map.groupBy(points, point => point.estimate)
  return estimates.map(estimate => ({ ...estimate, points: byEstimate.get(estimate.id) ?? [] }))
}

type Point = { key: number; value: string; description: string }

// "Points", then "Points 2": a name that the client did not ask for never refuses its call.
const freeName = async (work: Work, projectId: string, wanted: string): Promise<string> => {
  const taken: string[] = await work
    .trx('estimates')
    .where('project', projectId)
    .whereNull('deleted_at')
    .pluck('name')
  for (let nth = 1; ; nth++) {
    const name = nth === 1 ? wanted : `${wanted} ${nth}`
    if (!taken.includes(name)) return name
  }
}

const isTaken = async (work: Work, projectId: string, name: string): Promise<boolean> =>
  (await work.trx('estimates').where({ project: projectId, name }).whereNull('deleted_at').first('id')) !==
  undefined

/** Makes one estimate the project's last used, and no other. */
export const markUsed = async (work: Work, projectId: string, id: string): Promise<Estimate> => {
  const rows = await locked(work, Estimate, { project: projectId })
  if (!rows.some(row => row.id === id)) failFields({ estimate: [missingPk(id)] })
  const written = await updateAll(
    work,
    Estimate,
    rows.map(before => ({ before, patch: { last_used: before.id === id } })),
  )
  return must(
    written.find(row => row.id === id),
    'the estimate',
  )
}

type Given = {
  estimate: { name?: string | undefined; type: Estimate['type']; last_used?: boolean | undefined }
  estimate_points: Point[]
  replacing?: { from: string; to: number | null }[] | undefined
}

export const createEstimate = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  { estimate, estimate_points, replacing }: Given,
): Promise<Estimate> => {
  judgePoints(estimate.type, estimate_points)
  await lockProject(work, projectId)
  const place = { project: projectId, workspace: workspaceId }
  const name = estimate.name || (estimate.type === 'points' ? 'Points' : 'Categories')
  const row = await insert(work, Estimate, {
    ...place,
    name: await freeName(work, projectId, name),
    type: estimate.type,
    last_used: false,
  })
  const points = await insertAll(
    EstimatePoint,
    estimate_points.map(point => ({ work, values: { ...place, ...point, estimate: row.id } })),
  )
  if (replacing) {
    const idOf = new Map(points.map(({ key, id }) => [key, id]))
    const given = replacing.map(({ from, to }) => ({
      from,
      to: to === null ? null : (idOf.get(to) ?? failFields({ replacing: [missingPk(to)] })),
    }))
    return switchTo(work, row, given)
  }
  if (!estimate.last_used) return row
  return markUsed(work, projectId, row.id)
}

const projectOf = async (work: Work, id: string) =>
  must((await locked(work, Project, { id }))[0], 'the project of an estimate')

/**
 * Switches a project to an estimate. Issues that have a point of another get the one that is given for it, or none: so no
 * issue bears a point of a scale that the project does not use.
 */
export const switchTo = async (
  work: Work,
  estimate: Estimate,
  given: readonly { from: string; to: string | null }[],
): Promise<Estimate> => {
  const project = await projectOf(work, estimate.project)
  const points = await locked(work, EstimatePoint, { project: project.id })
  const own = new Set(points.flatMap(point => (point.estimate === estimate.id ? [point.id] : [])))
  const others = points.flatMap(({ id }) => (own.has(id) ? [] : [id]))
  for (const { from, to } of given) {
    if (!others.includes(from)) failFields({ replacements: [missingPk(from)] })
    if (to && !own.has(to)) failFields({ replacements: [missingPk(to)] })
  }
  const asked = new Map(given.map(({ from, to }) => [from, to]))
  await remap(work, project.id, new Map(others.map(id => [id, asked.get(id) ?? null])))
  await update(work, Project, project, { estimate: estimate.id })
  return markUsed(work, project.id, estimate.id)
}

export const updateEstimate = async (
  work: Work,
  estimate: Estimate,
  { name, type = estimate.type }: { name?: string | undefined; type?: Estimate['type'] | undefined },
  points: (Partial<Pick<Point, 'key' | 'value'>> & { id: string })[],
): Promise<Estimate> => {
  const patches = new Map(points.map(({ id, ...patch }) => [id, patch]))
  await changePoints(work, { ...estimate, type }, patches)
  if (name !== undefined && name !== estimate.name && (await isTaken(work, estimate.project, name)))
    failFields({ name: ['Another estimate of this project has that name.'] })
  return update(work, Estimate, estimate, { ...(name === undefined ? {} : { name }), type })
}

/** Deletes an estimate with its points, which go from every issue; a project that used it uses none. */
export const deleteEstimate = async (work: Work, estimate: Estimate): Promise<void> => {
  const project = await projectOf(work, estimate.project)
  const points = await pointsOf(work, estimate.id)
  await remap(work, project.id, new Map(points.map(({ id }) => [id, null])))
  await removeAll(work, EstimatePoint, points)
  if (project.estimate === estimate.id) await update(work, Project, project, { estimate: null })
  await remove(work, Estimate, estimate)
}
