import type { Knex } from 'knex'
import type { z } from 'zod'
import { fail, failEach, failFields, missingPk } from '#contract/errors.ts'
import {
  Estimate,
  type EstimateAnswer,
  EstimatePoint,
  MAX_POINTS,
  MAX_VALUE,
  MIN_POINTS,
} from '#contract/planning/estimates.ts'
import { insert, locked, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { lockProject } from '../../workspace/projects/lock.ts'

/** Estimates with their points by key, in the order given. */
export const composeEstimates = async (
  trx: Knex,
  estimates: Estimate[],
): Promise<z.infer<typeof EstimateAnswer>[]> => {
  const points = (await trx('estimate_points')
    .whereIn(
      'estimate',
      estimates.map(estimate => estimate.id),
    )
    .whereNull('deleted_at')
    .orderBy('key')
    .select(EstimatePoint.columns)) as EstimatePoint[]
  const byEstimate = Map.groupBy(points, point => point.estimate)
  return estimates.map(estimate => ({ ...estimate, points: byEstimate.get(estimate.id) ?? [] }))
}

type Point = { key: number; value: string; description: string }

const mistakeOf = (type: Estimate['type'], points: Point[], { key, value }: Point): string | null => {
  if (value.length > MAX_VALUE) return `Value can't be more than ${MAX_VALUE} characters`
  if (type === 'points' && !/^\d+(\.\d+)?$/.test(value)) return 'Value must be a number'
  if (points.filter(other => other.key === key).length > 1) return 'Two points have the same key'
  if (points.filter(other => other.value === value).length > 1) return 'Two points have the same value'
  return null
}

const judgePoints = (type: Estimate['type'], points: Point[]) => {
  if (points.length < MIN_POINTS || points.length > MAX_POINTS) fail('estimate.points')
  const mistakes = points.map(point => mistakeOf(type, points, point))
  if (mistakes.some(mistake => mistake !== null))
    failEach(
      mistakes.map((mistake): Record<string, string[]> => (mistake ? { non_field_errors: [mistake] } : {})),
    )
}

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

/** Makes one estimate the project's last used, and no other. */
export const markUsed = async (work: Work, projectId: string, id: string): Promise<void> => {
  const rows = await locked(work, Estimate, { project: projectId })
  if (!rows.some(row => row.id === id)) failFields({ estimate: [missingPk(id)] })
  await updateAll(
    work,
    Estimate,
    rows.map(before => ({ before, patch: { last_used: before.id === id } })),
  )
}

export const createEstimate = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  {
    estimate,
    estimate_points,
  }: {
    estimate: { name?: string | undefined; type: Estimate['type']; last_used?: boolean | undefined }
    estimate_points: Point[]
  },
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
  for (const point of estimate_points)
    await insert(work, EstimatePoint, { ...place, ...point, estimate: row.id })
  if (!estimate.last_used) return row
  await markUsed(work, projectId, row.id)
  return { ...row, last_used: true }
}
