/** The actions on a project as a whole. */
import { projectMemberRoutes } from '#contract/workspace/projectMembers.ts'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { type BodyOf, call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { isDone } from '../../data/mutate.ts'
import { remember } from '../../data/undo.ts'
import { here } from '../../data/viewer.ts'
import { kept, type Project } from '../../settings/settingsProject.ts'

const paramsOf = ({ id }: Pick<Project, 'id'>) => ({ ws: here().slug, p: id })

type Patch = BodyOf<typeof projectRoutes.update>

/** Saves a chosen value: it shows at once, with what follows from it, and a toast says a refusal. */
export const changeProject = (
  project: Project,
  patch: Patch,
  follows: Partial<Project> = {},
): Promise<boolean> =>
  kept(
    isDone({
      entity: 'project',
      route: projectRoutes.update,
      params: paramsOf(project),
      body: patch,
      id: project.id,
      patch: { ...patch, ...follows },
      failure: 'It was not saved.',
    }),
  )

/** Saves a typed value: a refusal is at its field. */
export const saveProject = (project: Project, patch: Patch) =>
  call(projectRoutes.update, { params: paramsOf(project), body: patch })

const setArchived = (project: Project, isArchived: boolean): Promise<boolean> =>
  isDone({
    entity: 'project',
    route: isArchived ? projectRoutes.archive : projectRoutes.unarchive,
    params: paramsOf(project),
    id: project.id,
    patch: { archived_at: isArchived ? new Date().toISOString() : null },
    failure: isArchived ? `${project.name} was not archived.` : `${project.name} was not restored.`,
  })

const rememberArchived = (project: Project, isArchived: boolean): Promise<boolean> => {
  const sent = setArchived(project, isArchived)
  remember(
    {
      message: isArchived ? `${project.name} was archived` : `${project.name} is back among the projects`,
      sent,
      back: () => setArchived(project, !isArchived),
      again: () => setArchived(project, isArchived),
    },
    { tell: 'done' },
  )
  return sent
}

export const archiveProject = (project: Project) => rememberArchived(project, true)
export const restoreProject = (project: Project) => rememberArchived(project, false)

export const deleteProject = (project: Project) => call(projectRoutes.remove, { params: paramsOf(project) })

export const joinProject = (project: Project) =>
  call(projectRoutes.join, { params: { ws: here().slug }, body: { project_ids: [project.id] } })

export const leaveProject = (project: Project) =>
  call(projectMemberRoutes.leave, { params: paramsOf(project) })

/** Puts a project elsewhere in the person's own order. */
export const moveProject = ({ id, project }: RowTypes['project_preference'], sort_order: number) =>
  isDone({
    entity: 'project_preference',
    route: projectMemberRoutes.updatePreference,
    params: { ws: here().slug, p: project },
    body: { sort_order },
    id,
    patch: { sort_order },
    failure: 'The project was not moved.',
  })
