import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import type { Issue } from '#contract/work/issues.ts'
import {
  inverseOf,
  type RelatedRow,
  Relation,
  type RelationType,
  relationRoutes,
  type relationTypes,
} from '#contract/work/relations.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { isUuid, visible } from '../../db/visible.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { openIssues } from '../issues/load.ts'
import { relate, removeRelation, unrelate } from './relation.service.ts'

const MOST = 100

const shown = (issue: Issue, relation: Relation, nearId: string): RelatedRow => ({
  id: issue.id,
  relation_id: relation.id,
  name: issue.name,
  state_id: issue.state_id,
  sort_order: issue.sort_order,
  priority: issue.priority,
  sequence_id: issue.sequence_id,
  project_id: issue.project_id,
  label_ids: issue.label_ids,
  assignee_ids: issue.assignee_ids,
  created_at: issue.created_at,
  updated_at: issue.updated_at,
  created_by: issue.created_by,
  updated_by: issue.updated_by,
  relation_type: relation.issue === nearId ? relation.relation_type : inverseOf(relation.relation_type),
})

const relationsOf = async (trx: Knex, viewer: ServerViewer, issueId: string): Promise<RelatedRow[]> => {
  const relations = await visible(trx, Relation, viewer)
    .where(either =>
      either.where('issue_relations.issue', issueId).orWhere('issue_relations.related_issue', issueId),
    )
    .orderBy(['issue_relations.created_at', 'issue_relations.id'])
  const farOf = (relation: Relation) => (relation.issue === issueId ? relation.related_issue : relation.issue)
  const others = await openIssues(trx, viewer).whereIn('issues.id', relations.map(farOf))
  const byId = new Map(others.map(other => [other.id, other]))
  return relations.flatMap(relation => {
    const other = byId.get(farOf(relation))
    return other ? [shown(other, relation, issueId)] : []
  })
}

const answerOf = (type: RelationType, made: { relation: Relation; other: Issue }[]) =>
  made.map(({ relation, other }) => ({
    id: other.id,
    project_id: other.project_id,
    sequence_id: other.sequence_id,
    name: other.name,
    relation_type: type,
    relation_id: relation.id,
  }))

export const mountRelations = (server: Server) =>
  mount(
    server,
    relationRoutes,
    {
      list: async ({ viewer, trx, row }) => {
        const rows = await relationsOf(trx, viewer, row.id)
        const of = (type: (typeof relationTypes)[number]) =>
          rows.filter(other => other.relation_type === type)
        return {
          blocking: of('blocking'),
          blocked_by: of('blocked_by'),
          duplicate: of('duplicate'),
          relates_to: of('relates_to'),
          // Kinds that existing clients look for and the product does not have.
          start_after: [],
          start_before: [],
          finish_after: [],
          finish_before: [],
        }
      },
      create: async ({ work, row, body }) => {
        const type = body.relation_type ?? fail('relation.typeRequired')
        return answerOf(type, await relate(work, row, type, body.issues))
      },
      removeByPair: ({ work, row, body }) => unrelate(work, row, body.relation_type, body.related_issue),
      among: async ({ viewer, trx, workspaceId, query }) => {
        const ids = (query.issues ?? '').split(',').filter(isUuid).slice(0, MOST)
        return await visible(trx, Relation, viewer)
          .where('issue_relations.workspace', workspaceId)
          .whereRaw('(issue_relations.issue = any(:ids) or issue_relations.related_issue = any(:ids))', {
            ids,
          })
          .orderBy('issue_relations.id')
      },
      remove: ({ work, row, params }) => removeRelation(work, row, params.relationId),
    },
    {
      again: {
        create: async ({ viewer, trx, params, body }) => {
          const asked = new Set(body.issues)
          const rows = await relationsOf(trx, viewer, params.issueId)
          return rows
            .filter(other => asked.has(other.id) && other.relation_type === body.relation_type)
            .map(({ id, project_id, sequence_id, name, relation_type, relation_id }) => ({
              id,
              project_id,
              sequence_id,
              name,
              relation_type,
              relation_id,
            }))
        },
      },
    },
  )
