import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { Workspace, workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { remove } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { isReserved } from './slug.ts'
import { composeWorkspaces, countContents } from './workspace.queries.ts'
import { createWorkspace, judgeCreation, keepPreference, updateWorkspace } from './workspace.service.ts'

type WorkspaceRow = RowOf<typeof Workspace>

export const mountWorkspaces = (server: Server) => {
  const list = async ({
    viewer,
    trx,
    query,
  }: Pick<Ask, 'viewer' | 'trx'> & {
    query: { search?: string | undefined; owner?: string | undefined }
  }) => {
    const rows = visible(trx, Workspace, viewer).orderBy('created_at', 'desc')
    if (query.search) rows.whereRaw('strpos(folded(workspaces.name), folded(?)) > 0', [query.search])
    if (query.owner) rows.where('owner_id', query.owner)
    return composeWorkspaces(trx, viewer, await rows)
  }
  const one = async (ask: Pick<Ask, 'viewer' | 'trx'>, row: WorkspaceRow) =>
    must((await composeWorkspaces(ask.trx, ask.viewer, [row]))[0], 'a workspace')
  const fresh = async (ask: Pick<Ask, 'viewer' | 'trx'>, row: WorkspaceRow) => {
    const { total_members: _, total_issues: __, ...answer } = await one(ask, row)
    return answer
  }
  mount(
    server,
    workspaceRoutes,
    {
      list,
      listAll: list,
      create: async ({ work, body }) => {
        await judgeCreation(work, server)
        return fresh(work, await createWorkspace(work, body))
      },
      checkSlug: async ({ trx, query }) => {
        if (!query.slug) return fail('workspace.slugRequired')
        const taken = await trx('workspaces').whereRaw('lower(slug) = lower(?)', [query.slug]).first('id')
        return { status: !taken && !isReserved(query.slug) }
      },
      get: ask => one(ask, ask.row),
      update: async ({ work, row, body }) => one(work, await updateWorkspace(work, row, body)),
      contents: ({ trx, workspaceId }) => countContents(trx, workspaceId),
      remove: ({ work, row }) => remove(work, Workspace, row),
      updatePreference: ({ work, workspaceId, body }) => keepPreference(work, workspaceId, body.view_props),
    },
    {
      again: {
        create: ask => fresh(ask, ask.row as WorkspaceRow),
        update: ask => one(ask, ask.row),
      },
    },
  )
}
