import type { Knex } from 'knex'
import { stateGroups } from '#contract/work/states.ts'

type Named = { id: string; name: string; color?: string }
export type State = { id: string; name: string; color: string; group: string; sequence: number }
export type Person = {
  id: string
  first_name: string
  last_name: string
  display_name: string
  avatar_url: string | null
}

const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map(row => [row.id, row]))

/** States by id, deleted ones included. */
export const statesNamed = async (trx: Knex, ids: readonly string[]): Promise<Map<string, State>> =>
  byId(
    await trx('states')
      .whereIn('id', ids)
      .whereIn('group', [...stateGroups])
      .select('id', 'name', 'color', 'group', 'sequence'),
  )

export const peopleNamed = async (trx: Knex, ids: readonly string[]): Promise<Map<string, Person>> =>
  byId(
    await trx('users')
      .whereIn('id', ids)
      .select('id', 'first_name', 'last_name', 'display_name', 'avatar_url'),
  )

export const labelsNamed = async (trx: Knex, ids: readonly string[]): Promise<Map<string, Named>> =>
  byId(await trx('labels').whereIn('id', ids).select('id', 'name', 'color'))

export const namesIn = async (
  trx: Knex,
  table: 'cycles' | 'modules' | 'projects',
  ids: readonly string[],
): Promise<Map<string, Named>> => byId(await trx(table).whereIn('id', ids).select('id', 'name'))

/** The identifiers of these projects, with which the keys of their issues begin. */
export const identifiersOf = async (trx: Knex, projects: readonly string[]): Promise<Map<string, string>> => {
  const rows = await trx('projects').whereIn('id', projects).select<
    {
      id: string
      identifier: string
    }[]
  >('id', 'identifier')
  return new Map(rows.map(({ id, identifier }) => [id, identifier]))
}

/** Points of the estimates of these projects by their value, in the order of their scale. */
export const pointsByValue = async (
  trx: Knex,
  projects: readonly string[],
): Promise<Map<string, { ids: string[]; key: number }>> => {
  const rows = await trx('estimate_points')
    .whereIn('project', projects)
    .orderBy(['key', 'id'])
    .select<{ id: string; value: string; key: number }[]>('id', 'value', 'key')
  const found = new Map<string, { ids: string[]; key: number }>()
  for (const { id, value, key } of rows)
    found.set(value, { ids: [...(found.get(value)?.ids ?? []), id], key: found.get(value)?.key ?? key })
  return found
}

/** States of a few projects, every one that ever was. */
export const statesOf = async (trx: Knex, projects: readonly string[]): Promise<State[]> =>
  trx('states')
    .whereIn('project_id', projects)
    .whereIn('group', [...stateGroups])
    .select('id', 'name', 'color', 'group', 'sequence')
