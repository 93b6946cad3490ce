import { useNavigate } from 'react-router'
import { useLive } from '../data/live.ts'
import { useJoinedProjects } from '../data/me.ts'
import { useSession } from '../data/session.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { to, usePlace } from '../places/address.ts'
import type { Standpoint } from '../places/offers.ts'
import { openCycleForm, openIssueForm, openModuleForm, openOverlay, openViewForm } from '../shell/overlays.ts'

/** The project from which places are offered: the open one, elsewhere the first of the sidebar. */
export const useStandpoint = (slug: string): Standpoint => {
  const { me } = useSession()
  const { workspaceId } = useHere()
  const projects = useJoinedProjects()
  const projectId = usePlace()?.params.projectId
  const project = projects.find(one => one.id === projectId) ?? projects[0]
  return { slug, workspaceId, me: me?.id ?? '', project }
}

/** The things that may be made here; others are missing. */
export const useCreations = ({ workspaceId, project }: Standpoint) => {
  const { status } = useLive()
  const { instance } = useSession()
  const mayDo = useMay()
  const go = useNavigate()
  const inProject = { workspace: project?.workspace, project: project?.id }
  return {
    onNewIssue: project && mayDo('issue.create', {}, inProject) ? () => openIssueForm() : undefined,
    onNewCycle:
      project?.cycle_view && mayDo('cycle.create', {}, inProject)
        ? () => openCycleForm({ projectId: project.id })
        : undefined,
    onNewModule:
      project?.module_view && mayDo('module.create', {}, inProject)
        ? () => openModuleForm({ projectId: project.id })
        : undefined,
    onNewProject:
      status !== 'loading' && mayDo('project.create', {}, { workspace: workspaceId })
        ? () => openOverlay('project')
        : undefined,
    onNewView:
      project?.issue_views_view && mayDo('view.create', {}, inProject)
        ? () => openViewForm({ projectId: project.id })
        : undefined,
    onNewPage:
      project?.page_view && mayDo('page.create', {}, inProject)
        ? // What pages are made with is loaded when the first is made.
          () => void import('../pages/newPage.ts').then(({ newPage }) => newPage(project.id, 0, go))
        : undefined,
    onNewWorkspace: instance?.config.is_workspace_creation_disabled
      ? undefined
      : () => void go(to('createWorkspace')),
  }
}
