import type { Knex } from 'knex'
import { fail, must } from '#contract/errors.ts'
import { Estimate, EstimateAnswer, EstimatePoint, estimateRoutes } from '#contract/planning/estimates.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { load, visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { projectsOf } from '../../lists/scope.ts'
import {
  composeEstimates,
  createEstimate,
  deleteEstimate,
  switchTo,
  updateEstimate,
} from './estimate.service.ts'
import { addPoint, changePoint, removePoint, restorePoint } from './point.service.ts'

const presenter = {
  as: EstimateAnswer,
  show: async ({ trx }: Pick<Ask, 'trx'>, row: Estimate) =>
    must((await composeEstimates(trx, [row]))[0], 'the estimate'),
}

// Two ids were given: that each exists is not enough, they must belong together.
const wholeOf = async (trx: Knex, viewer: ServerViewer, point: EstimatePoint, estimateId: string) => {
  if (point.estimate !== estimateId) fail('row.notFound')
  return must(await load(trx, Estimate, viewer, estimateId, { project: point.project }), 'an estimate')
}

export const mountEstimates = (server: Server) =>
  mount(
    server,
    estimateRoutes,
    {
      list: async ({ viewer, trx, projectId }) =>
        composeEstimates(
          trx,
          await visible(trx, Estimate, viewer)
            .where('project', projectId)
            .orderByRaw('ordered_name(estimates.name) collate "C"'),
        ),
      create: ({ work, workspaceId, projectId, body }) =>
        createEstimate(work, { workspaceId, projectId }, body),
      get: async ({ row }) => row,
      update: async ({ work, row, body }) => {
        const points = body.estimate_points ?? []
        if (points.length === 0) fail('estimate.points')
        return updateEstimate(work, row, body.estimate ?? {}, points)
      },
      remove: ({ work, row }) => deleteEstimate(work, row),
      use: ({ work, row, body }) => switchTo(work, row, body.replacements),
      createPoint: ({ work, row, body }) => addPoint(work, row, body),
      updatePoint: async ({ work, viewer, row, params, body }) => {
        const estimate = await wholeOf(work.trx, viewer, row, params.estimateId)
        if (Object.keys(body).length === 0)
          fail('body.invalid', { non_field_errors: ['Estimate points are required'] })
        return changePoint(work, estimate, row, body)
      },
      removePoint: async ({ work, viewer, row, params, body }) => {
        await wholeOf(work.trx, viewer, row, params.estimateId)
        return removePoint(work, row, body.new_estimate_id ?? null)
      },
      restorePoint: async ({ work, viewer, projectId, params }) => {
        const estimate = await load(work.trx, Estimate, viewer, params.estimateId, { project: projectId })
        return restorePoint(work, estimate ?? fail('row.notFound'), params.pointId)
      },
      listAcross: async ({ viewer, trx, workspaceId }) =>
        composeEstimates(
          trx,
          await visible(trx, Estimate, viewer)
            .whereRaw('estimates.id in (select estimate from projects where id = any(?::uuid[]))', [
              projectsOf({ in: 'workspace', workspace: workspaceId }, viewer),
            ])
            .orderByRaw('ordered_name(estimates.name) collate "C"'),
        ),
      active: async ({ viewer, trx, projectId }) =>
        await visible(trx, EstimatePoint, viewer)
          .where('estimate_points.project', projectId)
          .whereRaw('estimate_points.estimate = (select estimate from projects where id = ?)', [projectId])
          .orderBy('key'),
    },
    {
      presenter,
      again: {
        // The point is gone; the answer holds the points that moved up, from its place on.
        removePoint: async ({ trx, viewer, params }) =>
          await visible(trx, EstimatePoint, viewer)
            .where('estimate', params.estimateId)
            .whereRaw(
              'estimate_points.key >= (select gone.key from estimate_points gone where gone.id = ?)',
              [params.pointId],
            )
            .orderBy('key'),
      },
    },
  )
