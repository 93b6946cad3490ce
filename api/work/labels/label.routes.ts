import { fail } from '#contract/errors.ts'
import { Label, labelRoutes } from '#contract/work/labels.ts'
import { load, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import {
  createLabel,
  createLabels,
  deleteLabel,
  mergeLabel,
  restoreLabel,
  updateLabel,
} from './label.service.ts'

export const mountLabels = (server: Server) =>
  mount(
    server,
    labelRoutes,
    {
      list: async ({ viewer, trx, projectId }) =>
        await visible(trx, Label, viewer).where('project_id', projectId).orderBy('sort_order'),
      create: ({ work, workspaceId, projectId, body }) => createLabel(work, { workspaceId, projectId }, body),
      get: async ({ row }) => row,
      update: ({ work, row, body }) => updateLabel(work, row, body),
      remove: ({ work, row }) => deleteLabel(work, row),
      restore: ({ work, projectId, params }) => restoreLabel(work, projectId, params.labelId),
      bulkCreate: async ({ work, workspaceId, projectId, body }) => ({
        labels: await createLabels(work, { workspaceId, projectId }, body.label_data),
      }),
      merge: ({ work, row, body }) => mergeLabel(work, row, body.into),
      listAcross: async ({ viewer, trx, workspaceId }) =>
        await visible(trx, Label, viewer)
          .whereRaw('project_id = any(?::uuid[])', [
            projectsOf({ in: 'workspace', workspace: workspaceId }, viewer),
          ])
          .orderBy('sort_order'),
    },
    {
      again: {
        bulkCreate: async ({ trx, viewer, projectId, body }) => ({
          labels: await visible(trx, Label, viewer)
            .where('project_id', projectId)
            .whereIn(
              'name',
              body.label_data.map(({ name }) => name),
            )
            .orderBy('sort_order'),
        }),
        merge: async ({ trx, viewer, projectId, body }) =>
          (await load(trx, Label, viewer, body.into, { project: projectId })) ?? fail('row.notFound'),
      },
    },
  )
