import { useJoinedProjects } from '../data/me.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { useKeys } from '../shell/keyboard.ts'
import { openIssueForm } from '../shell/overlays.ts'

/** May an issue be made in any project from here? Then its key does. */
export const useMayCompose = (): boolean => {
  const { workspaceId } = useHere()
  const projects = useJoinedProjects()
  const mayDo = useMay()
  const mayCreate = projects.some(project =>
    mayDo('issue.create', {}, { workspace: workspaceId, project: project.id }),
  )
  useKeys({
    c: { run: () => (mayCreate ? openIssueForm() : false), label: 'New issue', group: 'Create' },
  })
  return mayCreate
}
