/** The rows of a workspace that the maker of an archive sees, from one moment. */
import type { Knex } from 'knex'
import { UserContact } from '#contract/people/users.ts'
import { Page } from '#contract/text/pages.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { ArchivedTable } from './tables.ts'

export type Maker = { viewer: ServerViewer; workspace: string }

export const projectsOf = ({ viewer, workspace }: Maker): string[] =>
  Object.entries(viewer.projects).flatMap(([id, project]) => (project.workspace === workspace ? [id] : []))

const HAS_END = new Set(['documents', 'page_versions', 'file_assets'])
const PICTURES = ['WORKSPACE_LOGO', 'PROJECT_COVER']

/** Rows of one workspace alone: somebody may see as many of others. */
const seenIn = (trx: Knex, maker: Maker, { of, through, table }: ArchivedTable): Knex.QueryBuilder => {
  if (of) {
    const { workspace, project } = of.place
    const rows: Knex.QueryBuilder = visible(trx, of, maker.viewer)
      .clearSelect()
      .where(`${of.table}.${workspace}`, maker.workspace)
    // Admins see that a project is there which they have not joined, and nothing in it.
    if (project)
      rows.whereRaw('(??::uuid is null or ?? = any(?))', [
        `${of.table}.${project}`,
        `${of.table}.${project}`,
        projectsOf(maker),
      ])
    return rows
  }
  const rows: Knex.QueryBuilder = trx(table).where(any => {
    for (const { column, of: whole } of through ?? [])
      any.orWhereIn(
        `${table}.${column}`,
        seenIn(trx, maker, { table: whole.table, of: whole, columns: {}, later: [] }).select(
          `${whole.table}.id`,
        ),
      )
    if (table === 'file_assets')
      any.orWhere(picture =>
        picture
          .whereIn('entity_type', PICTURES)
          .where('workspace', maker.workspace)
          .whereRaw('(project is null or project = any(?))', [projectsOf(maker)]),
      )
  })
  if (table === 'file_assets') rows.where('is_uploaded', true).where('workspace', maker.workspace)
  return HAS_END.has(table) ? rows.whereNull(`${table}.deleted_at`) : rows
}
const orderOf = ({ columns, table }: ArchivedTable) =>
  ['id', 'at', ...Object.keys(columns)]
    .filter(name => name in columns)
    .slice(0, table.endsWith('_steps') ? 2 : 1)

/** Rows as lines of JSON, and the people whom they name. */
export const linesOf = (trx: Knex, maker: Maker, table: ArchivedTable): Knex.QueryBuilder => {
  const { columns } = table
  const names = Object.keys(columns)
  const rows = seenIn(trx, maker, table).select(
    names.map(name =>
      columns[name] === 'yjs'
        ? trx.raw(`replace(encode(??, 'base64'), E'\\n', '') as ??`, [`${table.table}.${name}`, name])
        : `${table.table}.${name}`,
    ),
  )
  const people = names.filter(name => columns[name]?.startsWith('person'))
  const lists = names.filter(name => columns[name] === 'people')
  const named = [
    ...(people.length > 0 ? [`array[${people.map(() => '??').join()}]`] : []),
    ...lists.map(() => '??'),
  ]
  return trx
    .from(rows.as('t'))
    .select(
      trx.raw('row_to_json(t)::text as line'),
      trx.raw(`${named.length > 0 ? named.join(' || ') : "'{}'::uuid[]"} as named`, [
        ...people.map(name => `t.${name}`),
        ...lists.map(name => `t.${name}`),
      ]),
    )
    .orderBy(orderOf(table).map(name => `t.${name}`))
}

export const countRows = async (trx: Knex, maker: Maker, table: ArchivedTable): Promise<number> => {
  const [found] = await seenIn(trx, maker, table).count<{ total: string }[]>('* as total')
  return Number(found?.total ?? 0)
}

export type StoredFile = { id: string; asset: string; size: number }
/** The files of the archive behind this one, by id. */
export const filesAfter = async (
  trx: Knex,
  maker: Maker,
  files: ArchivedTable,
  after: string | null,
): Promise<StoredFile[]> => {
  const rows = seenIn(trx, maker, files).orderBy('file_assets.id').limit(500)
  if (after) rows.where('file_assets.id', '>', after)
  return await rows.select<StoredFile[]>('file_assets.id', 'file_assets.asset', 'file_assets.size')
}
export const bytesOfFiles = async (trx: Knex, maker: Maker, files: ArchivedTable): Promise<number> => {
  const [found] = await seenIn(trx, maker, files).sum<{ total: string | null }[]>('file_assets.size as total')
  return Number(found?.total ?? 0)
}

/** Who is, was or is named in the workspace; an address only where its person has proven it, or a placeholder came with it. */
export const peopleOf = async (
  trx: Knex,
  maker: Maker,
  named: readonly string[],
): Promise<Record<string, unknown>[]> => {
  const contacts: Knex.QueryBuilder = visible(trx, UserContact, maker.viewer)
  const { rows } = await trx.raw<{ rows: Record<string, unknown>[] }>(
    `select u.id, u.first_name, u.last_name, u.display_name, u.is_bot,
            coalesce(case when a.is_email_verified then c.email end, p.email) as email,
            m.role, coalesce(m.is_active, false) as is_active, m.company_role, m.created_at as joined_at
       from users u left join accounts a on a.id = u.id
       left join (:contacts) c on c.id = u.id
       left join placeholders p on p.id = u.id and p.workspace = :workspace and p.deleted_at is null
       left join workspace_members m on m.member_id = u.id and m.workspace_id = :workspace
      where m.id is not null or u.id = any(:named)
      order by u.id`,
    { workspace: maker.workspace, named: [...named], contacts },
  )
  return rows
}

/** What an archive lacks because its maker may not see it. */
export const leftOutOf = async (trx: Knex, maker: Maker): Promise<{ pages: number; projects: number }> => {
  const mine = projectsOf(maker)
  const seen: Knex.QueryBuilder = visible(trx, Page, maker.viewer).clearSelect().select('pages.id')
  const { rows } = await trx.raw<{ rows: { pages: number; projects: number }[] }>(
    `select (select count(*)::int from pages where workspace = :workspace and deleted_at is null
               and project_id = any(:mine) and id not in (:seen)) as pages,
            (select count(*)::int from projects where workspace = :workspace and deleted_at is null
               and id <> all(:mine)) as projects`,
    { workspace: maker.workspace, mine, seen },
  )
  return rows[0]!
}
