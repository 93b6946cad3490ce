/** What an importer brings with a row: when, and by whom, it was made; and people by their addresses. */
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import type { Role } from '#contract/rules.ts'
import type { FaceV1 } from '#contract/v1/face.ts'
import type { Issue } from '#contract/work/issues.ts'
import { viewerOfUser } from '../db/viewer.ts'
import type { Ask } from '../http/mount.ts'
import { changeAuthor } from '../work/issues/author.service.ts'
import { addMembers } from '../workspace/workspaces/member.service.ts'

type Imported = { created_at?: string | null; created_by?: string | null }

const memberBy = async ({ work, projectId: project }: Ask, by: string) => {
  const member = await work
    .trx('project_members')
    .where({ project, member: by, is_active: true })
    .first<{ id: string } | undefined>('id')
  const author = member && (await viewerOfUser(work.trx, by))
  return author ?? failFields({ created_by: [missingPk(by)] })
}

/** The row that the call makes, or changes, is then of that moment and of that member: for admins of the project alone. */
export const judgeImported = async (ask: Ask, { imports, of }: FaceV1): Promise<void> => {
  if (!imports) return
  const { created_at, created_by, ...rest } = ask.body as Imported
  ask.body = rest as never
  const { work, viewer, workspaceId: workspace, projectId: project } = ask
  const isChange = of.method === 'PATCH'
  const present = isChange ? (ask.row as Issue).created_by : viewer.id
  const at = imports.includes('created_at') ? (created_at ?? null) : null
  const by = created_by && created_by !== present ? created_by : null
  if (at === null && by === null) return
  // In another's name, or once an issue is its own, a bounded agent would be beyond its bounds.
  const isBounded = viewer.bounds !== null
  if (isBounded || !can(viewer, 'project.update', {}, { workspace, project })) fail('permission.denied')
  if (at !== null) {
    if (Date.parse(at) > Date.now()) failFields({ created_at: ['This time is in the future.'] })
    work.at = new Date(at).toISOString()
    work.now = work.at
  }
  if (by === null) return
  const author = await memberBy(ask, by)
  if (isChange) ask.row = (await changeAuthor(work, ask.row as Issue, by)) as never
  else work.viewer = author
}

type Named = { email?: string; display_name?: string; role: Role }

/** Puts the member with an address in place of that: who is not in the workspace comes into it, where the caller may add them. */
export const judgeEmail = async (ask: Ask, { byEmail }: FaceV1): Promise<void> => {
  if (!byEmail) return
  const { email, display_name, role } = ask.body as Named
  if (!email || !display_name)
    return fail('value.invalid', {
      error:
        'Expected email, display_name, workspace_slug, project_id, one or more of the fields are missing.',
    })
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return fail('value.invalid', { error: 'Invalid email provided' })
  const { work, viewer, workspaceId: workspace, projectId: project } = ask
  const known = await work
    .trx('user_contacts as c')
    .join('workspace_members as m', 'm.member_id', 'c.id')
    .where({ 'c.email': address, 'm.workspace_id': workspace, 'm.is_active': true })
    .first<{ id: string } | undefined>('c.id')
  if (!known && !can(viewer, 'workspaceMember.add', {}, { workspace })) fail('permission.denied')
  const member_id = known?.id ?? (await addMembers(work, workspace, [{ email: address, role }]))[0]!.member_id
  if (await work.trx('project_members').where({ project, member: member_id, is_active: true }).first('id'))
    fail('projectMember.already')
  ask.body = { members: [{ member_id, role }] } as never
}
