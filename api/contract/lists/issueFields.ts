/** An issue's fields: one table. Filters, groups and orders derive from it, here, in SQL and on the screen. */
import { keysOf } from '../keys.ts'
import { type Issue, priorities } from '../work/issues.ts'
import { stateGroups } from '../work/states.ts'

type ColumnOf<Value> = { [C in keyof Issue]: Issue[C] extends Value ? C : never }[keyof Issue]

/** Rows by whose names, or keys, a list can be ordered. */
export type NamedRow = 'state' | 'label' | 'assignee' | 'module' | 'cycle' | 'estimate_point'

type Holds =
  /** The ids of other rows: one, or several. */
  | { holds: 'row'; column: ColumnOf<string | null>; named?: NamedRow }
  | { holds: 'rows'; column: ColumnOf<string[]>; named?: NamedRow }
  /** One of a few values; their order is the order. */
  | { holds: 'choice'; column: ColumnOf<string | number | null>; choices: readonly string[] }
  | { holds: 'day' | 'instant'; column: ColumnOf<string | null> }
  | { holds: 'number'; column: ColumnOf<number> }
  | { holds: 'text'; column: 'name' }

/** A field that is in the issue's row, with the name that lists on the wire have for each of its uses. */
export type Standing = Holds & {
  filter?: string
  group?: string
  order?: string
  /** Its filter takes `None`: issues without a value. */
  none?: true
  /** The feature that a project must have switched on to use it. */
  feature?: Feature
}
/** A column of the project: empty or false while it works without. */
export type Feature = 'cycle_view' | 'module_view' | 'estimate'

/** Only the database knows its value: a browser asks again instead of deciding. */
type Elsewhere = {
  holds: 'elsewhere'
  filter: string
  /** Its filter takes a day instead of ids. */
  takes?: 'day'
  group?: never
  order?: never
  none?: never
  feature?: never
}
export type FieldOf = Standing | Elsewhere

export const fields = {
  state: {
    holds: 'row',
    column: 'state_id',
    named: 'state',
    filter: 'state',
    group: 'state_id',
    order: 'state__name',
  },
  state_group: {
    holds: 'choice',
    column: 'state__group',
    choices: stateGroups,
    filter: 'state_group',
    group: 'state__group',
    order: 'state__group',
  },
  priority: {
    holds: 'choice',
    column: 'priority',
    choices: priorities,
    filter: 'priority',
    group: 'priority',
    order: 'priority',
  },
  estimate: {
    holds: 'row',
    column: 'estimate_point',
    named: 'estimate_point',
    filter: 'estimate_point',
    none: true,
    group: 'estimate_point',
    order: 'estimate_point__key',
    feature: 'estimate',
  },
  labels: {
    holds: 'rows',
    column: 'label_ids',
    named: 'label',
    filter: 'labels',
    none: true,
    group: 'labels__id',
    order: 'labels__name',
  },
  assignees: {
    holds: 'rows',
    column: 'assignee_ids',
    named: 'assignee',
    filter: 'assignees',
    none: true,
    group: 'assignees__id',
    order: 'assignees__first_name',
  },
  delegate: { holds: 'row', column: 'delegate_id', filter: 'delegate', none: true },
  mentions: { holds: 'elsewhere', filter: 'mentions' },
  created_by: { holds: 'row', column: 'created_by', filter: 'created_by', none: true, group: 'created_by' },
  subscriber: { holds: 'elsewhere', filter: 'subscriber' },
  /** What was left at the end of a day of the project: issues that were in the place then, and were not completed. */
  left_on: { holds: 'elsewhere', filter: 'left_on', takes: 'day' },
  cycle: {
    holds: 'row',
    column: 'cycle_id',
    named: 'cycle',
    filter: 'cycle',
    none: true,
    group: 'cycle_id',
    order: 'issue_cycle__cycle__name',
    feature: 'cycle_view',
  },
  modules: {
    holds: 'rows',
    column: 'module_ids',
    named: 'module',
    filter: 'module',
    none: true,
    group: 'issue_module__module_id',
    order: 'issue_module__module__name',
    feature: 'module_view',
  },
  parent: { holds: 'row', column: 'parent_id', filter: 'parent', none: true },
  project: { holds: 'row', column: 'project_id', filter: 'project', group: 'project_id' },
  type: { holds: 'row', column: 'type_id', filter: 'issue_type', none: true },
  intake_status: {
    holds: 'choice',
    column: 'intake_status',
    choices: ['-2', '-1', '0', '1', '2'],
    filter: 'intake_status',
  },
  name: { holds: 'text', column: 'name', filter: 'name', order: 'name' },
  start_date: {
    holds: 'day',
    column: 'start_date',
    filter: 'start_date',
    group: 'start_date',
    order: 'start_date',
  },
  target_date: {
    holds: 'day',
    column: 'target_date',
    filter: 'target_date',
    group: 'target_date',
    order: 'target_date',
  },
  created_at: { holds: 'instant', column: 'created_at', filter: 'created_at', order: 'created_at' },
  updated_at: { holds: 'instant', column: 'updated_at', filter: 'updated_at', order: 'updated_at' },
  cycle_added_at: {
    holds: 'instant',
    column: 'cycle_added_at',
    order: 'cycle_added_at',
    feature: 'cycle_view',
  },
  completed_at: { holds: 'instant', column: 'completed_at', filter: 'completed_at', order: 'completed_at' },
  archived_at: { holds: 'day', column: 'archived_at', order: 'archived_at' },
  sort_order: { holds: 'number', column: 'sort_order', order: 'sort_order' },
  sequence_id: { holds: 'number', column: 'sequence_id', order: 'sequence_id' },
  link_count: { holds: 'number', column: 'link_count', order: 'link_count' },
  attachment_count: { holds: 'number', column: 'attachment_count', order: 'attachment_count' },
  sub_issues_count: { holds: 'number', column: 'sub_issues_count', order: 'sub_issues_count' },
} as const satisfies Record<string, FieldOf>

type Table = typeof fields
export type FieldName = keyof Table
export const fieldNames = keysOf(fields)
/** A field as the table describes any of them. */
export const fieldOf = (name: FieldName): FieldOf => fields[name]

type Use = 'filter' | 'group' | 'order'
/** Every name that lists know a field by, for one use. */
export type NameFor<U extends Use> = {
  [N in FieldName]: Table[N] extends Record<U, infer Name extends string> ? Name : never
}[FieldName]
/** Elsewhere is nothing that could group or order rows. */
type Used<U extends Use> = (U extends 'filter' ? FieldOf : Standing) & { field: FieldName }

/**
 * The fields that a list may be filtered, grouped or ordered by, under their names for that. Where the API reference lists
 * them in an order of its own, `first` gives it; a field that came later is behind.
 */
export const fieldsFor = <U extends Use>(
  use: U,
  first: readonly NameFor<U>[] = [],
): Readonly<Record<NameFor<U>, Used<U>>> => {
  const rankOf = (name: string) => {
    const at = (first as readonly string[]).indexOf(name)
    return at < 0 ? first.length : at
  }
  const named = fieldNames.flatMap(field => {
    const of = fieldOf(field)
    const name = of[use]
    return name === undefined ? [] : [[name, { ...of, field }] as const]
  })
  named.sort(([one], [other]) => rankOf(one) - rankOf(other))
  return Object.assign({} as Record<NameFor<U>, Used<U>>, Object.fromEntries(named))
}

/** The values of a field in a row, as filters and groups name them: none, one or several. */
export const valuesIn = (row: Issue, column: keyof Issue): readonly string[] => {
  const value = row[column]
  if (Array.isArray(value)) return value
  return value === null ? [] : [String(value)]
}
