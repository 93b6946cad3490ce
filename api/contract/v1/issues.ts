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
  /** Null of a draft. */
  sequence_id: z.number().int().nullable(),
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
/** How refusals name the fields of an issue. */
export const issueWords = {
  names: Object.fromEntries(Object.entries(OURS).map(([name, own]) => [own, name])),
  missing: {
    state_id: 'State is not valid please pass a valid state_id',
    parent_id: 'Parent is not valid issue_id please pass a valid issue_id',
  },
}
export const notYoursToDelete = (noun: string) => ({ error: `Only admin or creator can delete the ${noun}` })

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
const IssueInputV1 = IssuePatchV1.extend({ name: fields.name.unwrap(), is_draft: z.boolean().optional() })

// Their priorities begin with the most pressing, ours with the least; states are ordered by their groups, whatever they are called.
const turned = (order: string) => (order.startsWith('-') ? order.slice(1) : `-${order}`)
const inOurs = (order: string): string =>
  order.endsWith('priority') ? turned(order) : order.replace(/^(-?)state(__name)?$/, '$1state__group')
export const ordered = z.object({ order_by: z.string().optional() })
export const orderInOurs =
  (usual: string) =>
  (query: Body): Body => ({ ...query, order_by: inOurs(String(query.order_by || usual)) })

const BOTH = ['created_at', 'created_by'] as const
const { create, upsert, get, update, remove, archive, unarchive } = issueRoutes
const row = { tells: 'row', shape: IssueV1 } as const
const written = { ...row, ...issueWords, read: issueInOurs }
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
  face(create, { ...written, body: IssueInputV1.extend(imported), imports: BOTH }),
  face(upsert, { ...written, body: IssuePatchV1.extend(imported), imports: BOTH }),
  face(get, { ...row, finds }),
  face(update, {
    ...written,
    status: 200,
    body: IssuePatchV1.extend({ created_by: imported.created_by }),
    archivedToo: true,
    imports: ['created_by'],
  }),
  face(remove, { tells: 'nothing', words: { 'permission.denied': notYoursToDelete('issue') } }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
  face(issueListRoutes.named, { ...row, finds }),
]
