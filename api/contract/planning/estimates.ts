import { z } from 'zod'
import { description } from '../bounds.ts'
import { audit, blankable, entity, id, revision, route, text, uuid } from '../define.ts'
import { onProject } from '../rules.ts'

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
const one = { in: 'project', target: Estimate, param: 'estimateId' } as const
const onePoint = { in: 'project', target: EstimatePoint, param: 'pointId' } as const
// More than a scale has is refused in words of its own.
const MAX_GIVEN = 12
const key = z.number().int().min(0).max(MAX_GIVEN)
const value = z.string().trim().min(1)

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
          name: blankable(255).optional(),
          type: z.enum(['points', 'categories']).default('categories'),
          last_used: z.boolean().optional(),
        })
        .default({ type: 'categories' }),
      estimate_points: z
        .array(
          z.object({
            key,
            value,
            description: description.default(''),
          }),
        )
        .max(MAX_GIVEN)
        .default([]),
      /** The project uses it at once: issues get the point of the key given for theirs, or none. */
      replacing: z
        .array(z.object({ from: uuid, to: key.nullable() }))
        .max(MAX_GIVEN)
        .optional(),
    }),
    answer: EstimateAnswer,
    summary: 'Makes an estimate of two to six points.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/estimates/:estimateId/`,
    action: 'estimate.list',
    answer: EstimateAnswer,
    summary: 'One estimate.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/estimates/:estimateId/`,
    action: 'estimate.update',
    body: z.object({
      estimate: z
        .object({ name: text(255).optional(), type: z.enum(['points', 'categories']).optional() })
        .optional(),
      estimate_points: z
        .array(z.object({ id: uuid, key: key.optional(), value: value.optional() }))
        .max(MAX_GIVEN)
        .optional(),
    }),
    answer: EstimateAnswer,
    summary: 'Renames an estimate, and changes values and order of its points.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/estimates/:estimateId/`,
    action: 'estimate.delete',
    summary: 'Deletes an estimate; its points go from every issue.',
  }),
  use: route({
    ...one,
    method: 'POST',
    path: `${p}/estimates/:estimateId/use/`,
    action: 'estimate.update',
    body: z.object({
      replacements: z
        .array(z.object({ from: uuid, to: uuid.nullable() }))
        .max(12)
        .default([]),
    }),
    answer: EstimateAnswer,
    summary: 'Switches the project to an estimate: issues get the points that are given for theirs, or none.',
  }),
  createPoint: route({
    ...one,
    method: 'POST',
    path: `${p}/estimates/:estimateId/estimate-points/`,
    action: 'estimate.update',
    creates: EstimatePoint,
    body: z.object({
      key: key.optional(),
      value: value.optional(),
      description: description.default(''),
    }),
    answer: EstimatePoint.schema,
    summary: 'Adds a point.',
  }),
  updatePoint: route({
    ...onePoint,
    method: 'PATCH',
    path: `${p}/estimates/:estimateId/estimate-points/:pointId/`,
    action: 'estimate.update',
    body: z.object({
      key: key.optional(),
      value: value.optional(),
      description: description.optional(),
    }),
    answer: EstimatePoint.schema,
    summary: 'Changes a point.',
  }),
  removePoint: route({
    ...onePoint,
    method: 'DELETE',
    path: `${p}/estimates/:estimateId/estimate-points/:pointId/`,
    action: 'estimate.update',
    body: z.object({ new_estimate_id: uuid.nullable().optional() }),
    answer: z.array(EstimatePoint.schema),
    summary:
      'Deletes a point; its issues get the point given instead, or none. Answers the points that moved up.',
  }),
  restorePoint: route({
    method: 'POST',
    path: `${p}/estimates/:estimateId/estimate-points/:pointId/restore/`,
    action: 'estimate.update',
    in: 'project',
    summary: 'Brings a deleted point back, with those of its issues that still have what they got instead.',
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
