import type { Activity } from '../../api/contract/work/activity.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { relationTypes } from '../../api/contract/work/relations.ts'

/** The fields that a history says whole: sets are compared as sets, the archive as being in it. */
export type Replayed = {
  one: Record<string, unknown>
  many: Record<string, Set<string>>
  /** `blocked_by <id>`: the issue's relations to others. */
  relations: Set<string>
  isArchived: boolean
}

const ONE: Record<string, keyof Issue> = {
  name: 'name',
  priority: 'priority',
  start_date: 'start_date',
  target_date: 'target_date',
  state: 'state_id',
  parent: 'parent_id',
  estimate_point: 'estimate_point',
  cycles: 'cycle_id',
}
const MANY: Record<string, keyof Issue> = {
  labels: 'label_ids',
  assignees: 'assignee_ids',
  modules: 'module_ids',
}
const IN_WORDS = ['name', 'priority', 'start_date', 'target_date']

export const presentOf = (issue: Partial<Issue>, relations: Iterable<string>): Replayed => ({
  one: Object.fromEntries(Object.values(ONE).map(column => [column, issue[column] ?? null])),
  many: Object.fromEntries(Object.values(MANY).map(column => [column, new Set(issue[column] as string[])])),
  relations: new Set(relations),
  isArchived: (issue.archived_at ?? null) !== null,
})

const step = (state: Replayed, row: Activity) => {
  const field = row.field ?? ''
  if (field in ONE)
    state.one[ONE[field]!] = IN_WORDS.includes(field) ? row.new_value || null : row.new_identifier
  else if (field in MANY) {
    const set = state.many[MANY[field]!]!
    if (row.new_identifier) set.add(row.new_identifier)
    if (row.old_identifier) set.delete(row.old_identifier)
  } else if ((relationTypes as readonly string[]).includes(field)) {
    const relation = `${field} ${row.old_identifier}`
    if (row.verb === 'deleted') state.relations.delete(relation)
    else state.relations.add(relation)
  } else if (field === 'archived_at') state.isArchived = row.new_value !== 'restore'
}

/** The issue by its history alone, from the values that its first row keeps. */
export const replay = (rows: (Activity & { first_values: Partial<Issue> | null })[]): Replayed => {
  const state = presentOf(rows[0]?.first_values ?? {}, [])
  for (const row of rows.slice(1)) step(state, row)
  return state
}
