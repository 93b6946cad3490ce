import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import { z } from 'zod'
import { PROTOCOL } from '#contract/changes.ts'
import { datetime, type Entity } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { type EntityName, entities } from '#contract/index.ts'
import type { Reach } from '#contract/people/scopes.ts'
import type { Row, Viewer } from '#contract/rules.ts'
import { mayHave } from '#contract/scopes.ts'
import { asDatetimeSql, prepared } from '../db/knex.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { visible } from '../db/visible.ts'

const kinds = Object.entries(entities).flatMap(([name, of]) =>
  of.kept === 'snapshot' ? [[name as EntityName, of] as const] : [],
)

const isDatetime = (type: unknown): boolean =>
  type instanceof z.ZodNullable ? isDatetime(type.unwrap()) : type === datetime

// As JSON, for one statement to answer rows of every shape; datetimes in the form that the driver gives them elsewhere.
const rowsOf = (trx: Knex, of: Entity, viewer: Viewer, workspaceId: string) => {
  const rows = visible(trx, of, viewer)
    .clearSelect()
    .select(
      of.columns.map(name => {
        const column = `${of.table}.${name}`
        return isDatetime(of.schema.shape[name])
          ? trx.raw(`${asDatetimeSql('??')} as ??`, [column, name])
          : column
      }),
    )
  if (of.place.workspace) rows.where(`${of.table}.${of.place.workspace}`, workspaceId)
  else if (of.scope === 'workspace')
    rows.whereRaw(
      'exists (select 1 from workspace_members here where here.member_id = ?? and here.workspace_id = ?)',
      [`${of.table}.id`, workspaceId],
    )
  return trx.select(trx.raw(`coalesce(json_agg(seen), '[]')::text`)).from(rows.as('seen')).as(of.name)
}

/** All of a caller that chooses rows. */
type Judged = Viewer & { token: Reach | null }

type Statement = { name: string; key: string; sql: string; bindings: readonly unknown[] }

const statementFor = (trx: Knex, key: string, viewer: Judged, workspaceId: string): Statement => {
  const seqOf = (scope: string, name: string) =>
    trx('change_counters').where('scope_id', scope).select('seq').as(name)
  const { sql, bindings } = trx
    .select(
      seqOf(workspaceId, 'of_workspace'),
      seqOf(viewer.id, 'of_user'),
      ...kinds.map(([name, of]) =>
        mayHave(viewer.token, name) ? rowsOf(trx, of, viewer, workspaceId) : trx.raw(`'[]' as ??`, [name]),
      ),
    )
    .toSQL()
  // Its values differ from viewer to viewer, its text only with the kinds of places that they have any of.
  return { name: `snapshot ${hash('sha1', sql)}`, key, sql, bindings }
}

const MOST_KEPT = 100
/** Letters: with more, somebody is in hundreds of projects, and their statement takes more memory than it saves time. */
const LONGEST_KEY = 20_000
/** By all that a statement is made of, the latest last: to make one takes longer than to ask it. */
const statements = new Map<string, Statement>()
const keptStatement = (trx: Knex, viewer: ServerViewer, workspaceId: string): Statement => {
  const { id, workspaces, projects, isInstanceAdmin, token } = viewer
  // Nothing else of a viewer chooses rows: a part that joins the type has to join the key as well.
  const reach = token && { scopes: token.scopes, projects: token.projects }
  const judged: Judged = { id, workspaces, projects, isInstanceAdmin, token: reach }
  const key = JSON.stringify([workspaceId, judged])
  const statement = statements.get(key) ?? statementFor(trx, key, judged, workspaceId)
  statements.delete(key)
  if (key.length <= LONGEST_KEY) statements.set(key, statement)
  for (const [first] of statements) if (statements.size > MOST_KEPT) statements.delete(first)
  return statement
}

/**
 * The mark of the state that a snapshot would be of. Rows change by way of the log alone, and with a migration: as long as
 * its numbers, the viewer's rights and the program's columns are the same, so is the snapshot. `xmin` says two histories
 * apart that count alike: a restored database counts on from its copy.
 */
export const markOf = async (trx: Knex, viewer: ServerViewer, workspaceId: string): Promise<string> => {
  const { name, key } = keptStatement(trx, viewer, workspaceId)
  const { rows } = await prepared<{ state: string }>(
    trx,
    'mark of a snapshot',
    `select concat_ws(' ', (select max(id) from knex_migrations),
            (select string_agg(concat_ws(' ', scope_id, seq, xmin), ' ' order by scope_id)
               from change_counters where scope_id = any(:scopes))) as state`,
    { scopes: [workspaceId, viewer.id] },
  )
  return hash('sha1', [PROTOCOL, name, key, must(rows[0], 'the mark').state].join('\n'))
}

/**
 * All small rows that a viewer sees in a workspace, and the sequence at which they are so: one statement. The rows are
 * JSON, by kind: of a large workspace they are megabytes, which nobody here has to read.
 */
export const readSnapshot = async (trx: Knex, viewer: ServerViewer, workspaceId: string) => {
  const { name, sql, bindings } = keptStatement(trx, viewer, workspaceId)
  const { rows: found } = await prepared<{ of_workspace: number | null; of_user: number | null } & Row>(
    trx,
    name,
    sql,
    bindings,
  )
  const { of_workspace, of_user, ...rows } = must(found[0], 'the snapshot')
  const written = Object.entries(rows).map(([name, all]) => `${JSON.stringify(name)}:${all}`)
  return { rows: `{${written}}`, at: { workspace: of_workspace ?? 0, user: of_user ?? 0 } }
}
