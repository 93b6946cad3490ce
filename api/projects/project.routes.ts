import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import {
  Project,
  ProjectAnswer,
  ProjectMember,
  ProjectPreference,
  projectRoutes,
} from '#contract/projects.ts'
import { update } from '../db/rows.ts'
import { visible } from '../db/visible.ts'
import { type Ask, mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { addMembers, changeRole, removeMember } from './member.service.ts'
import { composeProjects, membershipOf, projectCounts } from './project.queries.ts'
import { createProject, joinProjects, updateProject } from './project.service.ts'

type ProjectRow = RowOf<typeof Project>
type MemberRow = RowOf<typeof ProjectMember>

const JOINED = { message: 'Projects joined successfully' }

const memberAnswer = ({ id, role, member, project }: MemberRow) => ({ id, role, member, project })

export const mountProjects = (server: Server) => {
  const one = async ({ viewer, trx }: Pick<Ask, 'viewer' | 'trx'>, row: ProjectRow) =>
    must((await composeProjects(trx, viewer, [row]))[0], 'a project')
  // Who creates a project is its admin from this answer on, though the viewer was read before.
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
      list: async ({ viewer, trx, workspaceId }) => {
        const rows = await visible(trx, Project, viewer)
          .where('projects.workspace', workspaceId)
          .leftJoin('project_preferences as mine', joined =>
            joined.on('mine.project', 'projects.id').andOnVal('mine.user', viewer.id),
          )
          .orderByRaw('mine.sort_order nulls last, projects.name')
        return composeProjects(trx, viewer, rows)
      },
      create: ({ work, workspaceId, body }) =>
        createProject(work, workspaceId, body as Parameters<typeof createProject>[2]),
      get: async ({ viewer, trx, row }) => ({
        ...(await one({ viewer, trx }, row)),
        ...(await projectCounts(trx, viewer, row.id)),
      }),
      update: ({ work, row, body }) => updateProject(work, row, body as Parameters<typeof updateProject>[2]),
      checkIdentifier: async ({ trx, workspaceId, query }) => {
        const name = query.name?.trim().toUpperCase()
        if (!name) return fail('project.nameRequired')
        const rows = (await trx('projects')
          .where('workspace', workspaceId)
          .whereRaw('upper(identifier) = ?', [name])
          .whereNull('deleted_at')
          .select('id', 'identifier')) as { id: string; identifier: string }[]
        return {
          exists: rows.length,
          identifiers: rows.map((row, at) => ({ id: at + 1, name: row.identifier, project: row.id })),
        }
      },
      members: async ({ viewer, trx, projectId }) => {
        const rows = await visible(trx, ProjectMember, viewer)
          .where({ project: projectId, is_active: true })
          .orderBy('created_at', 'desc')
        return rows.map(memberAnswer)
      },
      addMembers: async ({ work, workspaceId, projectId, body }) =>
        (await addMembers(work, { id: projectId, workspace: workspaceId }, body.members)).map(memberAnswer),
      updateMember: async ({ work, row, body }) => memberAnswer(await changeRole(work, row, body.role)),
      removeMember: ({ work, row }) => removeMember(work, row),
      memberMe: ({ viewer, trx, projectId }) => membershipOf(trx, projectId, viewer.id),
      join: async ({ work, workspaceId, body }) => {
        await joinProjects(work, workspaceId, body.project_ids)
        return JOINED
      },
      updatePreference: async ({ viewer, work, projectId, body }) => {
        const row = (await work
          .trx('project_preferences')
          .where({ project: projectId, user: viewer.id })
          .forUpdate()
          .first(ProjectPreference.columns)) as RowOf<typeof ProjectPreference>
        await update(work, ProjectPreference, row, body)
      },
    },
    {
      presenter,
      again: {
        addMembers: async ({ viewer, trx, projectId, body }) => {
          const ids = body.members.map(one => one.member_id)
          const rows = visible(trx, ProjectMember, viewer).where('project', projectId).whereIn('member', ids)
          return (await rows).map(memberAnswer)
        },
        updateMember: async ({ row }) => memberAnswer(row),
        join: async () => JOINED,
      },
    },
  )
}
