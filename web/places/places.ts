/**
 * Every screen: its address, names and audience; `screens.ts` has what draws it. Routes, sidebar, command menu, keys, titles and breadcrumbs
 * are read off this table; so is each address (`to`).
 */
import { account } from './table/account.ts'
import { archives } from './table/archives.ts'
import { accountSettings, projectSettings, workspaceSettings } from './table/settings.ts'
import { project, workspace } from './table/work.ts'

export const places = {
  ...accountSettings,
  ...account,
  ...project,
  ...archives,
  ...workspace,
  ...workspaceSettings,
  ...projectSettings,
}
