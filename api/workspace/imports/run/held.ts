/** What a project has at this moment, by name: looked up in each step, since people work meanwhile. */
import type { Knex } from 'knex'
import { folded } from '../values.ts'

type Row = { id: string; name: string }
const byName = <R extends Row>(rows: R[]) => new Map(rows.toReversed().map(row => [folded(row.name), row]))

export type HeldState = Row & { group: string; default: boolean; sequence: number }

export const heldIn = async (trx: Knex, projectId: string) => {
  const live = (table: string) => trx(table).where('project_id', projectId).whereNull('deleted_at')
  const states = await live('states')
    .whereNot('group', 'triage')
    .orderBy('sequence')
    .select<HeldState[]>('id', 'name', 'group', 'default', 'sequence')
  return {
    states: byName(states),
    first: states.find(state => state.default) ?? states[0]!,
    labels: byName(await live('labels').select<Row[]>('id', 'name')),
    cycles: byName(await live('cycles').whereNull('archived_at').select<Row[]>('id', 'name')),
    // Names of modules are taken by archived ones as well; those at work go before.
    modules: byName(await live('modules').orderByRaw('archived_at is not null').select<Row[]>('id', 'name')),
    points: byName(
      await trx('estimate_points as p')
        .join('estimates as e', 'e.id', 'p.estimate')
        .where({ 'e.project': projectId, 'e.last_used': true })
        .whereNull('p.deleted_at')
        .whereNull('e.deleted_at')
        .select<Row[]>('p.id', 'p.value as name'),
    ),
    people: new Set(
      await trx('project_members').where({ project: projectId, is_active: true }).pluck<string[]>('member'),
    ),
  }
}
export type Held = Awaited<ReturnType<typeof heldIn>>
