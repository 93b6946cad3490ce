import type { Knex } from 'knex'
import type { z } from 'zod'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { UserLite } from '#contract/people/users.ts'
import { type InvitationAnswer, WorkspaceInvitation } from '#contract/workspace/invitations.ts'
import { Workspace } from '#contract/workspace/workspaces.ts'
import { selected } from '../../db/selected.ts'
import { isUuid } from '../../db/visible.ts'

export type Invitation = RowOf<typeof WorkspaceInvitation>
type Answer = z.infer<typeof InvitationAnswer>
type Face = z.infer<typeof UserLite>

const faces = async (trx: Knex, ids: string[]) => {
  const rows = await trx('users').whereIn('id', ids).select<Face[]>(Object.keys(UserLite.shape))
  return new Map(rows.map(row => [row.id, row]))
}

/** Invitations with their workspace and sender, in the order given. */
export const composeInvitations = async (trx: Knex, rows: Invitation[]): Promise<Answer[]> => {
  const ids = rows.map(row => row.workspace_id)
  const workspaces = await trx('workspaces')
    .whereIn('id', ids)
    .select<RowOf<typeof Workspace>[]>(Workspace.columns)
  const spaceOf = new Map(workspaces.map(row => [row.id, row]))
  const people = await faces(trx, [
    ...workspaces.map(row => row.owner_id),
    ...rows.flatMap(row => row.created_by ?? []),
  ])
  const projects = await trx('projects')
    .whereIn(
      'id',
      rows.flatMap(row => row.project_ids),
    )
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .orderByRaw('ordered_name(name) collate "C"')
    .select<{ id: string; name: string }[]>('id', 'name')
  return rows.map(row => {
    const workspace = must(spaceOf.get(row.workspace_id), 'the workspace')
    return {
      ...row,
      workspace: { ...workspace, owner: must(people.get(workspace.owner_id), 'its owner') },
      projects: projects.flatMap(({ id, name }) => (row.project_ids.includes(id) ? [{ id, name }] : [])),
      created_by_detail: people.get(row.created_by ?? '') ?? null,
    }
  })
}

const live = (trx: Knex) =>
  trx('workspace_invitations as i')
    .join('workspaces as w', 'w.id', 'i.workspace_id')
    .whereNull('i.deleted_at')
    .whereNull('w.deleted_at')

const columns = WorkspaceInvitation.columns.map(name => `i.${name}`)

/** The target of a link, for anybody who has it, signed in or not. */
export const findByLink = async (
  trx: Knex,
  { ws, invitationId }: { ws: string; invitationId: string },
): Promise<Invitation | null> => {
  if (!isUuid(invitationId)) return null
  return (
    (await live(trx)
      .whereRaw('lower(w.slug) = lower(?)', [ws])
      .where('i.id', invitationId)
      .first<Invitation | undefined>(columns)) ?? null
  )
}

/** The invitations that wait for this person's answer; only a verified address counts. */
export const waitingFor = (trx: Knex, userId: string): Promise<Invitation[]> =>
  selected<Invitation>(
    live(trx)
      .join('user_contacts as c', 'c.email', 'i.email')
      .join('accounts as a', 'a.id', 'c.id')
      .where({ 'c.id': userId, 'a.is_email_verified': true })
      .whereNull('i.responded_at')
      .where('i.expires_at', '>', trx.fn.now())
      .orderBy('i.created_at', 'desc')
      .select(columns),
  )

/** Has somebody invited this address, and it has not declined? */
export const isAwaited = async (trx: Knex, email: string): Promise<boolean> =>
  (await live(trx)
    .where('i.email', email)
    .where('i.expires_at', '>', trx.fn.now())
    .where(open => open.whereNull('i.responded_at').orWhere('i.accepted', true))
    .first('i.id')) !== undefined

/** The first of its people, in the order in which they came. */
export const firstMembers = (trx: Knex, workspaceId: string, most: number): Promise<Face[]> =>
  selected<Face>(
    trx('workspace_members as m')
      .join('users as u', 'u.id', 'm.member_id')
      .where({ 'm.workspace_id': workspaceId, 'm.is_active': true, 'u.is_bot': false })
      .orderBy(['m.created_at', 'm.id'])
      .limit(most)
      .select(Object.keys(UserLite.shape).map(name => `u.${name}`)),
  )

export const countMembers = async (trx: Knex, workspaceIds: string[]): Promise<Map<string, number>> => {
  const rows = await trx('workspace_members as m')
    .join('users as u', 'u.id', 'm.member_id')
    .whereIn('m.workspace_id', workspaceIds)
    .where({ 'm.is_active': true, 'u.is_bot': false })
    .groupBy('m.workspace_id')
    .select<{ id: string; count: number }[]>('m.workspace_id as id', trx.raw('count(*)::int as count'))
  return new Map(rows.map(({ id, count }) => [id, count]))
}
