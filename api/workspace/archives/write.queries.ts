/** Rows of a workspace that nobody sees yet: written and taken back past the log, since there is nobody to inform. */
import type { Knex } from 'knex'
import { recountTallies } from '../../db/tallies.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'

type Row = Record<string, unknown>

const DERIVED = ['description_stripped', 'mentions', 'embedded_issues', 'mentioned_pages']

/** Writes rows that are not there yet. */
export const writeRows = async (
  trx: Knex,
  { table, columns, later }: ArchivedTable,
  rows: readonly Row[],
): Promise<void> => {
  const extra = table === 'documents' ? DERIVED : table === 'file_assets' ? ['asset'] : []
  const names = [...Object.keys(columns).filter(name => !later.includes(name)), ...extra]
  const list = (prefix: string) => names.map(name => trx.raw('??', [`${prefix}${name}`]).toString()).join()
  const words =
    table === 'documents'
      ? [
          ', words',
          `, case when r.kind = 'page' then array_to_tsvector(array(select jsonb_array_elements_text(one -> 'words_of'))) end`,
        ]
      : ['', '']
  await trx.raw(
    `insert into ?? (${list('')}${words[0]}) select ${list('r.')}${words[1]}
       from jsonb_array_elements(?::jsonb) one, jsonb_populate_record(null::??, one) r${table === 'file_assets' ? ' on conflict (id) do nothing' : ''}`,
    [table, JSON.stringify(rows), table],
  )
  // A trigger takes a row that is written for a new issue, whose story begins now.
  if (table === 'issues')
    await trx.raw(
      `update issues set first_state_id = r.first_state_id, started_at = r.started_at
         from jsonb_populate_recordset(null::issues, ?::jsonb) r where issues.id = r.id
          and (issues.first_state_id, issues.started_at) is distinct from (r.first_state_id, r.started_at)`,
      [JSON.stringify(rows)],
    )
}

/** Names rows of the same table, now that all of them are there. */
export const writeLater = async (
  trx: Knex,
  table: string,
  column: string,
  pairs: readonly (readonly [string, string])[],
) => {
  await trx.raw(
    `update ?? t set ?? = p.value from jsonb_to_recordset(?::jsonb) as p(id uuid, value uuid)
      where t.id = p.id and exists (select 1 from ?? named where named.id = p.value)`,
    [table, column, JSON.stringify(pairs.map(([id, value]) => ({ id, value }))), table],
  )
}

const LINKS = [
  ['issue_labels', 'label_id', 'label_ids', 'labels'],
  ['issue_assignees', 'user_id', 'assignee_ids', 'users'],
  ['issue_modules', 'module_id', 'module_ids', 'modules'],
] as const

/** What is made of the rows: links by which issues are found, and their counts. */
export const deriveRows = async (trx: Knex, workspace: string): Promise<void> => {
  for (const [table, column, list, named] of LINKS)
    await trx.raw(
      `insert into ?? (issue_id, ??) select distinct i.id, n.id from issues i cross join unnest(i.??) as one join ?? n on n.id = one
        where i.workspace_id = ? on conflict do nothing`,
      [table, column, list, named, workspace],
    )
  await recountTallies(trx, 'workspace_id', workspace)
}

/** Who brings a workspace looks after all of it. */
export const leadAll = async (trx: Knex, workspace: string, user: string, now: string): Promise<void> => {
  await trx.raw(
    `insert into project_members (id, created_at, updated_at, created_by, updated_by, role, member, project, workspace_id, is_active)
       select gen_random_uuid(), :now, :now, :user, :user, 20, :user, id, workspace, true from projects where workspace = :workspace
     on conflict (project, member) do update set role = 20, is_active = true`,
    { workspace, user, now },
  )
}

/** The search begins anew with a workspace that was filled while it was still empty. */
export const forgetSearch = async (trx: Knex, workspace: string): Promise<void> => {
  for (const table of ['search_fills', 'search_entries', 'search_words'])
    await trx.raw('delete from ?? where workspace = ?', [table, workspace])
}

export const filesOf = (trx: Knex, workspace: string): Promise<string[]> =>
  trx('file_assets').where({ workspace }).pluck('asset')

export const placeholdersOf = (trx: Knex, workspace: string): Promise<string[]> =>
  trx('placeholders').where({ workspace }).pluck('id')

/** Accounts with these addresses, proven to be theirs, of people whom the viewer knows already. */
export const accountsOf = async (trx: Knex, viewer: ServerViewer, emails: readonly string[]) => {
  const { rows } = await trx.raw<{ rows: { id: string; email: string }[] }>(
    `select c.id, c.email from user_contacts c join accounts a on a.id = c.id and a.is_active and a.is_email_verified
      where c.email = any(:emails) and (c.id = :me or :all or exists (
        select 1 from workspace_members m where m.member_id = c.id and m.is_active and m.workspace_id = any(:mine)))`,
    {
      emails: [...emails],
      me: viewer.id,
      all: viewer.isInstanceAdmin,
      mine: Object.keys(viewer.workspaces),
    },
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Takes back all that was written of a workspace, but for its own row: that informs its owner's job where it belonged. */
export const takeBack = async (trx: Knex, workspace: string): Promise<void> => {
  for (const { table, columns } of [...archivedTables].reverse()) {
    const [column] = Object.entries(columns).find(([, kind]) => kind === 'workspace') ?? []
    // Others go with the rows that they belong to.
    if (column) await trx.raw('delete from ?? where ?? = ?', [table, column, workspace])
  }
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    'delete from placeholders where workspace = ? returning id',
    [workspace],
  )
  const faces = rows.map(({ id }) => id)
  await trx.raw('delete from workspace_members where workspace_id = ?', [workspace])
  await trx.raw('delete from accounts where id = any(?)', [faces])
  await trx.raw('delete from users where id = any(?)', [faces])
  await forgetSearch(trx, workspace)
  // Its address is free for the next try.
  await trx.raw(`update workspaces set slug = 'taken-back-' || id where id = ? and deleted_at is not null`, [
    workspace,
  ])
}

export const slugOf = async (trx: Knex, id: string): Promise<string> =>
  ((await trx('workspaces').where({ id }).first('slug')) as { slug: string }).slug

/** A file whose bytes are not of the type that it says leaves as a download. */
export const typeUnknown = async (trx: Knex, id: string): Promise<void> => {
  await trx.raw(
    `update file_assets set attributes = jsonb_set(attributes, '{type}', '"application/octet-stream"') where id = ?`,
    [id],
  )
}

/** Forgets an archive that was sent. */
export const dropUpload = async (trx: Knex, id: string): Promise<void> => {
  await trx.raw(`delete from file_assets where id = ? and entity_type = 'WORKSPACE_ARCHIVE'`, [id])
}
