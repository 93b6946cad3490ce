import type { RowOf } from '#contract/define.ts'
import { Label, labelRoutes } from '#contract/work/labels.ts'
import { visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import { createLabel, deleteLabel, updateLabel } from './label.service.ts'

type LabelRow = RowOf<typeof Label>

export const mountLabels = (server: Server) =>
  mount(server, labelRoutes, {
    list: async ({ viewer, trx, projectId }) =>
      await visible(trx, Label, viewer).where('project_id', projectId).orderBy('sort_order'),
    create: ({ work, workspaceId, projectId, body }) => createLabel(work, { workspaceId, projectId }, body),
    get: async ({ row }) => row,
    update: ({ work, row, body }) => updateLabel(work, row, body as Partial<LabelRow>),
    remove: ({ work, row }) => deleteLabel(work, row),
    listAcross: async ({ viewer, trx, workspaceId }) =>
      await visible(trx, Label, viewer)
        .whereRaw('project_id = any(?::uuid[])', [
          projectsOf({ in: 'workspace', workspace: workspaceId }, viewer),
        ])
        .orderBy('sort_order'),
  })
