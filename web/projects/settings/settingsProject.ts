/** The project whose settings are open, and who may change them. */
import { useParams } from 'react-router'
import { type Action, can } from '#contract/permissions.ts'
import type { Role } from '#contract/rules.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { saving } from '../../settings/saving.ts'

export type Project = RowTypes['project']

/** Names, as one says them: "Mei, Jonah and 3 more". */
const listed = (names: readonly string[]) => {
  const [first, second, ...rest] = names
  if (!first) return 'an admin of the project'
  if (!second) return first
  return rest.length > 0 ? `${first}, ${second} and ${rest.length} more` : `${first} and ${second}`
}

type Member = RowTypes['project_member']

/** What somebody else of the project may do in it. */
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

/** Who can change what somebody may not, by name. */
export const useAdmins = (projectId: string): string => {
  const people = new Map(useRows('user').map(user => [user.id, user.display_name]))
  const admins = useRows('project_member').filter(
    row => row.project === projectId && row.is_active && mayAs(row, 'project.update'),
  )
  return listed(admins.flatMap(row => people.get(row.member) ?? []))
}

export const useSettingsProject = (action: Action = 'project.update') => {
  const { slug = '', projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const mayDo = useMay()
  return {
    project,
    params: { ws: slug, p: projectId },
    mayEdit: project !== null && mayDo(action, project, { workspace: project.workspace, project: projectId }),
  }
}

class NotDone extends Error {}

/** Lets the header tell of a change that shows at once; answers whether it was kept. */
export const kept = (done: Promise<boolean>): Promise<boolean> =>
  saving(
    done.then(isDone => {
      if (!isDone) throw new NotDone()
      return true
    }),
  ).catch(failure => {
    if (failure instanceof NotDone) return false
    throw failure
  })

export const issuesText = (count: number) => (count === 1 ? '1 issue' : `${count.toLocaleString()} issues`)
