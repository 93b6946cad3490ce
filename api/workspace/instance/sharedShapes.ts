/** Shapes that many calls take or answer: the description of the API tells each once, by this name. */
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
import { ViewAnswer } from '#contract/planning/views.ts'
import { PageDetail, PageRow } from '#contract/text/pages.ts'
import { ActivityAnswer } from '#contract/work/activity.ts'
import { CommentAnswer } from '#contract/work/comments.ts'
import { IntakeAnswer, IntakeDetail } from '#contract/work/intake.ts'
import { IssueDetail } from '#contract/work/issues.ts'
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
  intake: IntakeAnswer,
  intake_issue_detail: IntakeDetail,
  invitation: InvitationAnswer,
  issue_detail: IssueDetail,
  issue_distribution: IssueDistribution,
  issue_flat: IssueFlat,
  module: ModuleAnswer,
  module_detail: ModuleDetail,
  notification: NotificationAnswer,
  page_detail: PageDetail,
  page_row: PageRow,
  point_distribution: PointDistribution,
  project: ProjectAnswer,
  project_detail: ProjectDetail,
  project_lite: ProjectLite,
  user_lite: UserLite,
  uuid,
  view: ViewAnswer,
  workspace: WorkspaceAnswer,
  workspace_lite: WorkspaceLite,
}

for (const [id, shape] of Object.entries(shapes)) z.globalRegistry.add(shape, { id })
