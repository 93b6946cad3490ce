/** Signing in, and running the instance. */
import { place } from '../place.ts'

export const account = {
  /** Everybody begins here: signed-in people are led on to their work. */
  start: place({
    path: '/',
    also: ['/sign-in', '/signin', '/login'],
    who: 'signedOut',
    label: 'Sign in',
  }),
  signUp: place({
    path: '/sign-up',
    also: ['/accounts/sign-up', '/register'],
    who: 'signedOut',
    label: 'Sign up',
  }),
  forgotPassword: place({
    path: '/accounts/forgot-password',
    who: 'signedOut',
    label: 'New password',
  }),
  /** Linked from a mail: people who are signed in meanwhile may follow it, too. */
  resetPassword: place({
    path: '/accounts/reset-password',
    who: 'anyone',
    label: 'Set a new password',
  }),
  setPassword: place({
    path: '/accounts/set-password',
    who: 'newcomer',
    label: 'Choose a password',
  }),
  /** The first run sets the instance up here; from then on those who run it sign in. */
  setUp: place({
    path: '/god-mode',
    also: ['/god-mode/*'],
    who: 'founder',
    label: 'Instance admin',
  }),
  instanceGeneral: place({
    path: '/god-mode/general',
    who: 'instanceAdmin',
    label: 'General',
    icon: 'settings',
    words: ['name', 'admins', 'notifications in browsers', 'push'],
    listed: ['instance'],
  }),
  instanceWorkspaces: place({
    path: '/god-mode/workspace',
    who: 'instanceAdmin',
    label: 'Workspaces',
    icon: 'building-2',
    words: ['create', 'new'],
    listed: ['instance'],
  }),
  instanceNewWorkspace: place({
    path: '/god-mode/workspace/create',
    who: 'instanceAdmin',
    label: 'New workspace',
  }),
  instancePeople: place({
    path: '/god-mode/people',
    who: 'instanceAdmin',
    label: 'People',
    icon: 'users-round',
    words: ['users', 'accounts', 'members', 'deactivate', 'reactivate', 'password'],
    listed: ['instance'],
  }),
  instanceMail: place({
    path: '/god-mode/email',
    who: 'instanceAdmin',
    label: 'E-mail',
    icon: 'mail',
    words: ['email', 'smtp', 'server', 'sender', 'test mail'],
    listed: ['instance'],
  }),
  instanceAuthentication: place({
    path: '/god-mode/authentication',
    who: 'instanceAdmin',
    label: 'Authentication',
    icon: 'shield',
    words: ['sign in', 'sign up', 'password', 'codes', 'google', 'github', 'gitlab'],
    listed: ['instance'],
  }),
  instanceProvider: place({
    path: '/god-mode/authentication/:provider',
    who: 'instanceAdmin',
    label: 'Authentication',
  }),
  instanceAssistant: place({
    path: '/god-mode/ai',
    who: 'instanceAdmin',
    label: 'Artificial intelligence',
    icon: 'sparkles',
    words: ['ai', 'assistant', 'model', 'key', 'openai'],
    listed: ['instance'],
  }),
  instanceImages: place({
    path: '/god-mode/image',
    who: 'instanceAdmin',
    label: 'Images',
    icon: 'image',
    words: ['pictures', 'covers', 'library', 'unsplash'],
    listed: ['instance'],
  }),
  /** Below the API, whose description it shows. */
  reference: place({
    path: '/api/docs',
    who: 'anyone',
    label: 'API reference',
  }),
  gallery: place({
    path: '/gallery',
    who: 'anyone',
    label: 'Gallery',
  }),
  /** The link of an invitation. */
  invitation: place({
    path: '/workspace-invitations',
    who: 'anyone',
    label: 'Invitation',
  }),
  invitations: place({
    path: '/invitations',
    label: 'Invitations',
  }),
  /** The first minutes: a name, a workspace, the others. */
  onboarding: place({
    path: '/onboarding',
    who: 'newcomer',
    label: 'Welcome',
  }),
  createWorkspace: place({
    path: '/create-workspace',
    label: 'Create workspace',
  }),
}
