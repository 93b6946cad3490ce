/** The people and projects of figures, under the names that this browser knows now. */
import type { ReactNode } from 'react'
import { projectLook } from '../data/projectLook.ts'
import { getRow, madeOf, useMade } from '../data/rows.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'

const named = madeOf(['user', 'state', 'label', 'cycle', 'module', 'project'], (_: null) => ({}))
/** Draws anew when something that figures are about is called otherwise, or looks otherwise. */
export const useNames = () => void useMade(named, null)

export type Named = { name: string; icon: ReactNode }

export const personNamed = (id: string | null): Named => {
  const person = getRow('user', id)
  if (!id) return { name: 'Unassigned', icon: <Avatar silent /> }
  return { name: person?.display_name ?? 'Former member', icon: <Avatar person={person} silent /> }
}

export const projectNamed = (id: string): Named => {
  const project = getRow('project', id)
  return {
    name: project?.name ?? 'Deleted',
    icon: project ? <ProjectTile project={projectLook(project)} /> : null,
  }
}
