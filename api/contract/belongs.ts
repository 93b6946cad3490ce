/** The parts shared by all nouns that belong to an issue: entity options, columns, and the rows shown beside it. */
import { z } from 'zod'
import { id } from './define.ts'
import { UserLite } from './people/users.ts'
import { withIssue } from './rules.ts'
import { Issue } from './work/issues.ts'

/** Columns of everything that belongs to an issue and is seen exactly with it. */
export const ofIssue = { issue: id, issue_created_by: id.nullable(), project: id, workspace: id }
export const belongsToIssue = {
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  within: Issue,
  kept: 'withParent',
  read: withIssue,
} as const

export const ProjectLite = z.object({
  id,
  identifier: z.string(),
  name: z.string(),
  cover_image: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  logo_props: z.record(z.string(), z.unknown()),
  description: z.string(),
})
export const WorkspaceLite = z.object({ id, name: z.string(), slug: z.string() })
/** The issue as an activity or comment names it, without its text. */
export const IssueFlat = Issue.schema.pick({
  id: true,
  name: true,
  priority: true,
  start_date: true,
  target_date: true,
  sequence_id: true,
  sort_order: true,
  is_draft: true,
})
/** Shown-only rows beside an activity or comment. */
export const details = {
  actor_detail: UserLite.nullable(),
  issue_detail: IssueFlat.nullable(),
  project_detail: ProjectLite,
  workspace_detail: WorkspaceLite,
}
