/** Signing in, and running the instance. */
import { place } from '../place.ts'

// The second is the first with a provider opened.
const loadAuthentication = async () =>
  (await import('../../instance/AuthenticationScreen.tsx')).AuthenticationScreen

export const account = {
  /** Everybody begins here: signed-in people are led on to their work. */
  start: place({
    path: '/',
    also: ['/sign-in', '/signin', '/login'],
    who: 'signedOut',
    label: 'Sign in',
    load: async () => (await import('../../account/SignIn.tsx')).SignIn,
  }),
  signUp: place({
    path: '/sign-up',
    also: ['/accounts/sign-up', '/register'],
    who: 'signedOut',
    label: 'Sign up',
    load: async () => (await import('../../account/SignIn.tsx')).SignUp,
  }),
  forgotPassword: place({
    path: '/accounts/forgot-password',
    who: 'signedOut',
    label: 'New password',
    load: async () => (await import('../../account/ForgotPassword.tsx')).ForgotPassword,
  }),
  /** Linked from a mail: people who are signed in meanwhile may follow it, too. */
  resetPassword: place({
    path: '/accounts/reset-password',
    who: 'anyone',
    label: 'Set a new password',
    load: async () => (await import('../../account/ResetPassword.tsx')).ResetPassword,
  }),
  setPassword: place({
    path: '/accounts/set-password',
    who: 'newcomer',
    label: 'Choose a password',
    load: async () => (await import('../../account/SetPassword.tsx')).SetPassword,
  }),
  /** The first run sets the instance up here; from then on those who run it sign in. */
  setUp: place({
    path: '/god-mode',
    also: ['/god-mode/*'],
    who: 'founder',
    label: 'Instance admin',
    load: async () => (await import('../../instance/InstanceEntry.tsx')).InstanceEntry,
  }),
  instanceGeneral: place({
    path: '/god-mode/general',
    who: 'instanceAdmin',
    label: 'General',
    icon: 'settings',
    words: ['name', 'admins', 'notifications in browsers', 'push'],
    listed: ['instance'],
    load: async () => (await import('../../instance/GeneralScreen.tsx')).GeneralScreen,
  }),
  instanceWorkspaces: place({
    path: '/god-mode/workspace',
    who: 'instanceAdmin',
    label: 'Workspaces',
    icon: 'building-2',
    words: ['create', 'new'],
    listed: ['instance'],
    load: async () => (await import('../../instance/WorkspacesScreen.tsx')).WorkspacesScreen,
  }),
  instanceNewWorkspace: place({
    path: '/god-mode/workspace/create',
    who: 'instanceAdmin',
    label: 'New workspace',
    load: async () => (await import('../../instance/NewWorkspaceScreen.tsx')).NewWorkspaceScreen,
  }),
  instancePeople: place({
    path: '/god-mode/people',
    who: 'instanceAdmin',
    label: 'People',
    icon: 'users-round',
    words: ['users', 'accounts', 'members', 'deactivate', 'reactivate', 'password'],
    listed: ['instance'],
    load: async () => (await import('../../instance/PeopleScreen.tsx')).PeopleScreen,
  }),
  instanceMail: place({
    path: '/god-mode/email',
    who: 'instanceAdmin',
    label: 'E-mail',
    icon: 'mail',
    words: ['email', 'smtp', 'server', 'sender', 'test mail'],
    listed: ['instance'],
    load: async () => (await import('../../instance/MailScreen.tsx')).MailScreen,
  }),
  instanceAuthentication: place({
    path: '/god-mode/authentication',
    who: 'instanceAdmin',
    label: 'Authentication',
    icon: 'shield',
    words: ['sign in', 'sign up', 'password', 'codes', 'google', 'github', 'gitlab'],
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
    icon: 'sparkles',
    words: ['ai', 'assistant', 'model', 'key', 'openai'],
    listed: ['instance'],
    load: async () => (await import('../../instance/KeyScreens.tsx')).AssistantScreen,
  }),
  instanceImages: place({
    path: '/god-mode/image',
    who: 'instanceAdmin',
    label: 'Images',
    icon: 'image',
    words: ['pictures', 'covers', 'library', 'unsplash'],
    listed: ['instance'],
    load: async () => (await import('../../instance/KeyScreens.tsx')).ImagesScreen,
  }),
  gallery: place({
    path: '/gallery',
    who: 'anyone',
    label: 'Gallery',
    load: async () => (await import('../../gallery/Gallery.tsx')).Gallery,
  }),
  /** The link of an invitation. */
  invitation: place({
    path: '/workspace-invitations',
    who: 'anyone',
    label: 'Invitation',
    load: async () => (await import('../../account/Invitation.tsx')).Invitation,
  }),
  invitations: place({
    path: '/invitations',
    label: 'Invitations',
    load: async () => (await import('../../account/Invitations.tsx')).Invitations,
  }),
  /** The first minutes: a name, a workspace, the others. */
  onboarding: place({
    path: '/onboarding',
    who: 'newcomer',
    label: 'Welcome',
    load: async () => (await import('../../account/onboarding/Onboarding.tsx')).Onboarding,
  }),
  createWorkspace: place({
    path: '/create-workspace',
    label: 'Create workspace',
    load: async () => (await import('../../account/CreateWorkspace.tsx')).CreateWorkspace,
  }),
}
