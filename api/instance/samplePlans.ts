import { fail } from '#contract/errors.ts'
import { Issue } from '#contract/issues.ts'
import { Project } from '#contract/projects.ts'
import { createComment } from '../comments/comment.service.ts'
import { createCycle } from '../cycles/cycle.service.ts'
import { update } from '../db/rows.ts'
import type { Work } from '../db/work.ts'
import { createEstimate } from '../estimates/estimate.service.ts'
import { type IssueChange, updateIssues } from '../issues/issue.service.ts'
import { createLink } from '../links/link.service.ts'
import { createModule } from '../modules/module.service.ts'
import { relate } from '../relations/relation.service.ts'
import { cycles, modules, points, talk } from './story.ts'

type Place = { workspaceId: string; projectId: string }

const day = (offset: number | null) =>
  offset === null ? null : new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

const useEstimate = async (work: Work, place: Place) => {
  const estimate_points = points.map((value, at) => ({ key: at + 1, value, description: '' }))
  const made = await createEstimate(work, place, {
    estimate: { name: 'Points', type: 'points', last_used: true },
    estimate_points,
  })
  const project = await work.trx('projects').where('id', place.projectId).forUpdate().first(Project.columns)
  await update(work, Project, project ?? fail('row.notFound'), { estimate: made.id })
  return (await work.trx('estimate_points').where('estimate', made.id).orderBy('key').pluck('id')) as string[]
}

/** Puts a project's issues into cycles and modules, gives them points and sub-issues, and lets two of them be talked about. */
export const addPlans = async (work: Work, place: Place, leadId: string): Promise<void> => {
  const cycleIds: string[] = []
  for (const { name, from, to } of cycles)
    cycleIds.push((await createCycle(work, place, { name, start_date: day(from), end_date: day(to) })).id)
  const moduleIds: string[] = []
  for (const { name, status } of modules)
    moduleIds.push(
      (await createModule(work, place, { name, status, lead_id: leadId, member_ids: [leadId] })).id,
    )
  const pointIds = await useEstimate(work, place)
  const issues = (await work
    .trx('issues')
    .where('project_id', place.projectId)
    .orderBy('sequence_id')
    .forUpdate()
    .select(Issue.columns)) as Issue[]
  const parent = issues[3]
  const changes = issues.map((issue, at): IssueChange => {
    const cycle = ['started', 'unstarted'].includes(issue.state__group) ? cycleIds[at % 2] : undefined
    return {
      issue,
      values: {
        ...(cycle ? { cycle_id: cycle } : {}),
        module_ids: at % 3 === 2 ? [] : [moduleIds[at % moduleIds.length] ?? ''].filter(Boolean),
        estimate_point: at % 4 === 3 ? null : (pointIds[at % pointIds.length] ?? null),
        ...(parent && at > 3 && at < 7 ? { parent_id: parent.id } : {}),
      },
    }
  })
  const [first, second, third] = await updateIssues(work, place.projectId, changes)
  if (!first || !second || !third) return
  await relate(work, first, 'blocking', [second.id])
  await relate(work, third, 'relates_to', [first.id])
  await createLink(work, first, {
    url: 'https://tides.example/clock-change',
    title: 'Tables of the tide office',
  })
  for (const html of talk) await createComment(work, first, { comment_html: html })
}
