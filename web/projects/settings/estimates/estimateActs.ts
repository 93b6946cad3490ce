/** The actions on a project's scale of estimates. */
import { messageOf } from '#contract/messageOf.ts'
import { type EstimatePoint, estimateRoutes } from '#contract/planning/estimates.ts'
import { call } from '../../../data/client.ts'
import type { RowTypes } from '../../../data/entities.ts'
import { lifeOf } from '../../../data/life.ts'
import { isDone } from '../../../data/mutate.ts'
import { here } from '../../../data/viewer.ts'
import { kept } from '../../../settings/settingsProject.ts'
import { toast } from '../../../ui/popups/Toast.tsx'

export type Estimate = RowTypes['estimate']
export type Point = EstimatePoint
export type Kind = Estimate['type']
export type Scale = { name: string; type: Kind; values: readonly string[] }

export const scales: readonly Scale[] = [
  { name: 'Fibonacci', type: 'points', values: ['1', '2', '3', '5', '8', '13'] },
  { name: 'Linear', type: 'points', values: ['1', '2', '3', '4', '5', '6'] },
  { name: 'Squares', type: 'points', values: ['1', '4', '9', '16', '25', '36'] },
  { name: 'T-shirt sizes', type: 'categories', values: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
  { name: 'Easy to hard', type: 'categories', values: ['Easy', 'Medium', 'Hard', 'Very hard'] },
]

const paramsOf = ({ project, id }: Estimate) => ({ ws: here().slug, p: project, estimateId: id })

/** Rows of several kinds come with the log; a toast says a refusal. */
const sent = (failure: string, asked: Promise<unknown>): Promise<boolean> =>
  kept(
    asked.then(
      () => true,
      error => {
        toast.failure(`${failure} ${messageOf(error)}`)
        return false
      },
    ),
  )

/** The value of a new scale for each point: the one at the same share of the scale. */
export const alike = (points: readonly Point[], count: number): number[] =>
  points.map((_, at) =>
    points.length === 1 ? 0 : Math.round((at * (count - 1)) / Math.max(points.length - 1, 1)),
  )

export const beginScale = (
  project: string,
  { name, type, values }: Scale,
  replacing: readonly { from: string; to: number | null }[],
) =>
  sent(
    'The scale was not changed.',
    call(estimateRoutes.create, {
      params: { ws: here().slug, p: project },
      body: {
        estimate: { name, type },
        estimate_points: values.map((value, at) => ({ key: at + 1, value })),
        replacing,
      },
    }),
  )

export const takeScale = (estimate: Estimate, replacements: readonly { from: string; to: string | null }[]) =>
  sent(
    'The scale was not changed.',
    call(estimateRoutes.use, { params: paramsOf(estimate), body: { replacements } }),
  )

export const addPoint = (estimate: Estimate, points: readonly Point[], value: string) =>
  sent(
    'The value was not added.',
    call(estimateRoutes.createPoint, {
      params: paramsOf(estimate),
      body: { key: Math.max(0, ...points.map(point => point.key)) + 1, value },
    }),
  )

export const changePoint = (estimate: Estimate, point: Point, value: string) =>
  kept(
    isDone({
      entity: 'estimate_point',
      route: estimateRoutes.updatePoint,
      params: { ...paramsOf(estimate), pointId: point.id },
      body: { value },
      id: point.id,
      patch: { value },
      failure: 'The value was not changed.',
    }),
  )

/** Puts a point before or after another: keys are 1 to 6, in order. */
export const putPoint = (
  estimate: Estimate,
  points: readonly Point[],
  moved: string,
  target: string,
  edge: 'before' | 'after',
) => {
  const others = points.filter(point => point.id !== moved)
  const point = points.find(one => one.id === moved)
  const at = others.findIndex(one => one.id === target) + (edge === 'after' ? 1 : 0)
  if (!point) return Promise.resolve(false)
  const order = [...others.slice(0, at), point, ...others.slice(at)]
  return sent(
    'The order was not changed.',
    call(estimateRoutes.update, {
      params: paramsOf(estimate),
      body: { estimate_points: order.map(({ id }, place) => ({ id, key: place + 1 })) },
    }),
  )
}

const life = lifeOf({
  entity: 'estimate_point',
  noun: 'value',
  nameOf: ({ value }) => `Value ${value}`,
  params: point => ({ ws: here().slug, p: point.project, estimateId: point.estimate, pointId: point.id }),
  routes: () => ({ remove: estimateRoutes.removePoint, restore: estimateRoutes.restorePoint }),
  follow: kept,
})
export const deletePoint = (point: Point, next: string | null) =>
  life.removeAll([point], { body: { new_estimate_id: next } })

export const deleteEstimate = (estimate: Estimate) =>
  kept(
    isDone({
      entity: 'estimate',
      route: estimateRoutes.remove,
      params: paramsOf(estimate),
      id: estimate.id,
      patch: {},
      removes: true,
      failure: 'The scale was not deleted.',
    }),
  )

/** Why a value cannot be one of a scale; null where it can. */
export const faultOf = (type: Kind, values: readonly string[], value: string): string | null => {
  if (type === 'points' && !/^\d+(\.\d+)?$/.test(value)) return 'Points are numbers.'
  return values.includes(value) ? `There is already a ${value}.` : null
}
