import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'

/** A body for a call, by its name: examples of the reference show it, and whatever has to make such a row sends it. */
export const bodies: Record<string, object> = {
  'analyticViews.create': {
    name: 'Open by person',
    query_dict: { x_axis: 'priority', y_axis: 'issue_count' },
  },
  'analyticViews.update': { name: 'Open by priority' },
  'comments.create': { comment_html: '<p>The crane is back on Monday.</p>' },
  'comments.update': { comment_html: '<p>The crane is back on Tuesday.</p>' },
  'cycles.create': { name: 'Spring tides', start_date: '2041-03-02', end_date: '2041-03-15' },
  'cycles.dateCheck': { start_date: '2042-01-01', end_date: '2042-01-14' },
  'cycles.update': { name: 'Neap tides' },
  'drafts.create': { name: 'Paint the bollards' },
  'drafts.update': { name: 'Paint all bollards' },
  'estimates.create': {
    estimate: {},
    estimate_points: ['S', 'M', 'L'].map((value, key) => ({ key, value })),
  },
  'estimates.createPoint': { key: 9, value: 'XL' },
  'estimates.updatePoint': { value: 'XS' },
  'favorites.create': { entity_type: 'folder', name: 'Reefs' },
  'favorites.update': { name: 'Shoals' },
  'intakeWays.setWays': { is_form_enabled: true },
  'intake.update': { status: -1 },
  'issues.update': { priority: 'urgent', target_date: '2026-11-20' },
  'labels.create': { name: 'Tidal', color: '#46a758' },
  'labels.update': { color: '#e5484d' },
  'links.create': { url: 'https://tides.example/table', title: 'Tide table' },
  'links.update': { title: 'Tide table of 2027' },
  'moduleLinks.create': { url: 'https://locks.example', title: 'Lock keeper' },
  'modules.create': { name: 'North quay', status: 'in-progress' },
  'modules.update': { description: 'All berths north of the lock' },
  'pageFiles.exportPages': { format: 'markdown' },
  'pages.create': { name: 'Rule of the sill', description_html: '<p>Mind the depth.</p>' },
  'pages.update': { description_html: '<p>Mind the depth at low water.</p>' },
  'privateNotes.write': { text: 'Ask about the crane' },
  'projects.create': { name: 'Harbour desk', identifier: 'DESK' },
  'projects.update': { description: 'Where boats lie' },
  'projectMembers.updateMember': { role: 20 },
  'quickLinks.create': { url: 'https://tides.example', title: 'Tides' },
  'quickLinks.update': { title: 'Tides today' },
  'reactions.addToIssue': { reaction: '128077' },
  'savedReplies.create': { name: 'Later', text: 'In spring' },
  'savedReplies.update': { text: 'In summer' },
  'states.create': { name: 'Moored', color: '#46a758', group: 'started' },
  'states.update': { name: 'Made fast' },
  'views.create': { name: 'Overdue', filters: {} },
  'views.update': { name: 'Due this week' },
  'views.createAcross': { name: 'Urgent everywhere' },
  'views.updateAcross': { name: 'Urgent' },
  'workspaceMembers.updateMember': { role: 20 },
  'workspaces.update': { name: 'Lantern Quay' },
  'invitations.create': { emails: [{ email: 'bram@portoffice.example', role: 15 }] },
}

const paramsIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)

/** The call that makes the row which a parameter of a path names, out of others that are known. */
export const makerOf = (param: string, known: readonly string[]): [string, Route] | undefined => {
  const target = allRoutes.find(([, route]) => route.param === param)?.[1].target
  return allRoutes.find(
    ([name, { creates, path }]) =>
      creates !== undefined &&
      creates === target &&
      name in bodies &&
      paramsIn(path).every(one => known.includes(one)),
  )
}
