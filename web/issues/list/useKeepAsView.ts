import { useRow } from '../../data/rows.ts'
import { here, may } from '../../data/viewer.ts'
import { openViewForm } from '../../shell/overlays.ts'
import type { ListContext } from '../view/contexts.ts'
import { isFiltered, type useView, writtenBy } from '../view/view.ts'

/** Keeps what a filtered list shows under a name; missing where nothing is filtered, or may be kept. */
export const useKeepAsView = (
  context: ListContext,
  view: ReturnType<typeof useView>,
): (() => void) | undefined => {
  const { projectId, scope, fixed } = context
  const project = useRow('project', projectId)
  if (context.view || !isFiltered(view.query, context)) return undefined
  if (scope.in !== 'project' && scope.in !== 'workspace') return undefined
  const place = { workspace: here().workspaceId, project: projectId }
  if (!may(projectId ? 'view.create' : 'view.createAcross', {}, place)) return undefined
  if (project && !project.issue_views_view) return undefined
  const params = { ...writtenBy(context, view), ...fixed }
  return () => openViewForm({ projectId, look: { params, hidden: view.hidden }, onSaved: view.untry })
}
