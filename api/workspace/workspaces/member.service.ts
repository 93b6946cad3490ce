import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { ApiToken } from '#contract/people/apiTokens.ts'
import { User, UserContact } from '#contract/people/users.ts'
import { View } from '#contract/planning/views.ts'
import { ADMIN, type Role } from '#contract/rules.ts'
import { ProjectMember } from '#contract/workspace/projectMembers.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { Workspace } from '#contract/workspace/workspaces.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, removeAll, update, updateAll } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { leaveProjects, lowerRole, returnToProjects } from '../projects/member.service.ts'
import { lockWorkspace } from './lock.ts'
import { composeMembers } from './workspace.queries.ts'

type MemberRow = RowOf<typeof WorkspaceMember>

/** Informs the workspace who a person is: others need name and picture from the moment that they join. */
export const introduce = async (work: Work, userId: string, workspaceId: string) => {
  for (const face of [User, UserContact]) {
    const row = await work.trx(face.table).where('id', userId).first<Record<string, unknown>>(face.columns)
    await note(work, face, 'create', row!, null, [workspaceId])
  }
}

/** The admins of a workspace who can be written to. */
export const adminsOf = (trx: Knex, workspaceId: string): Promise<{ id: string; email: string }[]> =>
  trx('workspace_members')
    .join('accounts', 'accounts.id', 'workspace_members.member_id')
    .join('user_contacts', 'user_contacts.id', 'accounts.id')
    .where({
      workspace_id: workspaceId,
      role: ADMIN,
      'workspace_members.is_active': true,
      'accounts.is_active': true,
    })
    .select('accounts.id', 'user_contacts.email')

/** How those are refused whose account cannot end, since others need them. */
export type NeededIn = {
  project: 'account.soleProjectAdmin' | 'instance.soleProjectAdmin'
  workspace: 'account.soleWorkspaceAdmin' | 'instance.soleWorkspaceAdmin'
}

type LastAdmin = 'workspaceMember.lastAdmin' | 'workspaceMember.leaveLastAdmin'

const othersIn = ({ trx }: Work, { workspace_id, member_id }: MemberRow): Promise<number[]> =>
  trx('workspace_members')
    .where({ workspace_id, is_active: true })
    .whereNot('member_id', member_id)
    .pluck('role')

// Under the workspace's lock, so that two admins cannot end each other at the same time. A deleted one holds nobody.
const rolesOfOthers = async (work: Work, member: MemberRow): Promise<number[] | null> => {
  const workspace = await lockedOne(work, Workspace, { id: member.workspace_id })
  return workspace ? othersIn(work, member) : null
}

const keepAnAdmin =
  (refusal: LastAdmin) =>
  async (work: Work, member: MemberRow): Promise<void> => {
    if (member.role < ADMIN || !member.is_active) return
    const roles = await rolesOfOthers(work, member)
    if (roles && !roles.includes(ADMIN)) fail(refusal)
  }

/** The last member of a workspace takes it along when their account ends. */
const leaveNobodyWithout =
  (refusal: NeededIn['workspace']) =>
  async (work: Work, member: MemberRow): Promise<void> => {
    if (member.role < ADMIN) return
    const roles = await rolesOfOthers(work, member)
    if (roles && roles.length > 0 && !roles.includes(ADMIN)) fail(refusal)
  }

/** A person's views of the workspace are looked after by its admins while the person is away. */
const markOwned = async (work: Work, { member_id, workspace_id }: MemberRow, gone: boolean) => {
  const views = await locked(work, View, {
    owned_by: member_id,
    workspace: workspace_id,
    project: null,
    owner_gone: !gone,
  })
  await updateAll(
    work,
    View,
    views.map(before => ({ before, patch: { owner_gone: gone } })),
  )
}

/**
 * The one place that changes a membership, whichever call leads to it: nobody changes their own role, gives more than they
 * have, or takes the last admin from a workspace.
 */
const write = async (
  work: Work,
  member: MemberRow,
  patch: { role?: Role; is_active?: boolean; ended_with_account?: boolean },
  keep = keepAnAdmin('workspaceMember.lastAdmin'),
): Promise<MemberRow> => {
  const { viewer } = work
  const role = patch.role ?? member.role
  const given = patch.role ?? 0
  if (member.member_id !== viewer.id && given > (viewer.workspaces[member.workspace_id] ?? given))
    fail('permission.denied')
  if (member.is_active) {
    if (member.member_id === viewer.id && role !== member.role) fail('workspaceMember.ownRole')
    if (role < ADMIN || patch.is_active === false) await keep(work, member)
  }
  const { is_active } = patch
  if (is_active === undefined || is_active === member.is_active)
    return update(work, WorkspaceMember, member, patch)
  await markOwned(work, member, !is_active)
  return update(work, WorkspaceMember, member, { ended_with_account: false, ...patch })
}

/** Makes or revives the membership of a person who is no active member. */
const enrol = async (
  work: Work,
  workspaceId: string,
  userId: string,
  role: Role,
  former: MemberRow | undefined,
): Promise<MemberRow> => {
  const row = former
    ? await write(work, former, { role, is_active: true })
    : await insert(work, WorkspaceMember, { workspace_id: workspaceId, member_id: userId, role })
  await introduce(work, userId, workspaceId)
  return row
}

/** Lets the caller in; a present member keeps their role. */
export const enter = async (work: Work, workspaceId: string, role: Role): Promise<void> => {
  // Two invitations taken at once would make two memberships.
  await lockWorkspace(work, workspaceId)
  const [former] = await locked(work, WorkspaceMember, {
    workspace_id: workspaceId,
    member_id: work.viewer.id,
  })
  if (!former?.is_active) await enrol(work, workspaceId, work.viewer.id, role, former)
}

/** Members of the workspace among these addresses. */
export const membersWith = async (trx: Knex, workspaceId: string, emails: string[]) =>
  composeMembers(
    trx,
    await trx('workspace_members')
      .where({ workspace_id: workspaceId, is_active: true })
      .whereIn('member_id', trx('user_contacts').whereIn('email', emails).select('id'))
      .select<MemberRow[]>(WorkspaceMember.columns),
    true,
  )

/**
 * Adds people whom the caller knows from a workspace that they share; former members come back with the role given. All others
 * are invited, so that nobody learns here which addresses have an account.
 */
export const addMembers = async (
  work: Work,
  workspaceId: string,
  members: { email: string; role: Role }[],
): Promise<MemberRow[]> => {
  const emails = members.map(member => member.email)
  const contacts = work.trx('user_contacts as c').whereIn('c.email', emails).select('c.id', 'c.email')
  if (!work.viewer.isInstanceAdmin)
    contacts.whereIn(
      'c.id',
      work
        .trx('workspace_members')
        .whereIn('workspace_id', Object.keys(work.viewer.workspaces))
        .select('member_id'),
    )
  const known = new Map(
    ((await contacts) as { id: string; email: string }[]).map(contact => [contact.email, contact.id]),
  )
  const unknown = emails.filter(email => !known.has(email))
  if (unknown.length > 0) fail('workspaceMember.inviteInstead', { emails: unknown })
  const existing = await locked(work, WorkspaceMember, rows =>
    rows.where('workspace_id', workspaceId).whereIn('member_id', [...known.values()]),
  )
  if (existing.some(member => member.is_active)) fail('workspaceMember.already')
  const rows: MemberRow[] = []
  for (const { email, role } of new Map(members.map(member => [member.email, member])).values()) {
    const memberId = known.get(email)!
    const former = existing.find(member => member.member_id === memberId)
    rows.push(await enrol(work, workspaceId, memberId, role, former))
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

// With a membership its tokens end for good: they do not come back with the person.
const endTokens = async (work: Work, { member_id, workspace_id }: MemberRow) =>
  removeAll(work, ApiToken, await locked(work, ApiToken, { user: member_id, workspace: workspace_id }))

export const removeMember = async (work: Work, member: MemberRow): Promise<void> => {
  if (member.member_id === work.viewer.id) fail('workspaceMember.self')
  await leaveProjects(work, member.member_id, member.workspace_id)
  await endTokens(work, member)
  await write(work, member, { is_active: false })
}

export const leaveWorkspace = async (work: Work, workspaceId: string): Promise<void> => {
  const [own] = await locked(work, WorkspaceMember, {
    workspace_id: workspaceId,
    member_id: work.viewer.id,
    is_active: true,
  })
  if (!own) return fail('row.notFound')
  // Told before the refusals of projects. Without a lock: of two who leave at once the guard below keeps one.
  if (own.role === ADMIN && !(await othersIn(work, own)).includes(ADMIN))
    fail('workspaceMember.leaveLastAdmin')
  await leaveProjects(work, own.member_id, workspaceId, 'workspaceMember.leaveSoleProjectAdmin')
  await endTokens(work, own)
  await write(work, own, { is_active: false }, keepAnAdmin('workspaceMember.leaveLastAdmin'))
}

/** Ends all memberships of a person whose account ends; refused where others would be left without an admin. */
export const leaveAll = async (work: Work, userId: string, needed: NeededIn): Promise<void> => {
  const rows = await locked(work, WorkspaceMember, { member_id: userId, is_active: true })
  for (const row of rows) {
    await leaveProjects(work, row.member_id, row.workspace_id, needed.project, true)
    await endTokens(work, row)
    const ended = { is_active: false, ended_with_account: true }
    await write(work, row, ended, leaveNobodyWithout(needed.workspace))
  }
}

/**
 * Brings back the memberships that ended with a person's account, as they were: a workspace that nobody else is in has its
 * member again.
 */
export const returnToAll = async (work: Work, userId: string): Promise<void> => {
  const rows = await locked(work, WorkspaceMember, rows =>
    rows
      .where({ member_id: userId, is_active: false, ended_with_account: true })
      .whereIn('workspace_id', work.trx('workspaces').whereNull('deleted_at').select('id')),
  )
  for (const row of rows) {
    await write(work, row, { is_active: true })
    await introduce(work, userId, row.workspace_id)
    await returnToProjects(work, userId, row.workspace_id)
  }
}
