/** The settings of a workspace, of the table of places. */
import { place } from './place.ts'

export const workspaceSettings = {
  general: place({
    path: '/:slug/settings',
    label: 'General',
    called: 'Settings of the workspace',
    icon: 'settings',
    words: ['name logo owner delete workspace'],
    listed: ['workspaceSettings', 'commands'],
    exact: true,
    may: 'workspace.update',
    shape: 'narrow',
    load: async () => (await import('../workspaces/settings/GeneralScreen.tsx')).GeneralScreen,
  }),
  members: place({
    path: '/:slug/settings/members',
    label: 'Members',
    called: 'Members of the workspace',
    icon: 'users-round',
    words: ['people invite invitations team roles'],
    listed: ['workspaceSettings', 'commands'],
    may: 'invitation.list',
    shape: 'narrow',
    load: async () => (await import('../workspaces/members/MembersScreen.tsx')).MembersScreen,
  }),
  billing: place({
    path: '/:slug/settings/billing',
    label: 'Billing and plans',
    icon: 'receipt',
    words: ['edition seats version licence'],
    listed: ['workspaceSettings', 'commands'],
    may: 'workspace.update',
    shape: 'narrow',
    load: async () => (await import('../workspaces/settings/BillingScreen.tsx')).BillingScreen,
  }),
  apiTokens: place({
    path: '/:slug/settings/api-tokens',
    label: 'API tokens',
    icon: 'key-round',
    words: ['keys integrations secret'],
    listed: ['workspaceSettings', 'commands'],
    may: 'apiToken.list',
    shape: 'narrow',
    load: async () => (await import('../workspaces/settings/TokensScreen.tsx')).TokensScreen,
  }),
}
