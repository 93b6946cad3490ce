import type { Knex } from 'knex'
import { ProjectLite } from '#contract/belongs.ts'
import { must } from '#contract/errors.ts'
import { addDays, dayIn } from '#contract/people/zones.ts'
import { Cycle, cycleStatus } from '#contract/planning/cycles.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects, visible } from '../../db/visible.ts'
import { envelope, readPage } from '../../http/page.ts'
import { composeDetails } from './compose.ts'

type Paged = Parameters<typeof readPage>[0]

/** Cycles under way in all projects that the caller has joined, page by page. */
export const listActive = async (trx: Knex, viewer: ServerViewer, workspaceId: string, query: Paged) => {
  const ask = readPage(query)
  const ids = openProjects(viewer, workspaceId)
  const projects = await trx('projects')
    .whereIn('id', ids)
    .select<
      {
        id: string
        timezone: string
        identifier: string
        name: string
        description: string
        cover_image: string | null
        cover_image_url: string | null
        logo_props: Record<string, unknown>
      }[]
    >([...Object.keys(ProjectLite.shape), 'timezone'])
  const projectOf = new Map(projects.map(project => [project.id, project]))
  const today = dayIn('UTC')
  // A day earlier or later it is somewhere; which day it is in each project's zone is reported below.
  const near = await visible(trx, Cycle, viewer)
    .whereIn('project_id', ids)
    .whereNull('archived_at')
    .where('start_date', '<=', addDays(today, 1))
    .where('end_date', '>=', addDays(today, -1))
    .orderBy(['end_date', 'id'])
  const rows = near.filter(row => {
    const project = must(projectOf.get(row.project_id), 'the project of a cycle')
    return cycleStatus(row, project.timezone) === 'current'
  })
  const page = rows.slice(ask.page * ask.size, (ask.page + 1) * ask.size)
  const details = await composeDetails(trx, viewer, page)
  const results = details.map(detail => {
    const { timezone: _, ...project_detail } = must(projectOf.get(detail.project_id), 'its project')
    return { ...detail, project_detail }
  })
  return envelope(ask, rows.length, rows.length, results.length, results)
}
