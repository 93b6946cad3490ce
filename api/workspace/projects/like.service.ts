/** The beginnings of a new project: the usual five states, or a copy of another project's parts. */

import type { RowOf } from '#contract/define.ts'
import { failFields, missingPk } from '#contract/errors.ts'
import { Estimate, EstimatePoint } from '#contract/planning/estimates.ts'
import { Label } from '#contract/work/labels.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import { insert, insertAll, update } from '../../db/rows.ts'
import { load, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'

type ProjectRow = RowOf<typeof Project>

const USUAL_STATES = [
  { name: 'Backlog', color: '#A3A3A3', sequence: 15000, group: 'backlog', default: true },
  { name: 'Todo', color: '#3A3A3A', sequence: 25000, group: 'unstarted', default: false },
  { name: 'In Progress', color: '#F59E0B', sequence: 35000, group: 'started', default: false },
  { name: 'Done', color: '#16A34A', sequence: 45000, group: 'completed', default: false },
  { name: 'Cancelled', color: '#EF4444', sequence: 55000, group: 'cancelled', default: false },
]

const idsIn = (project: ProjectRow) => ({ project_id: project.id, workspace_id: project.workspace })

export const beginStates = async (
  work: Work,
  project: ProjectRow,
  states: Pick<RowOf<typeof State>, 'name' | 'color' | 'sequence' | 'group' | 'default'>[] = USUAL_STATES,
): Promise<void> => {
  await insertAll(
    State,
    states.map(state => ({ work, values: { ...state, ...idsIn(project) } })),
  )
}

/** A project to begin like: one that the caller is in, of the same workspace. */
export const exampleOf = async (work: Work, workspaceId: string, id: string): Promise<ProjectRow> => {
  const joined = work.viewer.projects[id]
  const project = joined && (await load(work.trx, Project, work.viewer, id, { workspace: workspaceId }))
  return project && !project.archived_at ? project : failFields({ like: [missingPk(id)] })
}

export const featuresOf = ({
  module_view,
  cycle_view,
  issue_views_view,
  page_view,
  intake_view,
}: ProjectRow) => ({ module_view, cycle_view, issue_views_view, page_view, intake_view })

const copyLabels = async (work: Work, from: ProjectRow, to: ProjectRow) => {
  const labels = await visible(work.trx, Label, work.viewer).where('project_id', from.id)
  const made = await insertAll(
    Label,
    labels.map(({ name, color, sort_order }) => ({
      work,
      values: { name, color, sort_order, ...idsIn(to) },
    })),
  )
  const twin = new Map(labels.map(({ id }, at) => [id, made[at]]))
  for (const { id, parent } of labels) {
    const [own, above] = [twin.get(id), twin.get(parent ?? '')]
    if (own && above) await update(work, Label, own, { parent: above.id })
  }
}

const copyEstimate = async (work: Work, from: ProjectRow, to: ProjectRow): Promise<string | null> => {
  if (!from.estimate) return null
  const estimate = await load(work.trx, Estimate, work.viewer, from.estimate, { project: from.id })
  if (!estimate) return null
  const place = { project: to.id, workspace: to.workspace }
  const { name, type, description } = estimate
  const made = await insert(work, Estimate, { ...place, name, type, description, last_used: true })
  const points = await visible(work.trx, EstimatePoint, work.viewer).where('estimate', estimate.id)
  await insertAll(
    EstimatePoint,
    points.map(({ key, value, description }) => ({
      work,
      values: { ...place, key, value, description, estimate: made.id },
    })),
  )
  return made.id
}

/** Gives a new project the states, labels and estimate of another. */
export const beginLike = async (
  work: Work,
  project: ProjectRow,
  example: ProjectRow,
): Promise<ProjectRow> => {
  const states = await visible(work.trx, State, work.viewer).where('project_id', example.id)
  await beginStates(
    work,
    project,
    states.map(({ name, color, sequence, group, default: isDefault, description }) => ({
      name,
      color,
      sequence,
      group,
      default: isDefault,
      description,
    })),
  )
  await copyLabels(work, example, project)
  const estimate = await copyEstimate(work, example, project)
  return estimate ? update(work, Project, project, { estimate }) : project
}
