import { place } from '../place.ts'

/** What a project has put away, by its kind. */
export const archives = {
  archive: place({
    path: '/:slug/projects/:projectId/archives/issues',
    label: 'Archive',
    called: 'Archived issues',
    icon: 'archive',
    listed: ['projectMenu', 'commands'],
    may: 'issue.archived',
    shape: 'issues',
  }),
  archivedCycles: place({
    path: '/:slug/projects/:projectId/archives/cycles',
    label: 'Archive',
    called: 'Archived cycles',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'cycle_view',
  }),
  archivedModules: place({
    path: '/:slug/projects/:projectId/archives/modules',
    label: 'Archive',
    called: 'Archived modules',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'module_view',
  }),
  archivedPages: place({
    path: '/:slug/projects/:projectId/archives/pages',
    label: 'Archive',
    called: 'Archived pages',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'page_view',
  }),
}
