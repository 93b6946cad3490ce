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
    load: async () => (await import('../../issues/list/IssuesScreen.tsx')).ArchiveScreen,
  }),
  archivedCycles: place({
    path: '/:slug/projects/:projectId/archives/cycles',
    label: 'Archive',
    called: 'Archived cycles',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'cycle_view',
    load: async () => (await import('../../planning/cycles/ArchivedCycles.tsx')).ArchivedCycles,
  }),
  archivedModules: place({
    path: '/:slug/projects/:projectId/archives/modules',
    label: 'Archive',
    called: 'Archived modules',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'module_view',
    load: async () => (await import('../../planning/modules/ArchivedModules.tsx')).ArchivedModules,
  }),
  archivedPages: place({
    path: '/:slug/projects/:projectId/archives/pages',
    label: 'Archive',
    called: 'Archived pages',
    icon: 'archive',
    listed: ['commands'],
    may: 'issue.archived',
    feature: 'page_view',
    load: async () => (await import('../../planning/ArchivedPages.tsx')).ArchivedPages,
  }),
}
