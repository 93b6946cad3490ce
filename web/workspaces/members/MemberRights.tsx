import { type Action, can } from '#contract/permissions.ts'
import type { Role, Viewer } from '#contract/rules.ts'
import { Icon } from '../../ui/icons.tsx'
import { roleName } from '../roles.ts'

export type Membership = { id: string; name: string; role: number; sees_all: boolean }

const inWorkspace: [Action, string][] = [
  ['workspace.update', 'Change the workspace and its settings'],
  ['invitation.create', 'Invite people and change their roles'],
  ['apiToken.create', 'Create API tokens'],
  ['project.create', 'Create projects'],
  ['project.join', 'Join public projects'],
  ['draft.create', 'Keep drafts and favourites'],
]
const inProject: [Action, string][] = [
  ['project.update', 'sets it up'],
  ['issue.create', 'creates and edits'],
  ['issue.comment', 'comments'],
]

/** A person's rights, as the table judges them: on each line the role that gives it. */
export const MemberRights = ({
  workspaceId,
  person,
  role,
  projects,
}: {
  workspaceId: string
  person: { id: string; name: string }
  role: number
  projects: readonly Membership[]
}) => {
  const viewer: Viewer = {
    id: person.id,
    isInstanceAdmin: false,
    workspaces: { [workspaceId]: role as Role },
    projects: Object.fromEntries(
      projects.map(one => [
        one.id,
        {
          role: one.role as Role,
          sees_all: one.sees_all,
          workspace: workspaceId,
          archived: false,
        },
      ]),
    ),
  }
  const may = (action: Action, project?: string) =>
    can(viewer, action, {}, { workspace: workspaceId, project })
  return (
    <div className="max-h-[60vh] w-84 max-w-full overflow-y-auto p-3">
      <h4 className="font-medium">
        {person.name} is {roleName(role) === 'Admin' ? 'an' : 'a'} {roleName(role).toLowerCase()}
      </h4>
      <ul className="mt-1.5">
        {inWorkspace.map(([action, words]) => (
          <li
            key={action}
            className={`flex min-h-6 items-center gap-2 text-12 ${may(action) ? '' : 'text-ink-3'}`}
          >
            <Icon name={may(action) ? 'check' : 'minus'} size={14} className={may(action) ? 'text-ok' : ''} />
            <span className="sr-only">{may(action) ? 'May: ' : 'May not: '}</span>
            {words}
          </li>
        ))}
      </ul>
      <h4 className="mt-3 font-medium">
        {projects.length === 0
          ? 'In no project'
          : projects.length === 1
            ? 'In 1 project'
            : `In ${projects.length} projects`}
      </h4>
      <ul className="mt-1">
        {projects.map(one => (
          <li key={one.id} className="flex min-h-7 items-center gap-2 text-12">
            <span className="cut flex-1 text-13">{one.name}</span>
            <span className="flex-none text-ink-3">
              {roleName(one.role)}, {inProject.find(([action]) => may(action, one.id))?.[1]}
              {one.sees_all ? '' : ', sees own issues only'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
