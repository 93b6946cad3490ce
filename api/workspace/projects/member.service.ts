import type { RowOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { ADMIN, GUEST, type Role } from '#contract/rules.ts'
import { ProjectMember, ProjectPreference } from '#contract/workspace/projectMembers.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { queueMails } from '../../mail/outbox.ts'
import { leaveBehind, takeBack } from './away.service.ts'
import { lockProject } from './lock.ts'

type MemberRow = RowOf<typeof ProjectMember>
/** The refusal is worded differently for the caller and for others. */
type SoleAdmin =
  | 'workspaceMember.soleProjectAdmin'
  | 'workspaceMember.leaveSoleProjectAdmin'
  | 'account.soleProjectAdmin'
  | 'instance.soleProjectAdmin'

// Under the project's lock, so that two admins cannot leave at the same time. What is archived or deleted, itself or with its
// workspace, holds nobody.
const needsAdmin = async (work: Work, { project, workspace_id }: MemberRow): Promise<boolean> => {
  const found = await lockedOne(work, Project, { id: project, archived_at: null })
  return found !== undefined && (await isThere(work, workspace_id))
}

const isThere = async ({ trx }: Work, workspaceId: string): Promise<boolean> =>
  (await trx('workspaces').where({ id: workspaceId, deleted_at: null }).first('id')) !== undefined

const keepAnAdmin = async (work: Work, member: MemberRow) => {
  if (member.role < ADMIN || !(await needsAdmin(work, member))) return
  const admins = await work
    .trx('project_members')
    .where({ project: member.project, role: ADMIN, is_active: true })
    .pluck('member')
  if (admins.every(id => id === member.member)) fail('projectMember.lastAdmin')
}

// A caller who makes or joins a project has no role in it yet: the call judges their own.
const mayGive = ({ viewer }: Work, member: MemberRow, role: number) => {
  const own = viewer.projects[member.project]
  const isMore = !member.is_active || role > member.role
  if (own && isMore && member.member !== viewer.id && role > own.role) fail('permission.denied')
}

/**
 * The one place that changes a membership, whichever call leads to it: nobody changes their own role, gives more than they
 * have, or takes the last admin from a project.
 */
const write = async (
  work: Work,
  member: MemberRow,
  patch: { role?: Role; is_active?: boolean; ended_with_account?: boolean },
  keep: (work: Work, member: MemberRow) => Promise<void> = keepAnAdmin,
): Promise<MemberRow> => {
  const role = patch.role ?? member.role
  // Without a role of the caller's choice there is nothing that they give.
  if (patch.role !== undefined) mayGive(work, member, role)
  if (member.is_active) {
    if (member.member === work.viewer.id && role !== member.role) fail('projectMember.ownRole')
    if (role < ADMIN || patch.is_active === false) await keep(work, member)
  }
  const turns = patch.is_active !== undefined && patch.is_active !== member.is_active
  return update(work, ProjectMember, member, { ...(turns && { ended_with_account: false }), ...patch })
}

/** What somebody who comes in needs beside the membership: their own place for the project in the sidebar. */
const settleIn = async (work: Work, userId: string, project: { id: string; workspace: string }) => {
  const kept = await work.trx('project_preferences').where({ user: userId, project: project.id }).first('id')
  if (kept) return
  const [least] = await work
    .trx('project_preferences')
    .where({ user: userId, workspace_id: project.workspace })
    .min<{ min: number | null }[]>('sort_order as min')
  await insert(work, ProjectPreference, {
    user: userId,
    project: project.id,
    workspace_id: project.workspace,
    sort_order: least?.min == null ? 65535 : least.min - 10_000,
  })
}

/** Makes or revives the membership of one person. */
export const enrol = async (
  work: Work,
  project: { id: string; workspace: string },
  userId: string,
  role: Role,
): Promise<MemberRow> => {
  const former = await lockedOne(work, ProjectMember, { project: project.id, member: userId }, 'any')
  const row = former
    ? await write(work, former, { role, is_active: true })
    : await insert(work, ProjectMember, {
        project: project.id,
        workspace_id: project.workspace,
        member: userId,
        role,
      })
  await settleIn(work, userId, project)
  if (former && !former.is_active) await takeBack(work, userId, project.id)
  return row
}

// Admins of the workspace are admins of the projects that they join, its guests are guests there.
const judgeRole = (inWorkspace: Role, role: Role) => {
  if (inWorkspace === ADMIN && role < ADMIN) fail('projectMember.lowerThanWorkspace')
  if (inWorkspace === GUEST && role > GUEST) fail('projectMember.higherThanWorkspace')
}

/** Adds people of the workspace to a project: all, or none with the reason. */
export const addMembers = async (
  work: Work,
  project: { id: string; workspace: string },
  members: { member_id: string; role: Role }[],
): Promise<MemberRow[]> => {
  if (members.length === 0) fail('projectMember.noneGiven')
  const roles = await work
    .trx('workspace_members')
    .where({ workspace_id: project.workspace, is_active: true })
    .whereIn(
      'member_id',
      members.map(member => member.member_id),
    )
    .select<{ member_id: string; role: Role }[]>('member_id', 'role')
  const roleOf = new Map(roles.map(row => [row.member_id, row.role]))
  for (const member of members) {
    const ceiling = roleOf.get(member.member_id) ?? fail('row.notFound')
    judgeRole(ceiling, member.role)
  }
  const before = (await work
    .trx('project_members')
    .where({ project: project.id, is_active: true })
    .pluck('member')) as string[]
  const rows: MemberRow[] = []
  for (const member of members) rows.push(await enrol(work, project, member.member_id, member.role))
  const known = new Set([...before, work.viewer.id])
  await mailAdded(
    work,
    project.id,
    rows.flatMap(row => (known.has(row.member) ? [] : [row.member])),
  )
  return rows
}

const mailAdded = async (work: Work, project: string, people: string[]) => {
  // An import mails nobody, however many projects it makes.
  if (work.import) return
  if (people.length === 0) return
  const { trx, viewer } = work
  const { name, slug } = await trx('projects as p')
    .join('workspaces as w', 'w.id', 'p.workspace')
    .where('p.id', project)
    .first<{ name: string; slug: string }>('p.name', 'w.slug')
  const addresses = (await trx('user_contacts').whereIn('id', people).pluck('email')) as string[]
  const facts = { kind: 'project_added', project, name, slug, adder: viewer.displayName } as const
  await queueMails(
    work,
    addresses.map(to => ({ ...facts, to })),
  )
}

export const changeRole = async (work: Work, member: MemberRow, role: Role): Promise<MemberRow> => {
  if (member.member === work.viewer.id) fail('projectMember.ownRole')
  const ceiling = await work
    .trx('workspace_members')
    .where({ workspace_id: member.workspace_id, member_id: member.member })
    .first<{ role: Role }>('role')
  judgeRole(ceiling.role, role)
  return write(work, member, { role })
}

/** Lowers a role to the highest that its owner's role in the workspace allows. */
export const lowerRole = (work: Work, member: MemberRow, role: Role): Promise<MemberRow> =>
  write(work, member, { role }, keepAdminOf('workspaceMember.soleProjectAdmin'))

const end = async (work: Work, member: MemberRow, keep = keepAnAdmin, ended_with_account = false) => {
  await write(work, member, { is_active: false, ended_with_account }, keep)
  await leaveBehind(work, member.member, member.project)
}

export const removeMember = async (work: Work, member: MemberRow): Promise<void> => {
  if (member.member === work.viewer.id) fail('projectMember.self')
  await end(work, member)
}

/** Ends the caller's own membership. */
export const leaveProject = async (work: Work, projectId: string): Promise<void> => {
  // Of two admins who leave at once the second finds that the first is gone.
  await lockProject(work, projectId)
  const [own] = await locked(work, ProjectMember, {
    project: projectId,
    member: work.viewer.id,
    is_active: true,
  })
  // Of two calls at once the second finds it ended.
  await end(work, own ?? fail('project.notFound'))
}

/** Refuses to take the role of a project's only admin while others are in it. */
const keepAdminOf =
  (refusal: SoleAdmin) =>
  async (work: Work, member: MemberRow): Promise<void> => {
    if (member.role < ADMIN || !(await needsAdmin(work, member))) return
    const others = (await work
      .trx('project_members')
      .where({ project: member.project, is_active: true })
      .whereNot('member', member.member)
      .pluck('role')) as number[]
    if (others.length > 0 && !others.includes(ADMIN)) fail(refusal)
  }

/** Ends all of a person's project memberships in a workspace; refused where others would be left without an admin. */
export const leaveProjects = async (
  work: Work,
  userId: string,
  workspaceId: string,
  refusal: SoleAdmin = 'workspaceMember.soleProjectAdmin',
  withAccount = false,
): Promise<void> => {
  const rows = await locked(work, ProjectMember, {
    member: userId,
    workspace_id: workspaceId,
    is_active: true,
  })
  for (const row of rows) await end(work, row, keepAdminOf(refusal), withAccount)
}

/** Brings back those memberships in a workspace that ended with an account, as they were. */
export const returnToProjects = async (work: Work, userId: string, workspaceId: string): Promise<void> => {
  const rows = await locked(work, ProjectMember, rows =>
    rows
      .where({ member: userId, workspace_id: workspaceId, is_active: false, ended_with_account: true })
      .whereIn('project', work.trx('projects').whereNull('deleted_at').select('id')),
  )
  for (const row of rows) {
    await write(work, row, { is_active: true })
    await settleIn(work, userId, { id: row.project, workspace: workspaceId })
    await takeBack(work, userId, row.project)
  }
}

/** Lets the caller into those of the projects that are still there, in the role that they have in the workspace. */
export const joinProjects = async (
  work: Work,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  const userId = work.viewer.id
  const own = await work
    .trx('workspace_members')
    .where({ workspace_id: workspaceId, member_id: userId, is_active: true })
    .first<{ role: Role }>('role')
  const projects = await work
    .trx('projects as p')
    .where('p.workspace', workspaceId)
    .whereIn('p.id', [...ids])
    .whereNull('p.deleted_at')
    .whereNull('p.archived_at')
    .whereNotExists(
      work
        .trx('project_members as m')
        .whereRaw('m.project = p.id')
        .where({ 'm.member': userId, 'm.is_active': true }),
    )
    .orderBy('p.id')
    .select<{ id: string; workspace: string }[]>('p.id', 'p.workspace')
  for (const project of projects) await enrol(work, project, userId, own.role)
}
