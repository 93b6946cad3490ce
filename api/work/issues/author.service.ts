/** Another author of an issue, where an importer learns afterwards who made it. */
import type { Entity } from '#contract/define.ts'
import { Attachment } from '#contract/files/files.ts'
import { entities } from '#contract/index.ts'
import type { Row } from '#contract/rules.ts'
import type { Issue as IssueRow } from '#contract/work/issues.ts'
import { Issue } from '#contract/work/issues.ts'
import { Relation } from '#contract/work/relations.ts'
import { locked } from '../../db/locked.ts'
import { update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

type Copy = { of: Entity; issue: string; column: string; which?: Row }

/** Rows that carry the author of their issue, by which they are seen. */
const copies = (): Copy[] => [
  ...Object.values<Entity>(entities).flatMap((of): Copy[] =>
    of.columns.includes('issue_created_by')
      ? [
          {
            ...{ of, issue: 'issue', column: 'issue_created_by' },
            // The table holds files of pages and people, too.
            ...(of === (Attachment as Entity) && { which: { entity_type: 'ISSUE_ATTACHMENT' } }),
          },
        ]
      : [],
  ),
  { of: Relation, issue: 'related_issue', column: 'related_created_by' },
]

/** Who sees the issue, and what belongs to it, is judged by its new author from then on; its history stays. */
export const changeAuthor = async (work: Work, issue: IssueRow, author: string): Promise<IssueRow> => {
  if (issue.created_by === author) return issue
  const after = await update(work, Issue, issue, { created_by: author })
  for (const { of, issue: named, column, which = {} } of copies()) {
    const rows = await locked(work, of, { [named]: issue.id, ...which })
    await updateAll(
      work,
      of,
      rows.map(before => ({ before, patch: { [column]: author } })),
    )
    // What is deleted comes back with the copy.
    await work.trx.raw('update ?? set ?? = ? where ?? = ? and deleted_at is not null', [
      of.table,
      column,
      author,
      named,
      issue.id,
    ])
  }
  return after
}
