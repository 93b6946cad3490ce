import type { Knex } from 'knex'
import type { Entity, RowOf } from '#contract/define.ts'
import type { Place, Role, Row, Rule, Viewer } from '#contract/rules.ts'
import { lockRows } from './order.ts'
import type { Work } from './work.ts'

type Query = Knex.QueryBuilder

const workspacesWith = (viewer: Viewer, least: Role) =>
  Object.keys(viewer.workspaces).filter(id => viewer.workspaces[id]! >= least)

const projectsWith = (viewer: Viewer, keep: (project: Viewer['projects'][string]) => boolean) =>
  Object.entries(viewer.projects).flatMap(([id, project]) => (keep(project) ? [id] : []))

const within = (query: Query, column: string | undefined, ids: string[]) => {
  if (!column || ids.length === 0) query.whereRaw('false')
  else query.whereRaw('?? = any(?)', [column, ids])
}

/** The database's twin of `holds`: narrows a query to the rows for which the rule holds. */
export const whereRule = (
  query: Query,
  of: Pick<Entity, 'table' | 'place'>,
  rule: Rule,
  viewer: Viewer,
): void => {
  const column = (name: string) => `${of.table}.${name}`
  switch (rule.is) {
    case 'always':
      return
    case 'never':
      query.whereRaw('false')
      return
    case 'signedIn':
      query.whereRaw('?', [viewer.id !== ''])
      return
    case 'instanceAdmin':
      query.whereRaw('?', [viewer.isInstanceAdmin])
      return
    case 'workspaceRole': {
      const ids = workspacesWith(viewer, rule.least)
      if (of.place.workspace) within(query, column(of.place.workspace), ids)
      // People belong to no workspace: all who share one with them see them, former members too.
      else
        query.whereRaw(
          'exists (select 1 from workspace_members shared where shared.member_id = ?? and shared.workspace_id = any(?))',
          [column('id'), ids],
        )
      return
    }
    case 'projectRole':
      within(
        query,
        of.place.project && column(of.place.project),
        projectsWith(viewer, project => project.role >= rule.least),
      )
      return
    case 'seesAll':
      within(
        query,
        of.place.project && column(of.place.project),
        projectsWith(viewer, project => project.sees_all),
      )
      return
    case 'own':
      if (viewer.id === '') query.whereRaw('false')
      else query.where(column(rule.column), viewer.id)
      return
    case 'equals':
      query.where(column(rule.column), rule.value)
      return
    case 'anchored':
      if (viewer.anchor) query.where(column(rule.column), viewer.anchor[rule.to])
      else query.whereRaw('false')
      return
    case 'elsewhere':
      whereRule(query, { ...of, place: { ...of.place, project: rule.project } }, rule.rule, viewer)
      return
    case 'any':
      query.where(outer => {
        for (const part of rule.of) outer.orWhere(inner => whereRule(inner, of, part, viewer))
      })
      return
    case 'all':
      for (const part of rule.of) query.where(inner => whereRule(inner, of, part, viewer))
  }
}

/** A read of an entity's rows. */
export type Rows<E extends Entity> = Knex.QueryBuilder<Row, RowOf<E>[]>

/** Rows of an entity that exist for this viewer: the only way to begin a read. Selects the contract's columns. */
export const visible = <E extends Entity>(trx: Knex, of: E, viewer: Viewer): Rows<E> => {
  const rows: Query = trx(of.table)
    .select(of.columns.map(name => `${of.table}.${name}`))
    .whereNull(`${of.table}.deleted_at`)
    .where(inner => whereRule(inner, of, of.read, viewer))
  // Rows of a deleted noun went with it. Deleted nouns are few and have an index of their own, so the others need not
  // be read.
  if (of.within)
    rows
      .whereNotNull(`${of.table}.${of.within.name}`)
      .whereRaw('not exists (select 1 from ?? whole where whole.id = ?? and whole.deleted_at is not null)', [
        of.within.table,
        `${of.table}.${of.within.name}`,
      ])
  return rows
}

/** How many rows a read finds. */
export const countOf = async <E extends Entity>(rows: Rows<E>): Promise<number> => {
  const [found] = await rows.clearSelect().count<{ total: number }[]>('* as total')
  return found?.total ?? 0
}

/** The projects of a workspace that the viewer has joined, archived ones aside. */
export const openProjects = (viewer: Viewer, workspaceId: string): string[] =>
  projectsWith(viewer, project => project.workspace === workspaceId && !project.archived)

/** The newest first; of one moment by their ids, which rise with time. */
export const NEWEST = ['created_at', 'id'].map(column => ({ column, order: 'desc' as const }))

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value)

/** Where a row has to be: `whole` is the id of the noun that it belongs to. */
export type Within = Place & { whole?: string | null }

const oneIn = <E extends Entity>(rows: Query, of: E, id: string, place: Within): Query => {
  const query = rows.where(`${of.table}.id`, id)
  if (of.place.workspace && place.workspace) query.where(`${of.table}.${of.place.workspace}`, place.workspace)
  if (of.place.project && place.project) query.where(`${of.table}.${of.place.project}`, place.project)
  if (of.within && place.whole) query.where(`${of.table}.${of.within.name}`, place.whole)
  return query
}

/** One row through the viewer, within the place of the path; null when it does not exist for them. Under lock for a work. */
export const load = async <E extends Entity>(
  trx: Knex,
  of: E,
  viewer: Viewer,
  id: string,
  place: Within,
  work?: Work,
): Promise<RowOf<E> | null> => {
  const find = (within: Knex): Query => {
    const rows = oneIn(visible(within, of, viewer), of, id, place)
    return of.ends ? rows.where(`${of.table}.is_active`, true) : rows
  }
  const [row] = (work ? await lockRows(work, of.table, find) : await find(trx)) as RowOf<E>[]
  return row ?? null
}

/** A row that is deleted or has ended and that the viewer would see, as it was; null when there is none. */
export const loadGone = async <E extends Entity>(
  trx: Knex,
  of: E,
  viewer: Viewer,
  id: string,
  place: Within,
): Promise<RowOf<E> | null> => {
  const gone: Query = trx(of.table)
    .select(of.columns.map(name => `${of.table}.${name}`))
    .whereRaw(of.ends ? '(deleted_at is not null or not is_active)' : 'deleted_at is not null')
    .where(inner => whereRule(inner, of, of.read, viewer))
  const [row] = (await oneIn(gone, of, id, place)) as RowOf<E>[]
  return row ?? null
}
