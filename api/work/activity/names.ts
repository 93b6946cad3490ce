import type { Knex } from 'knex'
import type { Entry, Named } from './catalogue.ts'

/** Every kind of row that a value names: its id column, and the SQL of its name. */
const sources: Record<Named, { id: string; sql: string }> = {
  state: { id: 'id', sql: 'select id, name from states' },
  label: { id: 'id', sql: 'select id, name from labels' },
  user: { id: 'id', sql: 'select id, display_name as name from users' },
  cycle: { id: 'id', sql: 'select id, name from cycles' },
  module: { id: 'id', sql: 'select id, name from modules' },
  estimate_point: { id: 'id', sql: 'select id, value as name from estimate_points' },
  issue: {
    id: 'i.id',
    sql: `select i.id, p.identifier || '-' || i.sequence_id as name from issues i join projects p on p.id = i.project_id`,
  },
}

/** Puts names for ids, deleted rows' too: one query for each kind that occurs, however many entries there are. */
export const nameValues = async (trx: Knex, entries: Entry[]): Promise<Entry[]> => {
  const wanted = new Map<Named, Set<string>>()
  for (const { named, old_identifier, new_identifier } of entries) {
    if (!named) continue
    const ids = wanted.get(named) ?? new Set()
    for (const id of [old_identifier, new_identifier]) if (id) ids.add(id)
    wanted.set(named, ids)
  }
  const names = new Map<string, string>()
  for (const [kind, ids] of wanted) {
    const { rows } = await trx.raw<{ rows: { id: string; name: string }[] }>(
      `${sources[kind].sql} where ${sources[kind].id} = any(?)`,
      [[...ids]],
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  return entries.map(entry =>
    entry.named
      ? {
          ...entry,
          old_value: entry.old_identifier ? (names.get(entry.old_identifier) ?? '') : entry.old_value,
          new_value: entry.new_identifier ? (names.get(entry.new_identifier) ?? '') : entry.new_value,
          comment: commentOf(entry, names),
        }
      : entry,
  )
}

// Cycles and modules are named in the phrase itself.
const commentOf = ({ named, comment, old_identifier, new_identifier }: Entry, names: Map<string, string>) => {
  if (named !== 'cycle' && named !== 'module') return comment
  const [old, now] = [old_identifier, new_identifier].map(id => id && names.get(id))
  return old && now ? `${comment} ${old} to ${now}` : `${comment} ${now ?? old}`
}
