import type { Activity, Subscription } from '#contract/activity.ts'
import type { Comment, CommentReaction, IssueReaction } from '#contract/comments.ts'
import type { Cycle } from '#contract/cycles.ts'
import type { RowOf } from '#contract/define.ts'
import type { Draft } from '#contract/drafts.ts'
import type { Estimate, EstimatePoint } from '#contract/estimates.ts'
import type { Favorite } from '#contract/favorites.ts'
import type { Attachment } from '#contract/files.ts'
import type { Issue } from '#contract/issues.ts'
import type { Label } from '#contract/labels.ts'
import type { Link } from '#contract/links.ts'
import type { Module } from '#contract/modules.ts'
import type { PageComment } from '#contract/pageComments.ts'
import type { Page } from '#contract/pages.ts'
import type { Project, ProjectMember, ProjectPreference } from '#contract/projects.ts'
import type { Relation } from '#contract/relations.ts'
import type { State } from '#contract/states.ts'
import type { UserProperties } from '#contract/userProperties.ts'
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
  page_comment: PageComment
  favorite: Favorite
  cycle: Cycle
  module: Module
  estimate: Estimate
  estimate_point: EstimatePoint
  issue_activity: Activity
  issue_comment: Comment
  issue_reaction: IssueReaction
  comment_reaction: CommentReaction
  issue_link: Link
  issue_relation: Relation
  issue_subscription: RowOf<typeof Subscription>
  draft_issue: Draft
  user_properties: UserProperties
  attachment: Attachment
}
