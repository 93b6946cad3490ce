import type { Knex } from 'knex'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { IssueReaction } from '#contract/work/reactions.ts'
import { Relation } from '#contract/work/relations.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { attachmentsOf } from '../../files/attachment.service.ts'
import { openIssues } from './load.ts'

type Extras = Record<string, unknown>
type Expand = (trx: Knex, viewer: ServerViewer, issues: Issue[]) => Promise<Map<string, unknown>>

const idsOf = (issues: Issue[]) => issues.map(issue => issue.id)

const parents: Expand = async (trx, viewer, issues) => {
  const rows = await visible(trx, Issue, viewer).whereIn(
    'issues.id',
    issues.flatMap(issue => issue.parent_id ?? []),
  )
  const byId = new Map(rows.map(({ id, sequence_id, project_id }) => [id, { id, sequence_id, project_id }]))
  return new Map(issues.map(issue => [issue.id, byId.get(issue.parent_id ?? '') ?? null]))
}

const gather = <Row extends { issue: string }, Shown>(
  issues: Issue[],
  rows: Row[],
  show: (row: Row) => Shown,
): Map<string, Shown[]> => {
  const groups = Map.groupBy(rows, row => row.issue)
  return new Map(issues.map(issue => [issue.id, (groups.get(issue.id) ?? []).map(show)]))
}

const reactions: Expand = async (trx, viewer, issues) => {
  const rows = await visible(trx, IssueReaction, viewer)
    .whereIn('issue', idsOf(issues))
    .orderBy(['created_at', 'id'])
  return gather(issues, rows, row => row)
}

const links: Expand = async (trx, viewer, issues) => {
  const rows = await visible(trx, Link, viewer).whereIn('issue', idsOf(issues)).orderBy(NEWEST)
  return gather(issues, rows, row => ({ ...row, issue_id: row.issue, created_by_id: row.created_by }))
}

// `far` is the other end: the issue shown.
const relations =
  (near: 'issue' | 'related_issue', far: 'issue' | 'related_issue'): Expand =>
  async (trx, viewer, issues) => {
    const rows = await visible(trx, Relation, viewer)
      .whereIn(`issue_relations.${near}`, idsOf(issues))
      .orderBy(['issue_relations.created_at', 'issue_relations.id'])
    const others = await openIssues(trx, viewer).whereIn(
      'issues.id',
      rows.map(row => row[far]),
    )
    const byId = new Map(others.map(row => [row.id, row]))
    const seen = rows.filter(row => byId.has(row[far]))
    return gather(
      issues,
      seen.map(row => ({ ...row, issue: row[near], far: row[far] })),
      row => {
        const { id, project_id, sequence_id, name } = byId.get(row.far)!
        return { id, project_id, sequence_id, name, relation_type: row.relation_type, relation_id: row.id }
      },
    )
  }

const attachments: Expand = async (trx, viewer, issues) =>
  gather(issues, await attachmentsOf(trx, viewer, idsOf(issues)), ({ issue: _, ...row }) => row)

const expansions: Record<string, Expand> = {
  parent: parents,
  issue_reactions: reactions,
  issue_link: links,
  issue_attachments: attachments,
  issue_relation: relations('issue', 'related_issue'),
  issue_related: relations('related_issue', 'issue'),
}

/** The extras of `expand=` for many issues at once: the queries grow with the extras, not with the issues. */
export const expandIssues = async (
  trx: Knex,
  viewer: ServerViewer,
  issues: Issue[],
  expand = '',
): Promise<Map<string, Extras>> => {
  const extras = new Map<string, Extras>(issues.map(issue => [issue.id, {}]))
  const names = new Set(expand.split(',').filter(name => Object.hasOwn(expansions, name)))
  for (const name of names)
    for (const [id, value] of await expansions[name]!(trx, viewer, issues)) extras.get(id)![name] = value
  return extras
}
