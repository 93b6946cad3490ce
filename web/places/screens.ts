/** What draws each place. Only `Screen.tsx` reads this, so that knowing an address means knowing no screen. */
import { type Later, later } from '../ui/popups/later.tsx'
import { whenSeen } from '../ui/quiet.ts'
import type { PlaceId } from './address.ts'

// Two places with the same screen share it, so that going from one to the other waits for nothing.
const webhooks = later(
  async () => (await import('../workspaces/settings/webhooks/WebhooksScreen.tsx')).WebhooksScreen,
)
const integrations = later(
  async () => (await import('../workspaces/settings/integrations/IntegrationsScreen.tsx')).IntegrationsScreen,
)
const authentication = later(
  async () => (await import('../instance/AuthenticationScreen.tsx')).AuthenticationScreen,
)
const projects = later(async () => (await import('../projects/ProjectsScreen.tsx')).ProjectsScreen, 'next')

// The parts of an issue come behind the first sight of its screen.
const issue = later(async () => {
  void whenSeen().then(() => import('../issues/one/IssueDetail.tsx').catch(() => {}))
  return (await import('../issues/one/IssuePage.tsx')).IssuePage
}, 'next')

/** Those marked `next` are fetched ahead, in this order. */
export const screens: Record<PlaceId, Later<object>> = {
  account: later(async () => (await import('../account/settings/ProfileSettings.tsx')).ProfileSettings),
  accountAppearance: later(
    async () => (await import('../account/settings/AppearanceSettings.tsx')).AppearanceSettings,
  ),
  accountSecurity: later(
    async () => (await import('../account/settings/SecuritySettings.tsx')).SecuritySettings,
  ),
  accountNotifications: later(
    async () => (await import('../account/settings/NotificationSettings.tsx')).NotificationSettings,
  ),
  accountActivity: later(
    async () => (await import('../account/settings/ActivitySettings.tsx')).ActivitySettings,
  ),
  start: later(async () => (await import('../account/SignIn.tsx')).SignIn),
  signUp: later(async () => (await import('../account/SignIn.tsx')).SignUp),
  forgotPassword: later(async () => (await import('../account/ForgotPassword.tsx')).ForgotPassword),
  resetPassword: later(async () => (await import('../account/ResetPassword.tsx')).ResetPassword),
  setPassword: later(async () => (await import('../account/SetPassword.tsx')).SetPassword),
  setUp: later(async () => (await import('../instance/InstanceEntry.tsx')).InstanceEntry),
  instanceGeneral: later(async () => (await import('../instance/GeneralScreen.tsx')).GeneralScreen),
  instanceWorkspaces: later(async () => (await import('../instance/WorkspacesScreen.tsx')).WorkspacesScreen),
  instanceNewWorkspace: later(
    async () => (await import('../instance/NewWorkspaceScreen.tsx')).NewWorkspaceScreen,
  ),
  instancePeople: later(async () => (await import('../instance/PeopleScreen.tsx')).PeopleScreen),
  instanceMail: later(async () => (await import('../instance/MailScreen.tsx')).MailScreen),
  instanceAuthentication: authentication,
  instanceProvider: authentication,
  instanceAssistant: later(async () => (await import('../instance/KeyScreens.tsx')).AssistantScreen),
  instanceImages: later(async () => (await import('../instance/KeyScreens.tsx')).ImagesScreen),
  reference: later(async () => (await import('../reference/ReferenceScreen.tsx')).ReferenceScreen),
  gallery: later(async () => (await import('../gallery/Gallery.tsx')).Gallery),
  invitation: later(async () => (await import('../account/Invitation.tsx')).Invitation),
  invitations: later(async () => (await import('../account/Invitations.tsx')).Invitations),
  onboarding: later(async () => (await import('../account/onboarding/Onboarding.tsx')).Onboarding),
  createWorkspace: later(
    async () => (await import('../account/newWorkspace/CreateWorkspace.tsx')).CreateWorkspace,
  ),
  issues: later(async () => (await import('../issues/list/IssuesScreen.tsx')).IssuesScreen),
  issue,
  cycles: later(async () => (await import('../planning/cycles/CyclesScreen.tsx')).CyclesScreen, 'next'),
  cycle: later(async () => (await import('../planning/cycles/CycleScreen.tsx')).CycleScreen, 'next'),
  planner: later(async () => (await import('../planner/PlannerScreen.tsx')).PlannerScreen),
  modules: later(async () => (await import('../planning/modules/ModulesScreen.tsx')).ModulesScreen, 'next'),
  module: later(async () => (await import('../planning/modules/ModuleScreen.tsx')).ModuleScreen, 'next'),
  projectViews: later(async () => (await import('../views/ViewsScreen.tsx')).ViewsScreen, 'next'),
  view: later(async () => (await import('../views/ViewScreen.tsx')).ViewScreen, 'next'),
  pages: later(async () => (await import('../pages/list/PagesScreen.tsx')).PagesScreen, 'next'),
  page: later(async () => (await import('../pages/PageScreen.tsx')).PageScreen, 'next'),
  intake: later(async () => (await import('../intake/IntakeScreen.tsx')).IntakeScreen, 'next'),
  archive: later(async () => (await import('../issues/list/IssuesScreen.tsx')).ArchiveScreen),
  archivedCycles: later(async () => (await import('../planning/cycles/ArchivedCycles.tsx')).ArchivedCycles),
  archivedModules: later(
    async () => (await import('../planning/modules/ArchivedModules.tsx')).ArchivedModules,
  ),
  archivedPages: later(async () => (await import('../planning/ArchivedPages.tsx')).ArchivedPages),
  home: later(async () => (await import('../home/HomeScreen.tsx')).HomeScreen, 'next'),
  inbox: later(async () => (await import('../inbox/InboxScreen.tsx')).InboxScreen, 'next'),
  search: later(async () => (await import('../search/SearchScreen.tsx')).SearchScreen),
  person: later(async () => (await import('../profile/SummaryScreen.tsx')).SummaryScreen, 'next'),
  personActivity: later(async () => (await import('../profile/ActivityScreen.tsx')).ActivityScreen),
  personIssues: later(async () => (await import('../profile/PersonIssues.tsx')).PersonIssues, 'next'),
  drafts: later(async () => (await import('../issues/new/DraftsScreen.tsx')).DraftsScreen, 'next'),
  projects,
  projectArchives: projects,
  workspaceViews: later(
    async () => (await import('../views/WorkspaceViewsScreen.tsx')).WorkspaceViewsScreen,
    'next',
  ),
  views: later(async () => (await import('../views/WorkspaceViewScreen.tsx')).WorkspaceViewScreen, 'next'),
  activeCycles: later(async () => (await import('../planning/cycles/ActiveCycles.tsx')).ActiveCycles, 'next'),
  analytics: later(async () => (await import('../analytics/AnalyticsScreen.tsx')).AnalyticsScreen, 'next'),
  browse: later(async () => (await import('../issues/one/BrowseIssue.tsx')).BrowseIssue),
  general: later(async () => (await import('../workspaces/settings/GeneralScreen.tsx')).GeneralScreen),
  members: later(async () => (await import('../workspaces/members/MembersScreen.tsx')).MembersScreen),
  billing: later(async () => (await import('../workspaces/settings/BillingScreen.tsx')).BillingScreen),
  imports: later(async () => (await import('../workspaces/imports/ImportsScreen.tsx')).ImportsScreen),
  import: later(async () => (await import('../workspaces/imports/ImportScreen.tsx')).ImportScreen),
  exports: later(async () => (await import('../workspaces/settings/ExportsScreen.tsx')).ExportsScreen),
  integrations,
  channel: integrations,
  webhooks,
  webhook: webhooks,
  apiTokens: later(async () => (await import('../workspaces/settings/TokensScreen.tsx')).TokensScreen),
  projectGeneral: later(
    async () => (await import('../projects/settings/GeneralScreen.tsx')).GeneralScreen,
    'next',
  ),
  projectMembers: later(
    async () => (await import('../projects/settings/ProjectMembersScreen.tsx')).ProjectMembersScreen,
    'next',
  ),
  projectFeatures: later(
    async () => (await import('../projects/settings/FeaturesScreen.tsx')).FeaturesScreen,
    'next',
  ),
  projectStates: later(
    async () => (await import('../projects/settings/StatesScreen.tsx')).StatesScreen,
    'next',
  ),
  projectLabels: later(
    async () => (await import('../projects/settings/LabelsScreen.tsx')).LabelsScreen,
    'next',
  ),
  projectEstimates: later(
    async () => (await import('../projects/settings/estimates/EstimatesScreen.tsx')).EstimatesScreen,
    'next',
  ),
  projectAutomations: later(
    async () => (await import('../projects/settings/automations/AutomationsScreen.tsx')).AutomationsScreen,
    'next',
  ),
}
