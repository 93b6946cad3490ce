import type { Knex } from 'knex'
import { foldTable } from '../api/contract/lists/folding.ts'

const named = [
  ['issues', 'name'],
  ['states', 'name'],
  ['labels', 'name'],
  ['modules', 'name'],
  ['cycles', 'name'],
  ['users', 'first_name'],
] as const

/** Names in the order in which people look for them: `api/contract/lists/folding.ts` is the browser's half. */
export const up = async (db: Knex) => {
  // The most frequent letters are first: searching a list of letters is a walk.
  const same = 'abcdefghijklmnopqrstuvwxyz 0123456789-'
  const table = [...foldTable()]
  const marks = Array.from({ length: 0x70 }, (_, at) => String.fromCharCode(0x300 + at)).join('')
  const from = `${same}${table.map(([letter]) => letter).join('')}${marks}`
  const to = `${same}${table.map(([, plain]) => plain).join('')}`
  await db.raw(`
    create function folded(name text) returns text language sql immutable strict parallel safe
      return translate(name, '${from}', '${to}');
    create function ordered_name(name text) returns text language sql immutable strict parallel safe
      return folded(name) || chr(1) || name;
  `)
  for (const [relation, column] of named)
    await db.raw(
      `alter table ${relation} add column ${column}_order text collate "C"
         generated always as (ordered_name(${column})) stored`,
    )
  const { rows } = await db.raw(`select pg_get_viewdef('draft_issue_rows'::regclass) as body`)
  const body = String(rows[0].body).replace(
    /\s+FROM /i,
    `, ordered_name(d.name) collate "C" as name_order FROM `,
  )
  await db.raw(`create or replace view draft_issue_rows as ${body}`)
}
