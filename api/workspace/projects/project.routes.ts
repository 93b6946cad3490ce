import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { coverAddress, coverDrawing, coverNamed, ownCovers } from '#contract/workspace/covers.ts'
import {
  archivedProject,
  Project,
  ProjectAnswer,
  projectOrders,
  projectRoutes,
} from '#contract/workspace/projects.ts'
import { visible } from '../../db/visible.ts'
import { readOrder } from '../../http/inputs.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { countUntouched } from '../../work/issues/untouched.service.ts'
import { composeProjects, projectCounts, workOf } from './project.queries.ts'
import {
  archiveProject,
  createProject,
  deleteProject,
  joinProjects,
  unarchiveProject,
  updateProject,
} from './project.service.ts'

type ProjectRow = RowOf<typeof Project>

const withIdentifier = async (trx: Knex, workspaceId: string, given: string | undefined) => {
  const name = given?.trim().toUpperCase()
  if (!name) return fail('project.nameRequired')
  return await trx('projects')
    .where('workspace', workspaceId)
    .whereRaw('upper(identifier) = ?', [name])
    .whereNull('deleted_at')
    .select<{ id: string; identifier: string }[]>('id', 'identifier')
}

export const mountProjects = (server: Server) => {
  const one = async ({ viewer, trx }: Pick<Ask, 'viewer' | 'trx'>, row: ProjectRow) =>
    must((await composeProjects(trx, viewer, [row]))[0], 'a project')
  // The maker of a project is its admin from this answer on, though the viewer was read before.
  const asAdmin = ({ viewer, trx }: Pick<Ask, 'viewer' | 'trx'>, row: ProjectRow) => ({
    trx,
    viewer: {
      ...viewer,
      projects: {
        ...viewer.projects,
        [row.id]: { role: 20 as const, sees_all: true, workspace: row.workspace, archived: false },
      },
    },
  })

  const presenter = {
    as: ProjectAnswer,
    show: (ask: Pick<Ask, 'viewer' | 'trx'>, row: ProjectRow) =>
      one(row.id in ask.viewer.projects ? ask : asAdmin(ask, row), row),
  }

  mount(
    server,
    projectRoutes,
    {
      list: async ({ viewer, trx, workspaceId, query }) => {
        const { column, order } = readOrder(query.order_by, projectOrders, '-created_at')
        const rows = visible(trx, Project, viewer).where('projects.workspace', workspaceId)
        const sorted = column === 'name' ? 'ordered_name(projects.name) collate "C"' : `projects.${column}`
        if (query.order_by && column !== 'sort_order') rows.orderByRaw(`${sorted} ${order}, projects.id`)
        else
          rows
            .leftJoin('project_preferences as mine', joined =>
              joined.on('mine.project', 'projects.id').andOnVal('mine.user', viewer.id),
            )
            .orderByRaw(
              `mine.sort_order ${query.order_by ? order : 'asc'} nulls last, ordered_name(projects.name) collate "C"`,
            )
        return composeProjects(trx, viewer, await rows)
      },
      openWork: async ({ viewer, trx, workspaceId }) => {
        const rows: ProjectRow[] = await visible(trx, Project, viewer)
          .where({ 'projects.workspace': workspaceId, 'projects.archived_at': null })
          .whereNotIn('projects.id', Object.keys(viewer.projects))
        return workOf(
          trx,
          rows.map(row => row.id),
        )
      },
      create: ({ work, workspaceId, body }) => createProject(work, workspaceId, body),
      automated: ({ trx, row, query }) => countUntouched(trx, row, query),
      get: async ({ viewer, trx, row }) => ({
        ...(await one({ viewer, trx }, row)),
        ...(await projectCounts(trx, viewer, row.id)),
      }),
      update: ({ work, row, body }) => updateProject(work, row, body),
      remove: ({ work, row }) => deleteProject(work, row),
      archive: ({ work, row }) => archiveProject(work, row),
      unarchive: ({ work, row }) => unarchiveProject(work, row),
      covers: async () => ownCovers.map(coverAddress),
      cover: async ({ params }) => coverDrawing(coverNamed(params.cover) ?? fail('path.notFound')),
      checkIdentifier: async ({ trx, workspaceId, query }) => {
        const rows = await withIdentifier(trx, workspaceId, query.name)
        return {
          exists: rows.length,
          identifiers: rows.map((row, at) => ({ id: at + 1, name: row.identifier, project: row.id })),
        }
      },
      freeIdentifier: async ({ work, workspaceId, body }) => {
        const rows = await withIdentifier(work.trx, workspaceId, body.name)
        if (rows.length > 0) fail('project.identifierInUse')
      },
      join: ({ work, workspaceId, body }) => joinProjects(work, workspaceId, body.project_ids),
    },
    {
      presenter,
      part: {
        as: archivedProject,
        show: async (_, { archived_at }: Pick<ProjectRow, 'archived_at'>) => ({ archived_at }),
      },
    },
  )
}
