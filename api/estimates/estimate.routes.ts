import { Estimate, EstimatePoint, estimateRoutes } from '#contract/estimates.ts'
import { visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { projectsOf } from '../issueQuery/scope.ts'
import { composeEstimates, createEstimate } from './estimate.service.ts'

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
      create: async ({ work, workspaceId, projectId, body }) =>
        (
          await composeEstimates(work.trx, [await createEstimate(work, { workspaceId, projectId }, body)])
        )[0]!,
      get: async ({ trx, row }) => (await composeEstimates(trx, [row]))[0]!,
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
    {
      create: async ({ trx, row }) => (await composeEstimates(trx, [row]))[0]!,
    },
  )
