import {
  archiveContext,
  cycleContext,
  type Features,
  type ListContext,
  moduleContext,
  profileContext,
  profileTabs,
  projectContext,
  viewContext,
  workspaceContext,
  workspaceViews,
} from '../../web/issues/view/contexts.ts'

/** The rows that the places are about, by their ids; the person is also the one who looks. */
export type About = {
  workspace: string
  project: string
  cycle: string
  module: string
  view: string
  person: string
}

type ListPlace = {
  name: string
  context: (about: About) => ListContext
  /** Its screen, below the workspace's. */
  screen: (about: About) => string
  /** The call that reads its list, below the workspace's. */
  call: (about: About) => string
}

const features: Features = { cycle_view: true, module_view: true, estimate: true }

/** Every place that lists issues to be changed there. */
export const listPlaces: readonly ListPlace[] = [
  {
    name: 'project',
    context: ({ project }) => projectContext(project, features),
    screen: ({ project }) => `projects/${project}/issues`,
    call: ({ project }) => `projects/${project}/issues/`,
  },
  {
    name: 'cycle',
    context: ({ project, cycle }) => cycleContext(project, features, cycle, false),
    screen: ({ project, cycle }) => `projects/${project}/cycles/${cycle}`,
    call: ({ project, cycle }) => `projects/${project}/cycles/${cycle}/cycle-issues/`,
  },
  {
    name: 'module',
    context: ({ project, module }) => moduleContext(project, features, module),
    screen: ({ project, module }) => `projects/${project}/modules/${module}`,
    call: ({ project, module }) => `projects/${project}/modules/${module}/issues/`,
  },
  {
    name: 'view',
    context: ({ project, view }) => viewContext({ id: view, is_locked: false }, project, features),
    screen: ({ project, view }) => `projects/${project}/views/${view}`,
    call: ({ project, view }) => `projects/${project}/views/${view}/issues/`,
  },
  ...workspaceViews.map(view => ({
    name: `workspace: ${view}`,
    context: ({ workspace, person }: About) => workspaceContext(workspace, view, person),
    screen: () => `workspace-views/${view}`,
    call: () => 'issues/',
  })),
  ...profileTabs.map(tab => ({
    name: `profile: ${tab}`,
    context: ({ workspace, person }: About) => profileContext(workspace, tab, person),
    screen: ({ person }: About) => `profile/${person}/${tab}`,
    call: ({ person }: About) => `user-issues/${person}/`,
  })),
]

/** There issues are only read. */
export const archivePlace: ListPlace = {
  name: 'archive',
  context: ({ project }) => archiveContext(project, features),
  screen: ({ project }) => `projects/${project}/archives/issues`,
  call: ({ project }) => `projects/${project}/archived-issues/`,
}
