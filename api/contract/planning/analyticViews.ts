/** Charts of issues that somebody named and keeps: everyone of the workspace but its guests has them all. */
import { z } from 'zod'
import { givenJson, json } from '../bounds.ts'
import { audit, entity, id, revision, route, text } from '../define.ts'
import { MEMBER, workspaceRole } from '../rules.ts'
import { ChartOfIssues } from './analytics.ts'

/** In one workspace: every browser there holds them all. */
export const MAX_ANALYTIC_VIEWS = 200
/** The longest view of a chart, as JSON text. */
const MAX_LENGTH = 6_000

export const AnalyticView = entity({
  name: 'analytic_view',
  table: 'analytic_views',
  scope: 'workspace',
  place: { workspace: 'workspace' },
  kept: 'snapshot',
  read: workspaceRole(MEMBER),
  shape: {
    id,
    ...audit,
    workspace: id,
    name: z.string(),
    description: z.string(),
    /** The filters of `query_dict` as the query string of a list. */
    query: json,
    /**
     * `x_axis`, `y_axis`, `segment` and filters by name, each an array of values or a text; clients may keep more keys
     * here.
     */
    query_dict: json,
    ...revision,
  },
})
export type AnalyticView = z.infer<typeof AnalyticView.schema>

const fields = {
  description: z.string().max(2000).optional(),
  query_dict: givenJson(MAX_LENGTH).optional(),
}
const newView = z.object({ ...fields, name: text(255), query_dict: givenJson(MAX_LENGTH).default({}) })
const change = z.object({ ...fields, name: text(255).optional() })

const ws = '/api/workspaces/:ws' as const
const one = { in: 'workspace', target: AnalyticView, param: 'analyticViewId' } as const

export const analyticViewRoutes = {
  list: route({
    method: 'GET',
    path: `${ws}/analytic-view/`,
    action: 'analyticView.list',
    in: 'workspace',
    answer: z.array(AnalyticView.schema),
    summary: 'The workspace’s saved charts, the newest first.',
  }),
  create: route({
    method: 'POST',
    path: `${ws}/analytic-view/`,
    action: 'analyticView.create',
    in: 'workspace',
    creates: AnalyticView,
    body: newView,
    status: 201,
    answer: AnalyticView.schema,
    summary: 'Saves a chart’s axes and filters under a name, for everyone who may see analytics.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${ws}/analytic-view/:analyticViewId/`,
    action: 'analyticView.list',
    answer: AnalyticView.schema,
    summary: 'One saved chart.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${ws}/analytic-view/:analyticViewId/`,
    action: 'analyticView.update',
    body: change,
    answer: AnalyticView.schema,
    summary: 'Changes a saved chart for everyone; a given `query_dict` replaces the stored one.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${ws}/analytic-view/:analyticViewId/`,
    action: 'analyticView.delete',
    summary: 'Deletes a saved chart.',
  }),
  /** Ours: the way back. */
  restore: route({
    method: 'POST',
    path: `${ws}/analytic-view/:analyticViewId/restore/`,
    action: 'analyticView.restore',
    in: 'workspace',
    summary: 'Brings a deleted chart back.',
  }),
  counted: route({
    ...one,
    method: 'GET',
    path: `${ws}/saved-analytic-view/:analyticViewId/`,
    action: 'analyticView.list',
    query: z.object({ segment: z.string().optional() }),
    answer: ChartOfIssues.omit({ extras: true }),
    summary: 'What a saved chart counts now, as far as the caller sees it; `segment` divides it otherwise.',
  }),
}
