import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { useHere } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useWorkspaceHere } from '../../settings/settingsOwner.tsx'
import { mayAs, mayInWorkspaceAs } from '../../shell/admins.ts'

type Membership = { id: string; isAdmin: boolean }

/** Others are there, and only this person could look after them. */
const isSole = (all: readonly Membership[], me: string) => {
  const others = all.filter(one => one.id !== me)
  const own = all.find(one => one.id === me)
  return own?.isAdmin && others.length > 0 && !others.some(one => one.isAdmin)
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
  const needed = projects.find(({ id }) => {
    const all = inProjects.filter(row => row.project === id)
    return isSole(
      all.map(row => ({ id: row.member, isAdmin: mayAs(row, 'project.update') })),
      me.id,
    )
  })
  if (needed) return { name: needed.name, href: to('projectMembers', { slug, projectId: needed.id }) }
  const all = inWorkspace.map(row => ({
    id: row.member_id,
    isAdmin: mayInWorkspaceAs(row, 'workspace.update'),
  }))
  return workspace && isSole(all, me.id) ? { name: workspace.name, href: to('members', { slug }) } : null
}
