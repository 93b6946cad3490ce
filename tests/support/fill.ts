import { randomBytes } from 'node:crypto'
import { must } from '../../api/contract/errors.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { inWork, type Work } from '../../api/db/work.ts'
import { recount } from '../../api/work/issues/issue.service.ts'
import { placeIssue } from '../../api/work/issues/place.ts'
import type { TestServer } from './server.ts'

type Fields =
  | 'id'
  | 'created_at'
  | 'name'
  | 'state_id'
  | 'priority'
  | 'estimate_point'
  | 'start_date'
  | 'target_date'
  | 'parent_id'
  | 'cycle_id'
  | 'assignee_ids'
  | 'label_ids'
  | 'module_ids'
/** An issue as its maker wishes it; nothing of it is judged. Of a tree the parents come first, with ids of their own. */
export type Wish = Partial<Pick<Issue, Fields>>

type Into = { id: string; workspace: string }

const LINKS = [
  ['issue_assignees', 'user_id', 'assignee_ids'],
  ['issue_labels', 'label_id', 'label_ids'],
  ['issue_modules', 'module_id', 'module_ids'],
] as const

/** PostgreSQL takes 65,535 values with a statement, and each issue has some thirty. */
const MOST_AT_ONCE = 1000

const place = async (work: Work, project: Into, wishes: Wish[]) => {
  const made = await Promise.all(
    wishes.map(({ state_id = null, ...fields }) =>
      placeIssue({
        work,
        projectId: project.id,
        stateId: state_id,
        values: {
          name: `Issue ${randomBytes(3).toString('hex')}`,
          sort_order: 65535,
          ...fields,
          project_id: project.id,
          workspace_id: project.workspace,
        },
      }),
    ),
  )
  for (const [table, column, field] of LINKS) {
    const pairs = made.flatMap(issue => issue[field].map(id => ({ issue_id: issue.id, [column]: id })))
    if (pairs.length > 0) await work.trx(table).insert(pairs)
  }
  await recount(
    work,
    made.map(({ parent_id }) => parent_id),
  )
  return made
}

/**
 * Puts many issues into a project by one transaction a thousand. They come through the door of rows: counts, progress,
 * histories and the log are those of issues that somebody made one after the other, and whoever looks on is informed.
 */
export const fill = async (
  { db }: TestServer,
  by: { id: string },
  project: Into,
  wishes: Wish[],
): Promise<Issue[]> => {
  const viewer = must(await viewerOfUser(db, by.id), 'the maker of issues')
  const made: Issue[] = []
  for (let from = 0; from < wishes.length; from += MOST_AT_ONCE) {
    const these = wishes.slice(from, from + MOST_AT_ONCE)
    made.push(...(await inWork(db, { viewer }, work => place(work, project, these))).result)
  }
  return made
}

/** So many of one kind. */
export const many = (count: number, wish: (at: number) => Wish = () => ({})): Wish[] =>
  Array.from({ length: count }, (_, at) => wish(at))
