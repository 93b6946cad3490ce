import type { RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Label, labelRoutes } from '#contract/labels.ts'
import { State, stateGroups, stateRoutes } from '#contract/states.ts'
import { insert } from '../db/rows.ts'
import { visible } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'

// The project's row is locked, so that two new rows never share a place in the order.
const greatest = async (
  work: Work,
  table: string,
  column: string,
  projectId: string,
): Promise<number | null> => {
  await work.trx('projects').where('id', projectId).forUpdate().first('id')
  const [row] = await work
    .trx(table)
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .max<{ max: number | null }[]>(`${column} as max`)
  return row?.max ?? null
}

export const mountStatesAndLabels = (server: Server) => {
  mount(server, stateRoutes, {
    list: async ({ viewer, trx, projectId }) => {
      const rows = (await visible(trx, State, viewer).where('project_id', projectId)) as RowOf<typeof State>[]
      const rank = (state: RowOf<typeof State>) => (stateGroups as readonly string[]).indexOf(state.group)
      return rows.sort((a, b) => rank(a) - rank(b) || a.sequence - b.sequence)
    },
    create: async ({ work, workspaceId, projectId, body }) => {
      const last = await greatest(work, 'states', 'sequence', projectId)
      return insert(work, State, {
        ...body,
        ...(work.mutationId ? { id: work.mutationId } : {}),
        project_id: projectId,
        workspace_id: workspaceId,
        sequence: last === null ? 65535 : last + 15_000,
      })
    },
  })
  mount(server, labelRoutes, {
    list: async ({ viewer, trx, projectId }) =>
      (await visible(trx, Label, viewer).where('project_id', projectId).orderBy('sort_order')) as RowOf<
        typeof Label
      >[],
    create: async ({ work, workspaceId, projectId, body }) => {
      const last = await greatest(work, 'labels', 'sort_order', projectId)
      const here = () => work.trx('labels').where('project_id', projectId).whereNull('deleted_at')
      if (body.parent && !(await here().where('id', body.parent).first('id')))
        failFields({ parent: [missingPk(body.parent)] })
      if (await here().where('name', body.name).first('id')) fail('label.nameTaken')
      return insert(work, Label, {
        ...body,
        ...(work.mutationId ? { id: work.mutationId } : {}),
        project_id: projectId,
        workspace_id: workspaceId,
        sort_order: last === null ? 65535 : last + 10_000,
      })
    },
  })
}
