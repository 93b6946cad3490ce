import { ADMIN, MEMBER } from '#contract/rules.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Work } from '../../db/work.ts'
import { follow } from './subscribers.ts'

/** Of the people named, those who may see the issue: to mention anyone else informs nobody. */
export const mentionable = async (work: Work, issue: Issue, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  return work
    .trx('project_members as m')
    .join('projects as p', 'p.id', 'm.project')
    .where({ 'm.project': issue.project_id, 'm.is_active': true })
    .whereIn('m.member', ids)
    .where(sees =>
      sees
        .whereIn('m.role', [MEMBER, ADMIN])
        .orWhere('p.guest_view_all_features', true)
        .orWhere('m.member', issue.created_by),
    )
    .pluck('m.member')
}

/** People who are newly mentioned follow the issue from then on. */
export const followMentioned = async (
  work: Work,
  issue: Issue,
  before: string[],
  now: string[],
): Promise<void> => {
  const added = now.filter(id => !before.includes(id) && id !== work.viewer.id)
  const people = await mentionable(work, issue, added)
  await follow(people.map(person => ({ work, issue, person, again: true })))
}
