/** Moves what names a placeholder to a member, in every column that an archive knows to name people. */
import type { Knex } from 'knex'
import { lockRows } from '../../db/order.ts'
import type { Work } from '../../db/work.ts'
import { idOfNote } from '../../planning/privateNotes/privateNote.service.ts'
import { idOfProperties } from '../../planning/userProperties/userProperties.service.ts'
import { type ArchivedTable, archivedTables } from '../archives/tables.ts'

export type Giving = { workspace: string; from: string; to: string }

export const isPerson = async (trx: Knex, workspaceId: string, userId: string): Promise<boolean> =>
  (await trx('workspace_members as m')
    .join('users as u', 'u.id', 'm.member_id')
    .where({ 'm.workspace_id': workspaceId, 'm.member_id': userId, 'm.is_active': true, 'u.is_bot': false })
    .first('m.id')) !== undefined

/** What somebody has once: what the member has already stays, and the placeholder's goes. */
const once: Record<string, { person: string; by: readonly string[]; isLive?: true }> = {
  project_members: { person: 'member', by: ['project'] },
  project_preferences: { person: 'user', by: ['project'] },
  workspace_preferences: { person: 'user', by: ['workspace_id'] },
  private_notes: { person: 'user', by: ['workspace'] },
  user_properties: { person: 'user', by: ['workspace', 'project', 'cycle', 'module'] },
  issue_subscriptions: { person: 'subscriber', by: ['issue'] },
  issue_reactions: { person: 'actor', by: ['issue', 'reaction'], isLive: true },
  comment_reactions: { person: 'actor', by: ['comment', 'reaction'], isLive: true },
  favorites: { person: 'user', by: ['entity_type', 'entity_identifier'], isLive: true },
  mutes: { person: 'user', by: ['issue', 'page'], isLive: true },
}

const dropDoubles = async (trx: Knex, table: string, { from, to }: Giving) => {
  const rule = once[table]
  if (!rule) return
  const same = rule.by.map(() => 'mine.?? is not distinct from theirs.??').join(' and ')
  await trx.raw(
    `delete from ?? theirs where theirs.?? = ? and exists (select 1 from ?? mine where mine.?? = ? and ${same}
       ${rule.isLive ? 'and mine.deleted_at is null' : ''})`,
    [table, rule.person, from, table, rule.person, to, ...rule.by.flatMap(name => [name, name])],
  )
}

type Move = { set: string; where: string; values: readonly string[] }
const moves = (kind: string, { from, to }: Giving): Move | null => {
  if (kind.startsWith('person') || kind === 'loose') return { set: '?', where: '?? = ?', values: [to, from] }
  if (kind === 'people')
    return {
      // In the place of the first of both.
      set: 'array(select one from unnest(array_replace(??, ?::uuid, ?::uuid)) with ordinality as all_of(one, nth) group by one order by min(nth))',
      where: '?? @> array[?::uuid]',
      values: [],
    }
  if (kind === 'json')
    return { set: 'replace(??::text, ?, ?)::jsonb', where: 'strpos(??::text, ?) > 0', values: [] }
  if (['text', 'html', 'told'].includes(kind))
    return { set: 'replace(??, ?, ?)', where: 'strpos(??, ?) > 0', values: [] }
  return null
}

const moveColumns = async (trx: Knex, { table, columns }: ArchivedTable, giving: Giving) => {
  const { workspace, from, to } = giving
  const [place] = Object.entries(columns).find(([, kind]) => kind === 'workspace') ?? []
  if (!place) return
  await dropDoubles(trx, table, giving)
  for (const [name, kind] of Object.entries(columns)) {
    const move = moves(kind, giving)
    // A text is moved as an edit of it.
    if (!move || (table === 'documents' && kind === 'html')) continue
    const isPlain = move.values.length > 0
    const set = isPlain ? [name, to] : [name, name, from, to]
    const where = [name, from]
    const moved = trx.raw(
      `update ?? set ?? = ${move.set}${'revision' in columns ? ', revision = revision + 1' : ''} where ?? = ? and ${move.where}`,
      [table, ...set, place, workspace, ...where],
    )
    // It is no edit: an import that made the row can still take it out.
    if ('id' in columns && 'revision' in columns)
      await trx.raw(
        `with moved as (? returning id, revision)
         update import_made m set revision = moved.revision from moved
          where m.row_id = moved.id and m.revision = moved.revision - 1`,
        [moved],
      )
    else await moved
  }
}

/** Rows whose ids are made of their person's. */
const renameOwn = async (trx: Knex, { workspace, to }: Giving) => {
  await trx.raw('update private_notes set id = ? where "user" = ? and workspace = ?', [
    idOfNote(to, workspace),
    to,
    workspace,
  ])
  const rows: Record<'id' | 'project' | 'cycle' | 'module', string>[] = await trx('user_properties')
    .where({ user: to, workspace })
    .select('id', 'project', 'cycle', 'module')
  for (const { id, project, cycle, module } of rows) {
    const place = {
      workspace,
      ...(project && { project }),
      ...(cycle && { cycle }),
      ...(module && { module }),
    }
    if (idOfProperties(to, place) !== id)
      await trx.raw('update user_properties set id = ? where id = ?', [idOfProperties(to, place), id])
  }
}

export const giveRows = async (trx: Knex, giving: Giving): Promise<void> => {
  const { from, to } = giving
  for (const table of archivedTables) await moveColumns(trx, table, giving)
  await renameOwn(trx, giving)
  await trx.raw(
    `insert into issue_assignees (issue_id, user_id) select issue_id, ? from issue_assignees where user_id = ? on conflict do nothing`,
    [to, from],
  )
  await trx.raw('delete from issue_assignees where user_id = ?', [from])
}

export type NamingText = { id: string; state: Buffer }
/** Texts that mention the placeholder, under lock. */
export const textsNaming = (work: Work, { workspace, from }: Giving): Promise<NamingText[]> =>
  lockRows<NamingText>(work, 'documents', trx =>
    trx('documents')
      .where('workspace_id', workspace)
      .whereRaw('mentions @> array[?::uuid]', [from])
      .select('id', 'state'),
  )

export const writeText = async (trx: Knex, id: string, columns: Record<string, unknown>): Promise<void> => {
  const names = Object.keys(columns)
  await trx.raw(
    `update documents set ${names.map(() => '?? = ?').join()}, version = version + 1, revision = revision + 1 where id = ?`,
    [...names.flatMap(name => [name, columns[name] as string]), id],
  )
}

/** The face of a placeholder that was given away is nobody's any more. */
export const dropFace = async (trx: Knex, { workspace, from }: Giving): Promise<void> => {
  await trx.raw('delete from workspace_members where workspace_id = ? and member_id = ?', [workspace, from])
  await trx.raw('delete from search_entries where id = ?', [from])
  await trx.raw('update users set deleted_at = now() where id = ?', [from])
}
