import type { Knex } from 'knex'
import type { Estimate, EstimatePoint } from '#contract/planning/estimates.ts'
import type { StateGroup } from '#contract/work/states.ts'
import type { Work } from '../../db/work.ts'

const NUMBER = /^\d+(\.\d+)?$/
const worth = (type: string, value: string) => (type === 'points' && NUMBER.test(value) ? Number(value) : 0)

/** The numeric values of points, deleted ones included: an issue may have had one. */
export const pointValues = async (trx: Knex, given: (string | null)[]): Promise<Map<string, number>> => {
  const ids = [...new Set(given.filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await trx('estimate_points as p')
    .join('estimates as e', 'e.id', 'p.estimate')
    .whereIn('p.id', ids)
    .select<{ id: string; value: string; type: string }[]>('p.id', 'p.value', 'e.type')
  return new Map(rows.map(({ id, type, value }) => [id, worth(type, value)]))
}

type Revalued = { old: number; now: number; work: Work }

/** Points that come to something else after a transaction: they or the type of their estimate were changed in it. */
export const changedPoints = async (works: readonly Work[]) => {
  const points = new Map<string, Revalued>()
  const projects = new Set<string>()
  for (const work of works) {
    const types = new Map<string, string>()
    const values = new Map<string, string>()
    const given = new Set<string>()
    for (const { entity, id, op, row, before } of work.notes) {
      if (op !== 'update' || !before) continue
      if (entity === 'estimate' && 'type' in before && !types.has(id)) {
        types.set(id, (before as Estimate).type)
        projects.add((row as Estimate).project)
      }
      if (entity === 'estimate_point' && 'value' in before && !values.has(id)) {
        values.set(id, (before as EstimatePoint).value)
        given.add((row as EstimatePoint).estimate)
        projects.add((row as EstimatePoint).project)
      }
    }
    if (types.size + values.size === 0) continue
    const rows = await work
      .trx('estimate_points as p')
      .join('estimates as e', 'e.id', 'p.estimate')
      .whereIn('e.id', [...types.keys(), ...given])
      .select<
        {
          id: string
          value: string
          type: string
          estimate: string
        }[]
      >('p.id', 'p.value', 'e.type', 'e.id as estimate')
    for (const { id, value, type, estimate } of rows) {
      const old = worth(types.get(estimate) ?? type, values.get(id) ?? value)
      const now = worth(type, value)
      if (old !== now) points.set(id, { old, now, work })
    }
  }
  return { points, projects: points.size > 0 ? [...projects] : [] }
}

/** In which modules of the archive issues are, or were before this transaction: their rows do not say. */
export const awayModules = async (
  works: readonly Work[],
  issues: string[],
): Promise<ReadonlyMap<string, string[]>> => {
  if (issues.length === 0) return new Map()
  const turned = works.flatMap(({ notes }) =>
    notes.flatMap(({ entity, id, row, before }) =>
      entity === 'module' && before && 'archived_at' in before && before.archived_at !== row.archived_at
        ? id
        : [],
    ),
  )
  const rows = await works[0]!
    .trx('issue_modules as link')
    .join('modules', 'modules.id', 'link.module_id')
    .whereIn('link.issue_id', issues)
    .where(any => any.whereNotNull('modules.archived_at').orWhereIn('modules.id', turned))
    .select<{ issue_id: string; id: string }[]>('link.issue_id', 'modules.id')
  return new Map(
    [...Map.groupBy(rows, row => row.issue_id)].map(([issue, here]) => [issue, here.map(row => row.id)]),
  )
}

type Held = { id: string; state__group: StateGroup; point: string; total: number }

/** How many issues of which cycles or modules have these points. */
export const heldWith = async (trx: Knex, kind: 'cycle' | 'module', points: string[]): Promise<Held[]> => {
  const { rows } = await trx.raw<{ rows: Held[] }>(
    `select holder.id, state__group, estimate_point as point, count(*)::int as total
       from issues ${
         kind === 'cycle'
           ? 'cross join lateral (select cycle_id as id) as holder'
           : 'join lateral (select module_id as id from issue_modules where issue_id = issues.id) as holder on true'
       }
      where active and estimate_point = any(?) and holder.id is not null group by 1, 2, 3`,
    [points],
  )
  return rows
}
