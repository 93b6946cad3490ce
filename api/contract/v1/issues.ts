import { z } from 'zod'
import { ids } from '../bounds.ts'
import { audit, datetime, day, id, uuid } from '../define.ts'
import { issueListRoutes } from '../lists/issueLists.ts'
import { isActive } from '../lists/issueQuery.ts'
import { type Issue, IssuePatch, issueRoutes } from '../work/issues.ts'
import { face, imported, shownExternal } from './face.ts'

export const IssueV1 = z.object({
  ...audit,
  id,
  name: z.string(),
  description_html: z.string(),
  description_binary: z.null(),
  priority: z.string(),
  point: z.null(),
  estimate_point: id.nullable(),
  start_date: day.nullable(),
  target_date: day.nullable(),
  sequence_id: z.number().int(),
  sort_order: z.number(),
  completed_at: datetime.nullable(),
  archived_at: day.nullable(),
  is_draft: z.boolean(),
  ...shownExternal,
  state: id,
  parent: id.nullable(),
  project: id,
  workspace: id,
  type: id.nullable(),
  type_id: id.nullable(),
  assignees: z.array(id),
  labels: z.array(id),
})

const named = {
  state: uuid.nullable().optional(),
  parent: uuid.nullable().optional(),
  type: uuid.nullable().optional(),
  assignees: ids.optional(),
  labels: ids.optional(),
}
type Body = Record<string, unknown>

/** Both spellings are taken; where both are sent, the one of `/api/v1` counts. */
const OURS = {
  state: 'state_id',
  parent: 'parent_id',
  type: 'type_id',
  assignees: 'assignee_ids',
  labels: 'label_ids',
} as const
export const issueInOurs = (body: Body): Body => {
  const ours = { ...body }
  for (const [name, own] of Object.entries(OURS))
    if (body[name] !== undefined) {
      ours[own] = body[name]
      delete ours[name]
    }
  return ours
}

const { description_markdown: _, ...fields } = IssuePatch.shape
export const IssuePatchV1 = z.object({ ...fields, ...named })
const IssueInputV1 = IssuePatchV1.extend({ name: fields.name.unwrap() })

// Their priorities begin with the most pressing, ours with the least; the group of a state has two names.
const turned = (order: string) => (order.startsWith('-') ? order.slice(1) : `-${order}`)
const inOurs = (order: string): string =>
  order.endsWith('priority') ? turned(order) : order === 'state' ? 'state__name' : order
export const ordered = z.object({ order_by: z.string().optional() })
export const orderInOurs =
  (usual: string) =>
  (query: Body): Body => ({ ...query, order_by: inOurs(String(query.order_by || usual)) })

const BOTH = ['created_at', 'created_by'] as const
const { create, upsert, get, update, remove, archive, unarchive } = issueRoutes
const row = { tells: 'row', shape: IssueV1 } as const
const finds = (issue: object) => !('name' in issue) || isActive(issue as Issue)
const isByKey = (query: { external_id?: unknown; external_source?: unknown }) =>
  Boolean(query.external_id && query.external_source)

export const issueFaces = [
  face(issueListRoutes.project, {
    shape: IssueV1,
    tells: query => (isByKey(query) ? 'row' : 'page'),
    query: ordered.extend({ external_id: z.string().optional(), external_source: z.string().optional() }),
    asks: orderInOurs('-created_at'),
  }),
  face(create, { ...row, body: IssueInputV1.extend(imported), read: issueInOurs, imports: BOTH }),
  face(upsert, { ...row, body: IssuePatchV1.extend(imported), read: issueInOurs, imports: BOTH }),
  face(get, { ...row, finds }),
  face(update, {
    ...row,
    status: 200,
    body: IssuePatchV1.extend({ created_by: imported.created_by }),
    read: issueInOurs,
    imports: ['created_by'],
  }),
  face(remove, { tells: 'nothing' }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
  face(issueListRoutes.named, { ...row, finds }),
]
