import { z } from 'zod'
import { audit, entity, id, revision, route } from '../define.ts'
import { onProject } from '../permissions.ts'

const inside = { workspace: 'workspace', project: 'project' }

export const Estimate = entity({
  name: 'estimate',
  table: 'estimates',
  scope: 'workspace',
  place: inside,
  kept: 'snapshot',
  read: onProject,
  shape: {
    id,
    ...audit,
    name: z.string(),
    description: z.string(),
    type: z.enum(['points', 'categories']),
    /** The one whose points the project's issues bear. */
    last_used: z.boolean(),
    project: id,
    workspace: id,
    ...revision,
  },
})
export type Estimate = z.infer<typeof Estimate.schema>

export const EstimatePoint = entity({
  name: 'estimate_point',
  table: 'estimate_points',
  scope: 'workspace',
  place: inside,
  kept: 'snapshot',
  read: onProject,
  shape: {
    id,
    ...audit,
    key: z.number().int(),
    value: z.string(),
    description: z.string(),
    estimate: id,
    project: id,
    workspace: id,
    ...revision,
  },
})
export type EstimatePoint = z.infer<typeof EstimatePoint.schema>

export const EstimateAnswer = z.object({ ...Estimate.schema.shape, points: z.array(EstimatePoint.schema) })

export const MIN_POINTS = 2
export const MAX_POINTS = 6
export const MAX_VALUE = 20
const p = '/api/workspaces/:ws/projects/:p' as const

export const estimateRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/estimates/`,
    action: 'estimate.list',
    in: 'project',
    answer: z.array(EstimateAnswer),
    summary: 'Estimates of the project by name, their points by key.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/estimates/`,
    action: 'estimate.create',
    in: 'project',
    creates: Estimate,
    body: z.object({
      estimate: z
        .object({
          name: z.string().trim().max(255).optional(),
          type: z.enum(['points', 'categories']).default('categories'),
          last_used: z.boolean().optional(),
        })
        .default({ type: 'categories' }),
      estimate_points: z
        .array(
          z.object({
            key: z.number().int().min(0).max(12),
            value: z.string().trim().min(1),
            description: z.string().default(''),
          }),
        )
        .default([]),
    }),
    answer: EstimateAnswer,
    summary: 'Makes an estimate of two to six points.',
  }),
  get: route({
    method: 'GET',
    path: `${p}/estimates/:estimateId/`,
    action: 'estimate.list',
    in: 'project',
    target: Estimate,
    param: 'estimateId',
    answer: EstimateAnswer,
    summary: 'One estimate.',
  }),
  active: route({
    method: 'GET',
    path: `${p}/project-estimates/`,
    action: 'estimate.list',
    in: 'project',
    answer: z.array(EstimatePoint.schema),
    summary: 'Points of the estimate that the project uses.',
  }),
  listAcross: route({
    method: 'GET',
    path: '/api/workspaces/:ws/estimates/',
    action: 'estimate.listAcross',
    in: 'workspace',
    answer: z.array(EstimateAnswer),
    summary: 'The estimates that the projects which the caller has joined use.',
  }),
}
