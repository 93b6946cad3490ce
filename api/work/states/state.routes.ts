import type { RowOf } from '#contract/define.ts'
import { rankIn } from '#contract/keys.ts'
import { State, stateGroups, stateRoutes } from '#contract/work/states.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import { createState, deleteState, markDefault, restoreState, updateState } from './state.service.ts'

type StateRow = RowOf<typeof State>

const rank = (state: StateRow) => rankIn(stateGroups, state.group)
const inOrder = (rows: StateRow[]) => rows.sort((a, b) => rank(a) - rank(b) || a.sequence - b.sequence)

export const mountStates = (server: Server) =>
  mount(server, stateRoutes, {
    list: async ({ viewer, trx, projectId, query }) => {
      const rows = inOrder(await visible(trx, State, viewer).where('project_id', projectId))
      return query.grouped === 'true' ? Object.fromEntries(Map.groupBy(rows, row => row.group)) : rows
    },
    create: ({ work, workspaceId, projectId, body }) => createState(work, { workspaceId, projectId }, body),
    get: async ({ row }) => row,
    update: ({ work, row, body }) => updateState(work, row, body),
    markDefault: async ({ work, row }) => void (await markDefault(work, row)),
    remove: ({ work, row, body }) => deleteState(work, row, body.new_state_id),
    restore: ({ work, projectId, params }) => restoreState(work, projectId, params.stateId),
    listAcross: async ({ viewer, trx, workspaceId }) =>
      inOrder(
        await visible(trx, State, viewer).whereRaw('project_id = any(?::uuid[])', [
          projectsOf({ in: 'workspace', workspace: workspaceId }, viewer),
        ]),
      ),
  })
