import { useEffect, useState } from 'react'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { call } from '../../../data/client.ts'
import type { RowTypes } from '../../../data/entities.ts'
import { here } from '../../../data/viewer.ts'
import { issuesText } from '../../../settings/settingsProject.ts'

type ReachProps = { project: RowTypes['project']; rule: 'archive_in' | 'close_in'; months: number }

/** How many issues a rule would touch now, as the server counts them: reported before it is turned on, too. */
export const Reach = ({ project, rule, months }: ReachProps) => {
  const [count, setCount] = useState<number | null>(null)
  const { id, default_state } = project
  const isArchive = rule === 'archive_in'
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is closed depends on the state that it leads to
  useEffect(() => {
    let isLatest = true
    const query = { [rule]: String(months) }
    call(projectRoutes.automated, { params: { ws: here().slug, p: id }, query }).then(
      ({ body }) => isLatest && setCount(isArchive ? body.archived : body.closed),
      () => isLatest && setCount(null),
    )
    return () => {
      isLatest = false
    }
  }, [id, rule, isArchive, months, default_state])
  const verb = isArchive ? 'archived' : 'closed'
  return (
    <p role="status" className="min-h-4 text-12 text-ink-3">
      {count !== null && `${count === 0 ? 'No issues' : issuesText(count)} would be ${verb} now.`}
    </p>
  )
}
