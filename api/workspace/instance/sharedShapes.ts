/** Shapes that many calls take or answer: the description of the API says each once, by this name. */
import { z } from 'zod'
import { IssueFlat, ProjectLite, WorkspaceLite } from '#contract/belongs.ts'
import { day, uuid } from '#contract/define.ts'
import { AttachmentLite } from '#contract/files/files.ts'
import { NotificationAnswer } from '#contract/people/notifications.ts'
import { UserLite } from '#contract/people/users.ts'
import { IssueDistribution, PointDistribution } from '#contract/planning/charts.ts'
import { CycleAnswer, CycleDetail } from '#contract/planning/cycles.ts'
import { EstimateAnswer } from '#contract/planning/estimates.ts'
import { FavoriteAnswer } from '#contract/planning/favorites.ts'
import { ModuleAnswer, ModuleDetail } from '#contract/planning/modules.ts'
import { listColumns, listDisplay, listFilters, valuesOfFilter } from '#contract/planning/userProperties.ts'
import { ViewAnswer, viewColumns, viewDisplay, viewFilters } from '#contract/planning/views.ts'
import { PageDetail, PageRow } from '#contract/text/pages.ts'
import { ActivityV1 } from '#contract/v1/activities.ts'
import { CommentV1 } from '#contract/v1/comments.ts'
import { CycleIssueV1, CycleV1 } from '#contract/v1/cycles.ts'
import { IntakeIssueV1 } from '#contract/v1/intake.ts'
import { IssueV1 } from '#contract/v1/issues.ts'
import { LabelV1 } from '#contract/v1/labels.ts'
import { LinkV1 } from '#contract/v1/links.ts'
import { MemberV1, UserV1 } from '#contract/v1/members.ts'
import { ModuleIssueV1, ModuleV1 } from '#contract/v1/modules.ts'
import { ProjectV1 } from '#contract/v1/projects.ts'
import { StateV1 } from '#contract/v1/states.ts'
import { ActivityAnswer } from '#contract/work/activity.ts'
import { CommentAnswer } from '#contract/work/comments.ts'
import { IntakeAnswer, IntakeDetail } from '#contract/work/intake.ts'
import { IssueDetail } from '#contract/work/issues.ts'
import { RelatedRow } from '#contract/work/relations.ts'
import { InvitationAnswer } from '#contract/workspace/invitations.ts'
import { ProjectAnswer, ProjectDetail } from '#contract/workspace/projects.ts'
import { WorkspaceAnswer } from '#contract/workspace/workspaces.ts'

const shapes = {
  activity: ActivityAnswer,
  attachment_lite: AttachmentLite,
  comment: CommentAnswer,
  cycle: CycleAnswer,
  cycle_detail: CycleDetail,
  day,
  estimate: EstimateAnswer,
  favorite: FavoriteAnswer,
  filter_values: valuesOfFilter,
  intake: IntakeAnswer,
  intake_issue_detail: IntakeDetail,
  invitation: InvitationAnswer,
  issue_detail: IssueDetail,
  issue_distribution: IssueDistribution,
  issue_flat: IssueFlat,
  list_columns: listColumns,
  list_display: listDisplay,
  list_filters: listFilters,
  module: ModuleAnswer,
  module_detail: ModuleDetail,
  notification: NotificationAnswer,
  page_detail: PageDetail,
  page_row: PageRow,
  point_distribution: PointDistribution,
  project: ProjectAnswer,
  project_detail: ProjectDetail,
  project_lite: ProjectLite,
  related_row: RelatedRow,
  user_lite: UserLite,
  uuid,
  view: ViewAnswer,
  view_columns: viewColumns,
  view_display: viewDisplay,
  view_filters: viewFilters,
  workspace: WorkspaceAnswer,
  workspace_lite: WorkspaceLite,
  activity_v1: ActivityV1,
  comment_v1: CommentV1,
  cycle_v1: CycleV1,
  cycle_issue_v1: CycleIssueV1,
  intake_issue_v1: IntakeIssueV1,
  issue_v1: IssueV1,
  label_v1: LabelV1,
  link_v1: LinkV1,
  member_v1: MemberV1,
  module_v1: ModuleV1,
  module_issue_v1: ModuleIssueV1,
  project_v1: ProjectV1,
  state_v1: StateV1,
  user_v1: UserV1,
}

for (const [id, shape] of Object.entries(shapes)) z.globalRegistry.add(shape, { id })
