import type { z } from 'zod'
import { audit, type RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { UserContact } from '#contract/people/users.ts'
import { defaultProperties, viewPropsOf } from '#contract/planning/userProperties.ts'
import { holds } from '#contract/rules.ts'
import {
  WorkspaceMember,
  type WorkspaceMemberMe,
  workspaceMemberRoutes,
} from '#contract/workspace/workspaceMembers.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { countDrafts } from '../../work/drafts/draft.service.ts'
import { addMembers, changeRole, leaveWorkspace, removeMember } from './member.service.ts'
import { composeMembers, lastActive, membersOfProjects } from './workspace.queries.ts'

type MemberRow = RowOf<typeof WorkspaceMember>
type Membership = Pick<
  z.infer<typeof WorkspaceMemberMe>,
  keyof MemberRow | keyof typeof audit | 'company_role'
>

const joined = ({ viewer, workspaceId }: Pick<Ask, 'viewer' | 'workspaceId'>) =>
  Object.entries(viewer.projects).filter(([, project]) => project.workspace === workspaceId)

const seesEmail = (ask: Pick<Ask, 'viewer' | 'workspaceId'>) =>
  holds(UserContact.read, ask.viewer, {}, { workspace: ask.workspaceId })

export const mountWorkspaceMembers = (server: Server) => {
  const memberOf = async (trx: Ask['trx'], row: MemberRow, withEmail = false) =>
    must((await composeMembers(trx, [row], withEmail))[0], 'a member')
  mount(
    server,
    workspaceMemberRoutes,
    {
      members: async ({ viewer, trx, workspaceId, query }) => {
        const rows = visible(trx, WorkspaceMember, viewer)
          .where({ workspace_id: workspaceId, is_active: true })
          .orderBy('created_at')
        if (query.search)
          rows.whereRaw(
            `exists (select 1 from users u where u.id = member_id
               and strpos(folded(u.display_name || ' ' || u.first_name), folded(?)) > 0)`,
            [query.search],
          )
        return composeMembers(trx, await rows, seesEmail({ viewer, workspaceId }))
      },
      addMembers: async ({ viewer, work, workspaceId, body, ctx }) => {
        // It says of each address whether the caller knows its person.
        await server.entrance.calls.spend(server.entrance.lineOf(ctx))
        const rows = await addMembers(work, workspaceId, body.members)
        return composeMembers(work.trx, rows, seesEmail({ viewer, workspaceId }))
      },
      getMember: ({ viewer, trx, workspaceId, row }) =>
        memberOf(trx, row, seesEmail({ viewer, workspaceId })),
      updateMember: async ({ work, row, body }) => memberOf(work.trx, await changeRole(work, row, body.role)),
      removeMember: ({ work, row }) => removeMember(work, row),
      leave: ({ work, workspaceId }) => leaveWorkspace(work, workspaceId),
      memberActivity: ({ trx, workspaceId }) => lastActive(trx, workspaceId),
      projectMembers: ({ viewer, trx, workspaceId }) =>
        membersOfProjects(
          trx,
          joined({ viewer, workspaceId }).map(([id]) => id),
        ),
      memberMe: async ({ viewer, trx, workspaceId }) => {
        const row = await trx('workspace_members')
          .where({ workspace_id: workspaceId, member_id: viewer.id })
          .first<Membership>([...Object.keys({ ...WorkspaceMember.schema.shape, ...audit }), 'company_role'])
        const kept = await trx('workspace_preferences')
          .where({ workspace_id: workspaceId, user: viewer.id })
          .first<{ view_props: object } | undefined>('view_props')
        return {
          ...row,
          workspace: workspaceId,
          member: viewer.id,
          view_props: viewPropsOf(kept?.view_props),
          default_props: defaultProperties(),
          issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
          draft_issue_count: await countDrafts(trx, viewer, { workspace: workspaceId }),
        }
      },
      projectRoles: async ({ viewer, workspaceId }) =>
        Object.fromEntries(joined({ viewer, workspaceId }).map(([id, project]) => [id, project.role])),
    },
    {
      again: {
        addMembers: async ({ viewer, trx, workspaceId, body }) => {
          const emails = body.members.map(member => member.email)
          const rows = visible(trx, WorkspaceMember, viewer)
            .where('workspace_id', workspaceId)
            .whereIn('member_id', trx('user_contacts').whereIn('email', emails).select('id'))
          return composeMembers(trx, await rows, seesEmail({ viewer, workspaceId }))
        },
        updateMember: ({ trx, row }) => memberOf(trx, row),
      },
    },
  )
}
