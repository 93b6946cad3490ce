import { must } from '#contract/errors.ts'
import { Estimate, EstimateAnswer, EstimatePoint, estimateRoutes } from '#contract/planning/estimates.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import { composeEstimates, createEstimate } from './estimate.service.ts'

const presenter = {
  as: EstimateAnswer,
  show: async ({ trx }: Pick<Ask, 'trx'>, row: Estimate) =>
    must((await composeEstimates(trx, [row]))[0], 'the estimate'),
}

export const mountEstimates = (server: Server) =>
  mount(
    server,
    estimateRoutes,
    {
      list: async ({ viewer, trx, projectId }) =>
        composeEstimates(
          trx,
          await visible(trx, Estimate, viewer).where('project', projectId).orderBy('name'),
        ),
      create: ({ work, workspaceId, projectId, body }) =>
        createEstimate(work, { workspaceId, projectId }, body),
      get: async ({ row }) => row,
      listAcross: async ({ viewer, trx, workspaceId }) =>
        composeEstimates(
          trx,
          await visible(trx, Estimate, viewer)
            .whereRaw('estimates.id in (select estimate from projects where id = any(?::uuid[]))', [
              projectsOf({ in: 'workspace', workspace: workspaceId }, viewer),
            ])
            .orderBy('name'),
        ),
      active: async ({ viewer, trx, projectId }) =>
        await visible(trx, EstimatePoint, viewer)
          .where('estimate_points.project', projectId)
          .whereRaw('estimate_points.estimate = (select estimate from projects where id = ?)', [projectId])
          .orderBy('key'),
    },
    { presenter },
  )
