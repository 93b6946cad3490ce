import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Issue } from '#contract/work/issues.ts'
import { inverseOf, Relation, type RelationType } from '#contract/work/relations.ts'
import { lockedOne, lockedSeen } from '../../db/locked.ts'
import { insert, remove, touch } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { entries } from '../activity/catalogue.ts'
import { tell } from '../activity/record.ts'
import { belonging, lockIssue } from '../comments/comment.service.ts'
import { loadIssues } from '../issues/load.ts'

// `blocking` is stored as the other's `blocked_by`; a symmetric one from the end it was made at.
const endsOf = (type: RelationType, issue: Issue, other: Issue): [Issue, Issue] =>
  type === 'blocking' ? [other, issue] : [issue, other]

const storedAs = (type: RelationType) => (type === 'blocking' ? 'blocked_by' : type)

const keysOf = async (work: Work, issues: Issue[]): Promise<Map<string, string>> => {
  const projects = await work
    .trx('projects')
    .whereIn('id', [...new Set(issues.map(issue => issue.project_id))])
    .select<{ id: string; identifier: string }[]>('id', 'identifier')
  const identifiers = new Map(projects.map(project => [project.id, project.identifier]))
  return new Map(issues.map(issue => [issue.id, `${identifiers.get(issue.project_id)}-${issue.sequence_id}`]))
}

// Both issues change, and both histories say so; its actor is subscribed to this one only.
const tellBoth = async (
  work: Work,
  act: 'added' | 'removed',
  type: RelationType,
  issue: Issue,
  other: Issue,
  keys: Map<string, string>,
) => {
  const told = entries.relation[act]
  tell(work, issue, told(type, other.id, keys.get(other.id)!))
  tell(work, other, told(inverseOf(type), issue.id, keys.get(issue.id)!), { silent: true })
  await touch(work, Issue, other)
}

const between = (work: Work, issue: Issue, other: Issue, type: RelationType) =>
  lockedOne(work, Relation, rows =>
    rows
      .where('relation_type', storedAs(type))
      .where(pair =>
        pair
          .where({ issue: issue.id, related_issue: other.id })
          .orWhere({ issue: other.id, related_issue: issue.id }),
      ),
  )

/** Relates an issue to others; one that is so already stays as it is. */
export const relate = async (
  work: Work,
  issue: Issue,
  type: RelationType,
  ids: string[],
): Promise<{ relation: Relation; other: Issue }[]> => {
  if (ids.includes(issue.id)) fail('relation.self')
  if (!isActive(issue)) fail('row.notFound')
  const others = await loadIssues(work, ids, { workspace: issue.workspace_id }, 'issue.read')
  const keys = await keysOf(work, [issue, ...others])
  const made: { relation: Relation; other: Issue }[] = []
  let isNew = false
  for (const other of others) {
    const [from, to] = endsOf(type, issue, other)
    const known = await between(work, issue, other, type)
    if (known) {
      // Two issues cannot wait for each other.
      if (storedAs(type) === 'blocked_by' && known.issue !== from.id) fail('relation.opposite')
      made.push({ relation: known, other })
      continue
    }
    const relation = await insert(work, Relation, {
      ...belonging(from),
      related_issue: to.id,
      related_created_by: to.created_by,
      related_project: to.project_id,
      relation_type: storedAs(type) as Relation['relation_type'],
    })
    made.push({ relation, other })
    await tellBoth(work, 'added', type, issue, other, keys)
    isNew = true
  }
  if (isNew) await touch(work, Issue, issue)
  return made
}

const end = async (work: Work, issue: Issue, relation: Relation): Promise<void> => {
  const otherId = relation.issue === issue.id ? relation.related_issue : relation.issue
  const other = await lockIssue(work, otherId)
  const seen: RelationType =
    relation.issue === issue.id ? relation.relation_type : inverseOf(relation.relation_type)
  await remove(work, Relation, relation)
  await tellBoth(work, 'removed', seen, issue, other, await keysOf(work, [issue, other]))
  await touch(work, Issue, issue)
}

const own = (work: Work, issue: Issue, which: Partial<Relation>) =>
  lockedSeen(work, Relation, rows =>
    rows.where(which).where(either => either.where('issue', issue.id).orWhere('related_issue', issue.id)),
  )

/** Ends a relation, from either of its ends. */
export const unrelate = async (
  work: Work,
  issue: Issue,
  type: RelationType,
  otherId: string,
): Promise<void> => {
  const rows = await own(work, issue, { relation_type: storedAs(type) })
  const found = rows.find(row => {
    const isPair = row.issue === otherId || row.related_issue === otherId
    if (storedAs(type) !== 'blocked_by') return isPair
    return isPair && (type === 'blocked_by') === (row.issue === issue.id)
  })
  if (!found) return fail('row.notFound')
  await end(work, issue, found)
}

export const removeRelation = async (work: Work, issue: Issue, id: string): Promise<void> => {
  const [found] = await own(work, issue, { id })
  if (!found) return fail('row.notFound')
  await end(work, issue, found)
}
