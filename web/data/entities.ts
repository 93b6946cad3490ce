import type { RowOf } from '#contract/define.ts'
import type { Attachment } from '#contract/files.ts'
import type { Issue } from '#contract/issues.ts'
import type { Label } from '#contract/labels.ts'
import type { Page } from '#contract/pages.ts'
import type { Project, ProjectMember, ProjectPreference } from '#contract/projects.ts'
import type { State } from '#contract/states.ts'
import type { Account, Profile, User, UserContact } from '#contract/users.ts'
import type { Workspace, WorkspaceMember } from '#contract/workspaces.ts'

/** The rows that the browser keeps, by the contract's names. */
export type RowTypes = {
  user: RowOf<typeof User>
  user_contact: RowOf<typeof UserContact>
  account: RowOf<typeof Account>
  profile: RowOf<typeof Profile>
  workspace: RowOf<typeof Workspace>
  workspace_member: RowOf<typeof WorkspaceMember>
  project: RowOf<typeof Project>
  project_member: RowOf<typeof ProjectMember>
  project_preference: RowOf<typeof ProjectPreference>
  state: RowOf<typeof State>
  label: RowOf<typeof Label>
  issue: Issue
  page: Page
  attachment: Attachment
}
