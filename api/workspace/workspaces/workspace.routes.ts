import type { z } from 'zod'
import { audit, type RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { UserContact } from '#contract/people/users.ts'
import { holds } from '#contract/permissions.ts'
import { defaultProperties } from '#contract/planning/userProperties.ts'
import {
  Workspace,
  WorkspaceMember,
  type WorkspaceMemberMe,
  workspaceRoutes,
} from '#contract/workspace/workspaces.ts'
import { update } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import { clientAddress } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { countDrafts } from '../../work/drafts/draft.service.ts'
import { isReserved } from './slug.ts'
import { composeMembers, composeWorkspaces } from './workspace.queries.ts'
import { addMembers, changeRole, createWorkspace, removeMember } from './workspace.service.ts'

type WorkspaceRow = RowOf<typeof Workspace>
type MemberRow = RowOf<typeof WorkspaceMember>
type Membership = Pick<
  z.infer<typeof WorkspaceMemberMe>,
  keyof MemberRow | keyof typeof audit | 'company_role'
>

export const mountWorkspaces = (server: Server) => {
  const list = async ({
    viewer,
    trx,
    query,
  }: Pick<Ask, 'viewer' | 'trx'> & {
    query: { search?: string | undefined; owner?: string | undefined }
  }) => {
    const rows = visible(trx, Workspace, viewer).orderBy('created_at', 'desc')
    if (query.search) rows.whereRaw('strpos(lower(workspaces.name), lower(?)) > 0', [query.search])
    if (query.owner) rows.where('owner_id', query.owner)
    return composeWorkspaces(trx, await rows)
  }
  const one = async (trx: Ask['trx'], row: WorkspaceRow) =>
    must((await composeWorkspaces(trx, [row]))[0], 'a workspace')
  const fresh = async (trx: Ask['trx'], row: WorkspaceRow) => {
    const { total_members: _, total_issues: __, ...answer } = await one(trx, row)
    return answer
  }
  const memberOf = async (trx: Ask['trx'], row: MemberRow) =>
    must((await composeMembers(trx, [row], false))[0], 'a member')
  const seesEmail = (ask: Pick<Ask, 'viewer' | 'workspaceId'>) =>
    holds(UserContact.read, ask.viewer, {}, { workspace: ask.workspaceId })

  mount(
    server,
    workspaceRoutes,
    {
      list,
      listAll: list,
      create: async ({ viewer, work, body }) => {
        const { DISABLE_WORKSPACE_CREATION: isOff } = await server.configured.read(work.trx)
        if (isOff === '1' && !viewer.isInstanceAdmin) fail('workspace.creationDisabled')
        return fresh(work.trx, await createWorkspace(work, body))
      },
      checkSlug: async ({ trx, query }) => {
        if (!query.slug) return fail('workspace.slugRequired')
        const taken = await trx('workspaces').whereRaw('lower(slug) = lower(?)', [query.slug]).first('id')
        return { status: !taken && !isReserved(query.slug) }
      },
      get: ({ trx, row }) => one(trx, row),
      update: async ({ work, row, body }) => one(work.trx, await update(work, Workspace, row, body)),
      members: async ({ viewer, trx, workspaceId, query }) => {
        const rows = visible(trx, WorkspaceMember, viewer)
          .where({ workspace_id: workspaceId, is_active: true })
          .orderBy('created_at')
        if (query.search)
          rows.whereRaw(
            `exists (select 1 from users u where u.id = member_id
               and strpos(lower(u.display_name || ' ' || u.first_name), lower(?)) > 0)`,
            [query.search],
          )
        return composeMembers(trx, await rows, seesEmail({ viewer, workspaceId }))
      },
      addMembers: async ({ viewer, work, workspaceId, body, ctx }) => {
        // It tells of each address whether it has an account.
        await server.entrance.calls.spend(clientAddress(ctx.req, server.settings.trustProxy))
        const rows = await addMembers(work, workspaceId, body.members)
        return composeMembers(work.trx, rows, seesEmail({ viewer, workspaceId }))
      },
      updateMember: async ({ work, row, body }) => memberOf(work.trx, await changeRole(work, row, body.role)),
      removeMember: ({ work, row }) => removeMember(work, row),
      memberMe: async ({ viewer, trx, workspaceId }) => {
        const row = (await trx('workspace_members')
          .where({ workspace_id: workspaceId, member_id: viewer.id })
          .first([
            ...Object.keys({ ...WorkspaceMember.schema.shape, ...audit }),
            'company_role',
          ])) as Membership
        return {
          ...row,
          workspace: workspaceId,
          member: viewer.id,
          view_props: defaultProperties(),
          default_props: defaultProperties(),
          issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
          draft_issue_count: await countDrafts(trx, viewer, { workspace: workspaceId }),
        }
      },
      projectRoles: async ({ viewer, workspaceId }) =>
        Object.fromEntries(
          Object.entries(viewer.projects).flatMap(([id, project]) =>
            project.workspace === workspaceId ? [[id, project.role]] : [],
          ),
        ),
    },
    {
      again: {
        create: ({ trx, row }) => fresh(trx, row as WorkspaceRow),
        update: ({ trx, row }) => one(trx, row),
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
