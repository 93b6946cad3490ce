/** The people who can help where one's own role does not suffice: the admins of a project, or of its workspace. */
import { type Action, can } from '#contract/permissions.ts'
import type { Role } from '#contract/rules.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRows } from '../data/rows.ts'

/** Names, as one says them at the beginning of a sentence: "Mei, Jonah and 3 more". */
const listed = (names: readonly string[], nobody: string) => {
  const [first, second, ...rest] = names
  if (!first) return nobody
  if (!second) return first
  return rest.length > 0 ? `${first}, ${second} and ${rest.length} more` : `${first} and ${second}`
}

const useNames = (ids: readonly string[], nobody: string) => {
  const people = new Map(useRows('user').map(user => [user.id, user.display_name]))
  return listed(
    ids.flatMap(id => people.get(id) ?? []),
    nobody,
  )
}

type Member = RowTypes['project_member']

/** The rights of another person of the project in it. */
export const mayAs = ({ member, project, workspace_id: workspace, role }: Member, action: Action): boolean =>
  can(
    {
      id: member,
      workspaces: {},
      projects: { [project]: { role: role as Role, sees_all: false, workspace, archived: false } },
      isInstanceAdmin: false,
    },
    action,
    {},
    { workspace, project },
  )

/** The same in the workspace. */
export const mayInWorkspaceAs = (row: RowTypes['workspace_member'], action: Action): boolean => {
  const { member_id: id, workspace_id: workspace, role } = row
  const viewer = { id, workspaces: { [workspace]: role as Role }, projects: {}, isInstanceAdmin: false }
  return can(viewer, action, {}, { workspace })
}

export const useAdmins = (projectId: string): string => {
  const rows = useRows('project_member')
  const admins = rows.filter(
    row => row.project === projectId && row.is_active && mayAs(row, 'project.update'),
  )
  return useNames(
    admins.map(row => row.member),
    'An admin of the project',
  )
}

export const useWorkspaceAdmins = (workspaceId: string): string => {
  const rows = useRows('workspace_member')
  const admins = rows.filter(
    row => row.workspace_id === workspaceId && row.is_active && mayInWorkspaceAs(row, 'workspace.update'),
  )
  return useNames(
    admins.map(row => row.member_id),
    'An admin of the workspace',
  )
}
