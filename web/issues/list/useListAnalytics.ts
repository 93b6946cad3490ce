import { useRow } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { openAnalytics } from '../../shell/overlays.ts'
import type { ListContext } from '../view/contexts.ts'

/** Opens the figures of a project, cycle or module over its list; null where there are none. */
export const useListAnalytics = ({ scope, projectId }: ListContext): (() => void) | null => {
  const project = useRow('project', projectId)
  const cycle = useRow('cycle', scope.in === 'cycle' ? scope.id : null)
  const module = useRow('module', scope.in === 'module' ? scope.id : null)
  const mayRead = useMay()('analytics.read', {}, { workspace: project?.workspace })
  if (!project || !mayRead || !(scope.in === 'project' || scope.in === 'cycle' || scope.in === 'module'))
    return null
  const named = { projectId: project.id, name: cycle?.name ?? module?.name ?? project.name }
  return () =>
    openAnalytics(
      scope.in === 'project' ? { in: 'project', ...named } : { in: scope.in, id: scope.id, ...named },
    )
}
