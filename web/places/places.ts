/**
 * Every screen: where it is, what it is called and found by, whom it is for, and what draws it. Routes, sidebar, command
 * menu, keys, titles and breadcrumbs are read off this table; so is each address (`to`).
 */
import { place } from './place.ts'
import { workspaceSettings } from './settingsPlaces.ts'

// The second is the first with a provider opened.
const loadAuthentication = async () =>
  (await import('../instance/AuthenticationScreen.tsx')).AuthenticationScreen

const account = {
  /** Where everybody begins: whoever is signed in is led on to their work. */
  start: place({
    path: '/',
    also: ['/sign-in', '/signin', '/login'],
    who: 'signedOut',
    label: 'Sign in',
    load: async () => (await import('../account/SignIn.tsx')).SignIn,
  }),
  signUp: place({
    path: '/sign-up',
    also: ['/accounts/sign-up', '/register'],
    who: 'signedOut',
    label: 'Sign up',
    load: async () => (await import('../account/SignIn.tsx')).SignUp,
  }),
  forgotPassword: place({
    path: '/accounts/forgot-password',
    who: 'signedOut',
    label: 'New password',
    load: async () => (await import('../account/ForgotPassword.tsx')).ForgotPassword,
  }),
  /** Of a mail: whoever is signed in meanwhile may follow it, too. */
  resetPassword: place({
    path: '/accounts/reset-password',
    who: 'anyone',
    label: 'Set a new password',
    load: async () => (await import('../account/ResetPassword.tsx')).ResetPassword,
  }),
  setPassword: place({
    path: '/accounts/set-password',
    label: 'Choose a password',
    load: async () => (await import('../account/SetPassword.tsx')).SetPassword,
  }),
  /** The first run sets the instance up here; from then on those who run it sign in. */
  setUp: place({
    path: '/god-mode',
    also: ['/god-mode/*'],
    who: 'founder',
    label: 'Instance admin',
    load: async () => (await import('../instance/InstanceEntry.tsx')).InstanceEntry,
  }),
  instanceGeneral: place({
    path: '/god-mode/general',
    who: 'instanceAdmin',
    label: 'General',
    icon: 'settings',
    listed: ['instance'],
    load: async () => (await import('../instance/GeneralScreen.tsx')).GeneralScreen,
  }),
  instanceWorkspaces: place({
    path: '/god-mode/workspace',
    who: 'instanceAdmin',
    label: 'Workspaces',
    icon: 'layout-grid',
    listed: ['instance'],
    load: async () => (await import('../instance/WorkspacesScreen.tsx')).WorkspacesScreen,
  }),
  instanceNewWorkspace: place({
    path: '/god-mode/workspace/create',
    who: 'instanceAdmin',
    label: 'New workspace',
    load: async () => (await import('../instance/NewWorkspaceScreen.tsx')).NewWorkspaceScreen,
  }),
  instanceMail: place({
    path: '/god-mode/email',
    who: 'instanceAdmin',
    label: 'E-mail',
    icon: 'mail',
    listed: ['instance'],
    load: async () => (await import('../instance/MailScreen.tsx')).MailScreen,
  }),
  instanceAuthentication: place({
    path: '/god-mode/authentication',
    who: 'instanceAdmin',
    label: 'Authentication',
    icon: 'key-round',
    listed: ['instance'],
    load: loadAuthentication,
  }),
  instanceProvider: place({
    path: '/god-mode/authentication/:provider',
    who: 'instanceAdmin',
    label: 'Authentication',
    load: loadAuthentication,
  }),
  instanceAssistant: place({
    path: '/god-mode/ai',
    who: 'instanceAdmin',
    label: 'Artificial intelligence',
    icon: 'square-pen',
    listed: ['instance'],
    load: async () => (await import('../instance/KeyScreens.tsx')).AssistantScreen,
  }),
  instanceImages: place({
    path: '/god-mode/image',
    who: 'instanceAdmin',
    label: 'Images',
    icon: 'image',
    listed: ['instance'],
    load: async () => (await import('../instance/KeyScreens.tsx')).ImagesScreen,
  }),
  gallery: place({
    path: '/gallery',
    who: 'anyone',
    label: 'Gallery',
    load: async () => (await import('../gallery/Gallery.tsx')).Gallery,
  }),
  /** What the link of an invitation leads to. */
  invitation: place({
    path: '/workspace-invitations',
    who: 'anyone',
    label: 'Invitation',
    load: async () => (await import('../account/Invitation.tsx')).Invitation,
  }),
  invitations: place({
    path: '/invitations',
    label: 'Invitations',
    load: async () => (await import('../account/Invitations.tsx')).Invitations,
  }),
  /** The first minutes: a name, a workspace, the others. */
  onboarding: place({
    path: '/onboarding',
    label: 'Welcome',
    load: async () => (await import('../account/onboarding/Onboarding.tsx')).Onboarding,
  }),
  createWorkspace: place({
    path: '/create-workspace',
    label: 'Create workspace',
    load: async () => (await import('../account/CreateWorkspace.tsx')).CreateWorkspace,
  }),
}

const project = {
  issues: place({
    path: '/:slug/projects/:projectId/issues',
    also: ['/:slug/projects/:projectId', '/:slug/projects/:projectId/archives'],
    label: 'Issues',
    icon: 'circle-dot',
    keys: 'g i',
    listed: ['project', 'commands'],
    exact: true,
    shape: 'issues',
  }),
  issue: place({
    path: '/:slug/projects/:projectId/issues/:issueId',
    also: ['/:slug/projects/:projectId/archives/issues/:issueId'],
    label: 'Issue',
    named: true,
    shape: 'text',
    load: async () => (await import('../issues/one/IssuePage.tsx')).IssuePage,
    when: 'next',
  }),
  pages: place({
    path: '/:slug/projects/:projectId/pages',
    label: 'Pages',
    icon: 'file-text',
    keys: 'g o',
    listed: ['project', 'commands'],
    feature: 'page_view',
    load: async () => (await import('../pages/list/PagesScreen.tsx')).PagesScreen,
    when: 'next',
  }),
  page: place({
    path: '/:slug/projects/:projectId/pages/:pageId',
    label: 'Page',
    named: true,
    shape: 'text',
    load: async () => (await import('../pages/PageScreen.tsx')).PageScreen,
    when: 'next',
  }),
  archive: place({
    path: '/:slug/projects/:projectId/archives/issues',
    label: 'Archive',
    called: 'Archived issues',
    icon: 'archive',
    listed: ['projectMenu', 'commands'],
    may: 'issue.archived',
    shape: 'issues',
  }),
}

// Two places each: as long as there is no screen of its own for the first.
const loadProjects = async () => (await import('../projects/ProjectsScreen.tsx')).ProjectsScreen
const loadProfile = async () => (await import('../issues/list/ProfileScreen.tsx')).ProfileScreen

const workspace = {
  home: place({ path: '/:slug', label: 'Projects', load: loadProjects, when: 'next' }),
  person: place({
    path: '/:slug/profile/:personId',
    label: 'Your work',
    icon: 'circle-user',
    listed: ['top'],
    begins: me => ({ personId: me }),
    named: true,
    shape: 'issues',
    load: loadProfile,
    when: 'next',
  }),
  personIssues: place({
    path: '/:slug/profile/:personId/:tab',
    label: 'Your work',
    icon: 'circle-user',
    keys: 'g y',
    words: ['my issues assigned to me'],
    listed: ['commands'],
    begins: me => ({ personId: me, tab: 'assigned' }),
    named: true,
    shape: 'issues',
    load: loadProfile,
    when: 'next',
  }),
  drafts: place({
    path: '/:slug/drafts',
    also: ['/:slug/projects/:projectId/draft-issues'],
    label: 'Drafts',
    icon: 'file-pen-line',
    keys: 'g d',
    listed: ['top', 'commands'],
    load: async () => (await import('../issues/new/DraftsScreen.tsx')).DraftsScreen,
    when: 'next',
  }),
  views: place({
    path: '/:slug/workspace-views/:view',
    label: 'Views',
    called: 'All issues',
    icon: 'layers',
    keys: 'g w',
    words: ['views workspace'],
    listed: ['workspace', 'commands'],
    begins: () => ({ view: 'all-issues' }),
    named: true,
    shape: 'issues',
    load: async () => (await import('../issues/list/WorkspaceViewScreen.tsx')).WorkspaceViewScreen,
    when: 'next',
  }),
  projects: place({
    path: '/:slug/projects',
    label: 'Projects',
    icon: 'boxes',
    keys: 'g p',
    listed: ['workspace', 'commands'],
    exact: true,
    load: loadProjects,
    when: 'next',
  }),
  /** The address that people write by hand. */
  browse: place({
    path: '/:slug/browse/:named',
    label: 'Issue',
    named: true,
    load: async () => (await import('../issues/one/BrowseIssue.tsx')).BrowseIssue,
  }),
}

export const places = { ...account, ...project, ...workspace, ...workspaceSettings }
