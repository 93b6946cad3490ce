/** The actions on a project's people. */
import { messageOf } from '#contract/messageOf.ts'
import { ADMIN, GUEST, MEMBER, type Role } from '#contract/rules.ts'
import { projectMemberRoutes } from '#contract/workspace/projectMembers.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { isDone } from '../../data/mutate.ts'
import { remember } from '../../data/undo.ts'
import { here } from '../../data/viewer.ts'
import { kept } from '../../settings/settingsProject.ts'
import { toast } from '../../ui/popups/Toast.tsx'

export type Member = RowTypes['project_member']

const words: Record<Role, { name: string; detail: string }> = {
  [ADMIN]: { name: 'Admin', detail: 'People, settings and every issue' },
  [MEMBER]: { name: 'Member', detail: 'Creates and edits issues and pages' },
  [GUEST]: { name: 'Guest', detail: 'Can report, comment and read' },
}
const roles: Role[] = [ADMIN, MEMBER, GUEST]
const known = new Map<number, Role>(roles.map(role => [role, role]))
export const roleName = (role: number) => words[known.get(role) ?? GUEST].name

const fixed: Partial<Record<Role, string>> = {
  [ADMIN]: 'An admin of the workspace is an admin of its projects',
  [GUEST]: 'A guest of the workspace stays a guest in its projects',
}

/** Why somebody of this role in the workspace can be nothing else here; null where they can. */
export const fixedBy = (inWorkspace: number): string | null => fixed[known.get(inWorkspace) ?? MEMBER] ?? null

export const roleOptions = roles.map(role => ({
  id: String(role),
  name: words[role].name,
  detail: words[role].detail,
}))

/** The first role of a person in a project, by their role in the workspace. */
export const firstRole = (inWorkspace: number, wanted: number): number =>
  fixedBy(inWorkspace) ? inWorkspace : wanted

const paramsOf = ({ project, id }: Member) => ({ ws: here().slug, p: project, memberId: id })

export const changeRole = (member: Member, role: number) =>
  kept(
    isDone({
      entity: 'project_member',
      route: projectMemberRoutes.updateMember,
      params: paramsOf(member),
      body: { role },
      id: member.id,
      patch: { role },
      failure: 'The role was not changed.',
    }),
  )

export const addMembers = (project: string, members: { member_id: string; role: number }[]) =>
  call(projectMemberRoutes.addMembers, { params: { ws: here().slug, p: project }, body: { members } })

/** At once, with an undo: a person who comes back has the role that they had. */
export const removeMember = (member: Member, name: string) => {
  const remove = () =>
    isDone({
      entity: 'project_member',
      route: projectMemberRoutes.removeMember,
      params: paramsOf(member),
      id: member.id,
      patch: { is_active: false },
      failure: `${name} was not removed.`,
    })
  const back = () =>
    addMembers(member.project, [{ member_id: member.member, role: member.role }]).then(
      () => true,
      failure => {
        toast.failure(`${name} was not added. ${messageOf(failure)}`)
        return false
      },
    )
  const sent = remove()
  remember({ message: `${name} was removed`, sent, back, again: remove }, { tell: 'done' })
  return kept(sent)
}
