import { ADMIN } from '#contract/rules.ts'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { useHere } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useWorkspaceHere } from '../../settings/settingsOwner.tsx'

type Membership = { id: string; role: number }

/** Others are there, and only this person could look after them. */
const isSole = (all: readonly Membership[], me: string) => {
  const others = all.filter(one => one.id !== me)
  const own = all.find(one => one.id === me)
  return own?.role === ADMIN && others.length > 0 && others.every(one => one.role !== ADMIN)
}

/**
 * Of the workspace at hand and its projects, the first that needs another admin before this person's account can end; the
 * server judges the other workspaces.
 */
export const useNeededIn = (): { name: string; href: string } | null => {
  const { me } = useSession()
  const { slug } = useHere()
  const workspace = useWorkspaceHere()
  const projects = useRows('project')
  const inProjects = useRows('project_member').filter(row => row.is_active)
  const inWorkspace = useRows('workspace_member').filter(row => row.is_active)
  if (!me || !slug) return null
  const needed = projects.find(project => {
    const all = inProjects.filter(row => row.project === project.id)
    return isSole(
      all.map(({ member, role }) => ({ id: member, role })),
      me.id,
    )
  })
  if (needed) return { name: needed.name, href: to('projectMembers', { slug, projectId: needed.id }) }
  const all = inWorkspace.map(({ member_id, role }) => ({ id: member_id, role }))
  return workspace && isSole(all, me.id) ? { name: workspace.name, href: to('members', { slug }) } : null
}
