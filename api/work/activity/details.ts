import type { Knex } from 'knex'
import type { z } from 'zod'
import { type details, IssueFlat, ProjectLite, WorkspaceLite } from '#contract/belongs.ts'
import { UserLite } from '#contract/people/users.ts'

type Named = { actor: string | null; issue: string; project: string; workspace: string }
type Details = { [Name in keyof typeof details]: z.infer<(typeof details)[Name]> }

const byId = async <T extends { id: string }>(
  trx: Knex,
  table: string,
  columns: string[],
  ids: (string | null)[],
): Promise<Map<string, T>> => {
  // One value however many there are: a file of a day names thousands.
  const rows = (await trx(table)
    .whereRaw('id = any(?::uuid[])', [[...new Set(ids.filter(id => id !== null))]])
    .select(columns)) as T[]
  return new Map(rows.map(row => [row.id, row]))
}

/** People as rows of others name them. */
export const peopleOf = (trx: Knex, ids: (string | null)[]) =>
  byId<z.infer<typeof UserLite>>(trx, 'users', Object.keys(UserLite.shape), ids)

/** Puts beside rows what they name: four queries, however many rows there are. */
export const withDetails = async <Row extends Named>(trx: Knex, rows: Row[]): Promise<(Row & Details)[]> => {
  const columns = (schema: { shape: object }) => Object.keys(schema.shape)
  const people = await peopleOf(
    trx,
    rows.map(row => row.actor),
  )
  const issues = await byId<z.infer<typeof IssueFlat> & { id: string }>(
    trx,
    'issues',
    columns(IssueFlat),
    rows.map(row => row.issue),
  )
  const projects = await byId<z.infer<typeof ProjectLite>>(
    trx,
    'projects',
    columns(ProjectLite),
    rows.map(row => row.project),
  )
  const workspaces = await byId<z.infer<typeof WorkspaceLite>>(
    trx,
    'workspaces',
    columns(WorkspaceLite),
    rows.map(row => row.workspace),
  )
  return rows.map(row => ({
    ...row,
    actor_detail: people.get(row.actor ?? '') ?? null,
    issue_detail: issues.get(row.issue) ?? null,
    project_detail: projects.get(row.project)!,
    workspace_detail: workspaces.get(row.workspace)!,
  }))
}
