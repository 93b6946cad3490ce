import { type ReactNode, useState } from 'react'
import { useRow } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { later } from '../../ui/popups/later.tsx'
import type { ListContext } from '../view/contexts.ts'

const AnalyticsPanel = later(() =>
  import('../../analytics/AnalyticsPanel.tsx').then(module => module.AnalyticsPanel),
)

/** The figures of a project, cycle or module over its list, and their opener: null where there are none. */
export const useListAnalytics = ({
  scope,
  projectId,
}: ListContext): { open: (() => void) | null; panel: ReactNode } => {
  const [isOpen, setOpen] = useState(false)
  const project = useRow('project', projectId)
  const cycle = useRow('cycle', scope.in === 'cycle' ? scope.id : null)
  const module = useRow('module', scope.in === 'module' ? scope.id : null)
  const mayRead = useMay()('analytics.read', {}, { workspace: project?.workspace })
  if (!project || !mayRead || !(scope.in === 'project' || scope.in === 'cycle' || scope.in === 'module'))
    return { open: null, panel: null }
  const named = { projectId: project.id, name: cycle?.name ?? module?.name ?? project.name }
  return {
    open: () => setOpen(true),
    panel: isOpen && (
      <AnalyticsPanel
        scope={
          scope.in === 'project' ? { in: 'project', ...named } : { in: scope.in, id: scope.id, ...named }
        }
        onClose={() => setOpen(false)}
      />
    ),
  }
}
