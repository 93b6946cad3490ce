/** The contract whole: every entity and every route, for what is done once for all of them. */
import { Activity, activityRoutes, Subscription } from './activity.ts'
import { assetRoutes } from './assets.ts'
import { attachmentRoutes } from './attachments.ts'
import { changeRoutes } from './changes.ts'
import { Comment, CommentReaction, commentRoutes, IssueReaction, reactionRoutes } from './comments.ts'
import { Cycle, cycleRoutes } from './cycles.ts'
import type { Entity, EntityName, Route } from './define.ts'
import { DocumentRow } from './documents.ts'
import { Draft, draftRoutes } from './drafts.ts'
import { Estimate, EstimatePoint, estimateRoutes } from './estimates.ts'
import { Favorite, favoriteRoutes } from './favorites.ts'
import { Asset, Attachment, Picture } from './files.ts'
import { authRoutes, Instance, instanceRoutes } from './instance.ts'
import { issueListRoutes } from './issueLists.ts'
import { Issue, issueRoutes } from './issues.ts'
import { issueTextRoutes } from './issueText.ts'
import { Label, labelRoutes } from './labels.ts'
import { Link, linkRoutes } from './links.ts'
import { mentionedInRoutes } from './mentionedIn.ts'
import { Module, moduleRoutes } from './modules.ts'
import { PageComment, pageCommentRoutes } from './pageComments.ts'
import { Page, pageRoutes } from './pages.ts'
import { pageVersionRoutes } from './pageVersions.ts'
import { pictureRoutes } from './pictures.ts'
import { Project, ProjectMember, ProjectPreference, projectRoutes } from './projects.ts'
import { Relation, relationRoutes } from './relations.ts'
import { State, stateRoutes } from './states.ts'
import { UserProperties, userPropertiesRoutes } from './userProperties.ts'
import { Account, Profile, User, UserContact, userRoutes } from './users.ts'
import { ApiToken, apiTokenRoutes, Workspace, WorkspaceMember, workspaceRoutes } from './workspaces.ts'

export const entities: Record<EntityName, Entity> = {
  instance: Instance,
  user: User,
  user_contact: UserContact,
  account: Account,
  profile: Profile,
  api_token: ApiToken,
  workspace: Workspace,
  workspace_member: WorkspaceMember,
  project: Project,
  project_member: ProjectMember,
  project_preference: ProjectPreference,
  state: State,
  label: Label,
  issue: Issue,
  page: Page,
  page_comment: PageComment,
  document: DocumentRow,
  cycle: Cycle,
  module: Module,
  estimate: Estimate,
  estimate_point: EstimatePoint,
  issue_activity: Activity,
  issue_comment: Comment,
  issue_reaction: IssueReaction,
  comment_reaction: CommentReaction,
  issue_link: Link,
  issue_relation: Relation,
  issue_subscription: Subscription,
  favorite: Favorite,
  draft_issue: Draft,
  user_properties: UserProperties,
  attachment: Attachment,
  asset: Asset,
  picture: Picture,
}

export const routeGroups = {
  instance: instanceRoutes,
  auth: authRoutes,
  users: userRoutes,
  workspaces: workspaceRoutes,
  apiTokens: apiTokenRoutes,
  projects: projectRoutes,
  states: stateRoutes,
  labels: labelRoutes,
  issueLists: issueListRoutes,
  issues: issueRoutes,
  issueText: issueTextRoutes,
  activity: activityRoutes,
  comments: commentRoutes,
  reactions: reactionRoutes,
  links: linkRoutes,
  relations: relationRoutes,
  mentionedIn: mentionedInRoutes,
  drafts: draftRoutes,
  userProperties: userPropertiesRoutes,
  cycles: cycleRoutes,
  modules: moduleRoutes,
  estimates: estimateRoutes,
  pages: pageRoutes,
  pageVersions: pageVersionRoutes,
  pageComments: pageCommentRoutes,
  favorites: favoriteRoutes,
  attachments: attachmentRoutes,
  assets: assetRoutes,
  pictures: pictureRoutes,
  changes: changeRoutes,
}

/** Every route with its name, `issues.create` for example. */
export const allRoutes: [string, Route][] = Object.entries(routeGroups).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, definition]): [string, Route] => [
    `${group}.${name}`,
    definition as Route,
  ]),
)
