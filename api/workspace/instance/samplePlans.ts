import { fail } from '#contract/errors.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Module } from '#contract/planning/modules.ts'
import { palette, REVIEW_COLOUR } from '#contract/text/signs.ts'
import { Label } from '#contract/work/labels.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { createCycle } from '../../planning/cycles/cycle.service.ts'
import { createEstimate } from '../../planning/estimates/estimate.service.ts'
import { createModule } from '../../planning/modules/module.service.ts'
import type { ProjectStory } from './story/told.ts'

export type Place = { workspaceId: string; projectId: string }
export type Ids = Map<string, string>

const POINTS = ['1', '2', '3', '5', '8']
const DAY_MS = 86_400_000

/** The day so many days from today. */
export const dayFrom = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const addStates = async (work: Work, { workspaceId, projectId }: Place): Promise<Ids> => {
  await insert(work, State, {
    name: 'In Review',
    color: REVIEW_COLOUR,
    group: 'started',
    sequence: 40_000,
    project_id: projectId,
    workspace_id: workspaceId,
  })
  const rows = await work.trx('states').where('project_id', projectId).select<
    {
      id: string
      name: string
    }[]
  >('id', 'name')
  return new Map(rows.map(({ id, name }) => [name, id]))
}

const addLabels = async (work: Work, { workspaceId, projectId }: Place, labels: ProjectStory['labels']) => {
  const ids: Ids = new Map()
  for (const [at, [name, shade]] of Object.entries(labels).entries()) {
    const place = { project_id: projectId, workspace_id: workspaceId, sort_order: (at + 1) * 10_000 }
    ids.set(name, (await insert(work, Label, { name, color: palette[shade], ...place })).id)
  }
  return ids
}

const addPoints = async (work: Work, place: Place): Promise<Ids> => {
  const made = await createEstimate(work, place, {
    estimate: { name: 'Points', type: 'points', last_used: true },
    estimate_points: POINTS.map((value, at) => ({ key: at + 1, value, description: '' })),
  })
  const project = await lockedOne(work, Project, { id: place.projectId }, 'any')
  await update(work, Project, project ?? fail('row.notFound'), { estimate: made.id })
  const rows = await work.trx('estimate_points').where('estimate', made.id).select('id', 'value')
  return new Map(rows.map(({ id, value }) => [value, id]))
}

const addCycles = async (work: Work, place: Place, cycles: ProjectStory['cycles']) => {
  const made: Cycle[] = []
  for (const { name } of cycles)
    made.push(await createCycle(work, place, { name, start_date: null, end_date: null }))
  return made
}

/** Gives the cycles of a story their days. */
export const dateCycles = async (work: Work, made: Cycle[], cycles: ProjectStory['cycles']) => {
  for (const [at, { from, to }] of cycles.entries())
    await update(work, Cycle, made[at]!, { start_date: dayFrom(from), end_date: dayFrom(to) })
}

const addModules = async (work: Work, place: Place, modules: ProjectStory['modules'], people: Ids) => {
  const ids: Ids = new Map()
  // The newest is first.
  for (const { name, lead, status, from, to } of modules.toReversed()) {
    const lead_id = people.get(lead) ?? null
    const days = { start_date: dayFrom(from), target_date: dayFrom(to) }
    const made = await createModule(work, place, {
      ...days,
      name,
      status,
      lead_id,
      member_ids: lead_id ? [lead_id] : [],
    })
    if (status === 'completed' && to !== null)
      await update(work, Module, made, {
        completed_at: new Date(Date.now() + (to - 2) * DAY_MS).toISOString(),
      })
    ids.set(name, made.id)
  }
  return ids
}

/** The rows that the issues of a project refer to, by the names in its story. */
export const addPlans = async (work: Work, place: Place, story: ProjectStory, people: Ids) => ({
  states: await addStates(work, place),
  labels: await addLabels(work, place, story.labels),
  points: await addPoints(work, place),
  modules: await addModules(work, place, story.modules, people),
  cycles: await addCycles(work, place, story.cycles),
})
