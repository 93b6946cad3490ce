import { type WorkspaceView, workspaceViews } from '../issues/view/contexts.ts'
import { to } from '../places/address.ts'

export const builtInNames: Record<WorkspaceView, string> = {
  'all-issues': 'All issues',
  assigned: 'Assigned to me',
  created: 'Created by me',
  subscribed: 'Subscribed',
}

/** The views that every workspace has. */
export const builtIn = (slug: string) =>
  workspaceViews.map(id => ({ id, label: builtInNames[id], href: to('views', { slug, view: id }) }))
