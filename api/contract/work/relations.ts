import { z } from 'zod'
import { belongsToIssue, ofIssue } from '../belongs.ts'
import { audit, entity, id, revision, route, uuid } from '../define.ts'
import { all, elsewhere, ownOrAll, withIssue } from '../rules.ts'
import { Issue, MAX_BULK, priorities } from './issues.ts'

/** As one sees it from an issue. `blocking` is stored from the other end as `blocked_by`. */
export const relationTypes = ['blocked_by', 'blocking', 'relates_to', 'duplicate'] as const
export type RelationType = (typeof relationTypes)[number]
export const storedTypes = ['blocked_by', 'relates_to', 'duplicate'] as const

/** The same relation seen from its other end. */
export const inverseOf = (type: RelationType): RelationType =>
  type === 'blocked_by' ? 'blocking' : type === 'blocking' ? 'blocked_by' : type

export const Relation = entity({
  name: 'issue_relation',
  table: 'issue_relations',
  ...belongsToIssue,
  read: all(withIssue, elsewhere('related_project', ownOrAll('related_created_by'))),
  shape: {
    id,
    ...audit,
    ...ofIssue,
    related_issue: id,
    related_created_by: id.nullable(),
    related_project: id,
    relation_type: z.enum(storedTypes),
    ...revision,
  },
})
export type Relation = z.infer<typeof Relation.schema>

/** The other issue of a relation, as the relations of one issue list it. */
export const RelatedRow = z.object({
  id,
  relation_id: id,
  name: z.string(),
  state_id: id,
  sort_order: z.number(),
  priority: z.enum(priorities),
  sequence_id: z.number().int(),
  project_id: id,
  label_ids: z.array(id),
  assignee_ids: z.array(id),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: id.nullable(),
  updated_by: id.nullable(),
  relation_type: z.enum(relationTypes),
})
export type RelatedRow = z.infer<typeof RelatedRow>

const rows = z.array(RelatedRow)
const type = z.enum(relationTypes)
const p = '/api/workspaces/:ws/projects/:p' as const
const ofOne = { in: 'project', target: Issue, param: 'issueId' } as const

export const relationRoutes = {
  list: route({
    ...ofOne,
    method: 'GET',
    path: `${p}/issues/:issueId/issue-relation/`,
    action: 'issue.read',
    answer: z.object({
      blocking: rows,
      blocked_by: rows,
      duplicate: rows,
      relates_to: rows,
      start_after: rows,
      start_before: rows,
      finish_after: rows,
      finish_before: rows,
    }),
    summary: 'Relations of an issue by kind, as far as the caller sees both ends.',
  }),
  create: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/issue-relation/`,
    action: 'issue.arrange',
    body: z.object({ relation_type: type.optional(), issues: z.array(uuid).max(MAX_BULK).default([]) }),
    status: 201,
    answer: z.array(
      z.object({
        id,
        project_id: id,
        sequence_id: z.number().int(),
        relation_type: type,
        name: z.string(),
        relation_id: id,
      }),
    ),
    summary: 'Relates an issue to others.',
  }),
  removeByPair: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/remove-relation/`,
    action: 'issue.arrange',
    body: z.object({ relation_type: type, related_issue: uuid }),
    summary: 'Ends a relation, from either end.',
  }),
  /** Ours: the relations among issues, for the lines between bars of a timeline. */
  among: route({
    method: 'GET',
    path: '/api/workspaces/:ws/issue-relations/',
    action: 'issue.listAcross',
    in: 'workspace',
    /** `issues`: at most 100 ids, separated by commas. */
    query: z.object({ issues: z.string().optional() }),
    answer: z.array(Relation.schema),
    summary: 'Relations with one of these issues at either end, as far as the caller sees both ends.',
  }),
  remove: route({
    ...ofOne,
    method: 'DELETE',
    path: `${p}/issues/:issueId/issue-relation/:relationId/`,
    action: 'issue.arrange',
    summary: 'Ends a relation by its own id.',
  }),
}
