import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import {
  ProjectMember,
  ProjectMemberChanged,
  ProjectPreference,
  projectMemberRoutes,
} from '#contract/workspace/projectMembers.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { lastVisited } from '../workspaces/workspace.service.ts'
import { addMembers, changeRole, leaveProject, removeMember } from './member.service.ts'
import { memberOf, membershipOf, membershipsIn } from './project.queries.ts'

const memberAnswer = ({ id, role, member, project }: RowOf<typeof ProjectMember>) => ({
  id,
  role,
  member,
  project,
})

export const mountProjectMembers = (server: Server) =>
  mount(
    server,
    projectMemberRoutes,
    {
      members: async ({ viewer, trx, projectId }) => {
        const rows = await visible(trx, ProjectMember, viewer)
          .where({ project: projectId, is_active: true })
          .orderBy('created_at', 'desc')
        return rows.map(memberAnswer)
      },
      addMembers: async ({ work, workspaceId, projectId, body }) =>
        (await addMembers(work, { id: projectId, workspace: workspaceId }, body.members)).map(memberAnswer),
      updateMember: ({ work, row, body }) => changeRole(work, row, body.role),
      member: ({ viewer, trx, row }) => memberOf(trx, viewer, row),
      leave: ({ work, projectId }) => leaveProject(work, projectId),
      removeMember: ({ work, row }) => removeMember(work, row),
      lastVisited: async ({ viewer, trx }) => {
        const last = await lastVisited(trx, viewer)
        if (!last) return { workspace_details: {}, project_details: [] }
        return {
          workspace_details: last,
          project_details: await membershipsIn(trx, last.id, viewer.id),
        }
      },
      memberMe: ({ viewer, trx, projectId }) => membershipOf(trx, projectId, viewer.id),
      updatePreference: async ({ viewer, work, projectId, body }) => {
        const row = await lockedOne(work, ProjectPreference, { project: projectId, user: viewer.id }, 'any')
        await update(work, ProjectPreference, must(row, 'the settings of a member'), body)
      },
    },
    {
      presenter: {
        as: ProjectMemberChanged,
        show: async ({ trx, viewer }, row: RowOf<typeof ProjectMember>) => {
          const { revision: _, ...told } = await memberOf(trx, viewer, row)
          return told
        },
      },
      again: {
        addMembers: async ({ viewer, trx, projectId, body }) => {
          const ids = body.members.map(one => one.member_id)
          const rows = visible(trx, ProjectMember, viewer).where('project', projectId).whereIn('member', ids)
          return (await rows).map(memberAnswer)
        },
      },
    },
  )
