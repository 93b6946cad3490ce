/** The points of an estimate, and the fate of issues when their point goes or the project switches estimates. */

import { fail, failFields, missingPk } from '#contract/errors.ts'
import { type Estimate, EstimatePoint, MAX_POINTS, MIN_POINTS } from '#contract/planning/estimates.ts'
import { Issue } from '#contract/work/issues.ts'
import { Project } from '#contract/workspace/projects.ts'
import { bringBack, deletedIn, removeLetting } from '../../db/letGo.ts'
import { locked } from '../../db/locked.ts'
import { insert, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../../work/activity/record.ts'
import { changeDrafts } from '../../work/drafts/draft.service.ts'
import { lockProject } from '../../workspace/projects/lock.ts'
import { judgePoints } from './judge.ts'

type Point = EstimatePoint
/** The new point of an issue, by its old one. */
type Replacements = ReadonlyMap<string, string | null>

export const pointsOf = (work: Work, estimateId: string): Promise<Point[]> =>
  locked(work, EstimatePoint, { estimate: estimateId })

/** Gives issues and drafts other points: one change, whatever their number. Answers the issues as they were. */
export const remap = async (work: Work, projectId: string, replacements: Replacements): Promise<Issue[]> => {
  const gone = [...replacements.keys()]
  if (gone.length === 0) return []
  followsFromElsewhere(work)
  const next = (point: string | null) => replacements.get(point ?? '') ?? null
  const issues = await locked(work, Issue, rows =>
    rows.where('project_id', projectId).whereIn('estimate_point', gone),
  )
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: { estimate_point: next(before.estimate_point) } })),
  )
  await changeDrafts(
    work,
    projectId,
    rows => rows.whereIn('estimate_point', gone),
    draft => ({ estimate_point: next(draft.estimate_point) }),
  )
  return issues
}

const byKey = (points: Point[]) => points.toSorted((a, b) => a.key - b.key)

export const addPoint = async (
  work: Work,
  estimate: Estimate,
  { key, value, description }: { key?: number | undefined; value?: string | undefined; description: string },
): Promise<Point> => {
  if (!key || value === undefined) return fail('estimate.keyAndValue')
  await lockProject(work, estimate.project)
  const points = await pointsOf(work, estimate.id)
  if (points.length >= MAX_POINTS) fail('estimate.tooManyPoints')
  judgePoints(estimate.type, [...points, { key, value }], points.length)
  const { project, workspace } = estimate
  return insert(work, EstimatePoint, { project, workspace, estimate: estimate.id, key, value, description })
}

type PointPatch = Partial<Record<'value' | 'description', string | undefined>> & { key?: number | undefined }

/** Changes points of one estimate together: two may change places. */
export const changePoints = async (
  work: Work,
  estimate: Pick<Estimate, 'id' | 'type' | 'project'>,
  patches: ReadonlyMap<string, PointPatch>,
): Promise<void> => {
  await lockProject(work, estimate.project)
  const points = await pointsOf(work, estimate.id)
  const patched = points.map(point => {
    const { key = point.key, value = point.value } = patches.get(point.id) ?? {}
    return { key, value }
  })
  judgePoints(estimate.type, patched)
  await updateAll(
    work,
    EstimatePoint,
    points.flatMap(before => {
      const patch = patches.get(before.id)
      return patch ? [{ before, patch }] : []
    }),
  )
}

export const changePoint = async (
  work: Work,
  estimate: Estimate,
  point: Point,
  patch: PointPatch,
): Promise<Point> => {
  const others = (await pointsOf(work, estimate.id)).filter(({ id }) => id !== point.id)
  const { key = point.key, value = point.value } = patch
  judgePoints(estimate.type, [{ key, value }, ...others], 0)
  return update(work, EstimatePoint, point, patch)
}

/** Deletes a point; its issues get another of the same estimate, or none. Answers the points that moved up. */
export const removePoint = async (work: Work, point: Point, nextId: string | null): Promise<Point[]> => {
  await lockProject(work, point.project)
  const points = await pointsOf(work, point.estimate)
  if (points.length <= MIN_POINTS) fail('estimate.tooFewPoints')
  if (nextId && (nextId === point.id || !points.some(({ id }) => id === nextId)))
    failFields({ new_estimate_id: [missingPk(nextId)] })
  const moved = await remap(work, point.project, new Map([[point.id, nextId]]))
  await removeLetting(
    work,
    EstimatePoint,
    point,
    moved.map(({ id }) => id),
    { let_go_to: nextId },
  )
  return byKey(
    await updateAll(
      work,
      EstimatePoint,
      points.filter(({ key }) => key > point.key).map(before => ({ before, patch: { key: before.key - 1 } })),
    ),
  )
}

/**
 * Brings a deleted point back to its place among the others, on the issues that still have what they got instead. Where the
 * project counts by another estimate by now, none of them gets it.
 */
export const restorePoint = async (work: Work, estimate: Estimate, id: string): Promise<void> => {
  const [project] = await locked(work, Project, { id: estimate.project })
  const point = await deletedIn(work, EstimatePoint, estimate.project, id, ['let_go_to'])
  if (point.estimate !== estimate.id) fail('row.notFound')
  const points = await pointsOf(work, estimate.id)
  if (points.length >= MAX_POINTS) fail('estimate.tooManyPoints')
  const behind = points.filter(({ key }) => key >= point.key)
  const moved = behind.map(before => ({ before, patch: { key: before.key + 1 } }))
  const others = points.filter(({ key }) => key < point.key)
  judgePoints(
    estimate.type,
    [...others, ...moved.map(({ before, patch }) => ({ ...before, ...patch })), point],
    points.length,
  )
  await updateAll(work, EstimatePoint, moved)
  await bringBack(work, EstimatePoint, point, { let_go_to: null })
  if (project?.estimate !== estimate.id) return
  followsFromElsewhere(work)
  const issues = await locked(work, Issue, rows =>
    rows.where({ project_id: estimate.project, estimate_point: point.let_go_to }).whereIn('id', point.let_go),
  )
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: { estimate_point: id } })),
  )
}
