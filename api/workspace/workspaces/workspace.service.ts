import type { RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { User, UserContact } from '#contract/people/users.ts'
import { ADMIN, type Role } from '#contract/permissions.ts'
import { ProjectMember } from '#contract/workspace/projectMembers.ts'
import { Workspace, WorkspaceMember } from '#contract/workspace/workspaces.ts'
import { insert, locked, update } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { leaveProjects, lowerRole } from '../projects/member.service.ts'
import { judgeNames } from './slug.ts'

type MemberRow = RowOf<typeof WorkspaceMember>

export type NewWorkspace = {
  name?: string | undefined
  slug?: string | undefined
  organization_size?: string | null | undefined
  timezone?: string | undefined
  company_role?: string | null | undefined
}

/** Tells the workspace who a person is: others need name and picture from the moment that they join. */
const introduce = async (work: Work, userId: string, workspaceId: string) => {
  for (const face of [User, UserContact]) {
    const row = await work.trx(face.table).where('id', userId).first<Record<string, unknown>>(face.columns)
    await note(work, face, 'create', row!, null, [workspaceId])
  }
}

export const createWorkspace = async (work: Work, input: NewWorkspace): Promise<RowOf<typeof Workspace>> => {
  const { name, slug } = judgeNames(input.name, input.slug)
  const taken = await work
    .trx('workspaces')
    .whereRaw('lower(slug) = ?', [slug.toLowerCase()])
    .first('deleted_at')
  if (taken)
    fail((taken as { deleted_at: string | null }).deleted_at ? 'workspace.slugHeld' : 'workspace.slugTaken')
  const workspace = await insert(work, Workspace, {
    name,
    slug,
    owner_id: work.viewer.id,
    organization_size: input.organization_size ?? null,
    timezone: input.timezone ?? 'UTC',
  })
  await insert(work, WorkspaceMember, {
    workspace_id: workspace.id,
    member_id: work.viewer.id,
    role: 20,
    company_role: input.company_role ?? null,
  })
  await introduce(work, work.viewer.id, workspace.id)
  return workspace
}

// All admins' rows are locked, so that two admins cannot end each other at the same time.
const keepAnAdmin = async (work: Work, member: MemberRow) => {
  if (member.role < ADMIN || !member.is_active) return
  const admins = (await work
    .trx('workspace_members')
    .where({ workspace_id: member.workspace_id, role: ADMIN, is_active: true })
    .orderBy('id')
    .forUpdate()
    .pluck('member_id')) as string[]
  if (admins.every(id => id === member.member_id)) fail('workspaceMember.lastAdmin')
}

/**
 * The one place that changes a membership, whichever call leads to it: nobody changes their own role, gives more than they
 * have, or takes the last admin from a workspace.
 */
const write = async (
  work: Work,
  member: MemberRow,
  patch: { role?: Role; is_active?: boolean },
): Promise<MemberRow> => {
  const { viewer } = work
  const role = patch.role ?? member.role
  if (member.member_id !== viewer.id && role > (viewer.workspaces[member.workspace_id] ?? role))
    fail('permission.denied')
  if (member.is_active) {
    if (member.member_id === viewer.id && role !== member.role) fail('workspaceMember.ownRole')
    if (role < ADMIN || patch.is_active === false) await keepAnAdmin(work, member)
  }
  return update(work, WorkspaceMember, member, patch)
}

/** Adds people who already have an account. Former members come back with the role given. */
export const addMembers = async (
  work: Work,
  workspaceId: string,
  members: { email: string; role: Role }[],
): Promise<MemberRow[]> => {
  const emails = members.map(member => member.email)
  const contacts = (await work.trx('user_contacts').whereIn('email', emails).select('id', 'email')) as {
    id: string
    email: string
  }[]
  const idOf = new Map(contacts.map(contact => [contact.email, contact.id]))
  const unknown = emails.filter(email => !idOf.has(email))
  if (unknown.length > 0) fail('workspaceMember.unknownEmail', { emails: unknown })
  const existing = await locked(work, WorkspaceMember, rows =>
    rows.where('workspace_id', workspaceId).whereIn('member_id', [...idOf.values()]),
  )
  if (existing.some(member => member.is_active)) fail('workspaceMember.already')
  const rows: MemberRow[] = []
  for (const { email, role } of new Map(members.map(member => [member.email, member])).values()) {
    const memberId = idOf.get(email)!
    const former = existing.find(member => member.member_id === memberId)
    rows.push(
      former
        ? await write(work, former, { role, is_active: true })
        : await insert(work, WorkspaceMember, { workspace_id: workspaceId, member_id: memberId, role }),
    )
    await introduce(work, memberId, workspaceId)
  }
  return rows
}

/** Changes a role; project roles above the new one are lowered to it. */
export const changeRole = async (work: Work, member: MemberRow, role: Role): Promise<MemberRow> => {
  if (member.member_id === work.viewer.id) fail('workspaceMember.ownRole')
  const above = await locked(work, ProjectMember, rows =>
    rows
      .where({ member: member.member_id, workspace_id: member.workspace_id, is_active: true })
      .where('role', '>', role),
  )
  for (const row of above) await lowerRole(work, row, role)
  return write(work, member, { role })
}

export const removeMember = async (work: Work, member: MemberRow): Promise<void> => {
  if (member.member_id === work.viewer.id) fail('workspaceMember.self')
  await leaveProjects(work, member.member_id, member.workspace_id)
  await write(work, member, { is_active: false })
}
