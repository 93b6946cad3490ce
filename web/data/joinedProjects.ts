import { useMemo } from 'react'
import type { RowTypes } from './entities.ts'
import { useRows } from './rows.ts'
import { useSession } from './session.ts'

/** The joined projects in the person's own order. */
export const useJoinedProjects = (): RowTypes['project'][] => {
  const projects = useRows('project')
  const members = useRows('project_member')
  const preferences = useRows('project_preference')
  const { me } = useSession()
  return useMemo(() => {
    const joined = new Set(
      members.filter(row => row.member === me?.id && row.is_active).map(row => row.project),
    )
    const order = new Map(preferences.map(row => [row.project, row.sort_order]))
    return projects
      .filter(project => joined.has(project.id) && !project.archived_at)
      .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || a.name.localeCompare(b.name))
  }, [projects, members, preferences, me])
}
