/** An issue's fields as the screens name them: one table, which menus, columns, filters, keys and commands read. */
import { keysOf } from '#contract/keys.ts'
import { type FieldName, fieldOf, fields } from '#contract/lists/issueFields.ts'
import { type GroupField, groupFields, type Scope } from '#contract/lists/issueQuery.ts'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import type { RowTypes } from '../../data/entities.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { ChoiceField } from './choices.tsx'

export type FieldLook = {
  label: string
  /** One of its values, as filters and groups call it. */
  one?: string
  /** Where room is short. */
  short?: string
  /** Within a sentence, where that is not the label in small letters. */
  said?: string
  icon?: IconName
  /** Opens its picker: it can be edited. */
  keys?: string
  /** The choices of its values, and the name for having none. */
  choices?: ChoiceField
  none?: string
  /** Under which name a person turns it off in rows and cards. */
  property?: DisplayProperty
  /** Only lists of this kind say it. */
  within?: Scope['in']
}

/** In the order in which menus list them. */
export const looks = {
  state: {
    label: 'State',
    icon: 'circle-dot',
    keys: 's',
    choices: 'state',
    property: 'state',
  },
  priority: {
    label: 'Priority',
    icon: 'signal',
    keys: 'p',
    choices: 'priority',
    property: 'priority',
  },
  assignees: {
    label: 'Assignee',
    said: 'assignees',
    icon: 'user-round',
    keys: 'a',
    choices: 'people',
    none: 'No assignee',
    property: 'assignee',
  },
  labels: {
    label: 'Labels',
    one: 'Label',
    icon: 'tag',
    keys: 'l',
    choices: 'labels',
    none: 'No label',
    property: 'labels',
  },
  target_date: {
    label: 'Due date',
    short: 'Due',
    icon: 'calendar',
    keys: 'd',
    none: 'No due date',
    property: 'due_date',
  },
  start_date: {
    label: 'Start date',
    short: 'Start',
    icon: 'calendar-clock',
    keys: 'shift+d',
    none: 'No start date',
    property: 'start_date',
  },
  estimate: {
    label: 'Estimate',
    icon: 'milestone',
    keys: 'e',
    choices: 'estimate_point',
    none: 'No estimate',
    property: 'estimate',
  },
  cycle: {
    label: 'Cycle',
    icon: 'iteration-cw',
    keys: 'shift+c',
    choices: 'cycle',
    none: 'No cycle',
    property: 'cycle',
  },
  modules: {
    label: 'Modules',
    one: 'Module',
    icon: 'boxes',
    keys: 'shift+m',
    choices: 'module',
    none: 'No module',
    property: 'modules',
  },
  parent: {
    label: 'Parent',
    icon: 'corner-down-right',
    keys: 'shift+p',
    none: 'No parent',
  },
  delegate: { label: 'Delegate', icon: 'bot', choices: 'agents', none: 'No delegate' },
  state_group: { label: 'State group', icon: 'circle-dot', choices: 'state_group' },
  project: { label: 'Project', icon: 'briefcase', choices: 'project' },
  created_by: { label: 'Creator', icon: 'circle-user', choices: 'members' },
  mentions: { label: 'Mentions', icon: 'at-sign', choices: 'members' },
  subscriber: { label: 'Subscriber', icon: 'bell', choices: 'people' },
  left_on: { label: 'Left on a day', icon: 'calendar-clock' },
  created_at: { label: 'Created', icon: 'clock' },
  updated_at: { label: 'Updated', icon: 'history' },
  cycle_added_at: { label: 'Added to cycle', short: 'Added', icon: 'iteration-cw', within: 'cycle' },
  archived_at: { label: 'Archived', icon: 'archive', within: 'archive' },
  completed_at: { label: 'Completed', icon: 'check', none: 'Not completed' },
  name: { label: 'Title', icon: 'search' },
  sort_order: { label: 'Manual', said: 'place' },
  sequence_id: { label: 'Key', property: 'key' },
  link_count: { label: 'Links', property: 'link' },
  attachment_count: { label: 'Attachments', property: 'attachment_count' },
  sub_issues_count: { label: 'Sub-issues', property: 'sub_issue_count' },
} as const satisfies Partial<Record<FieldName, FieldLook>>

type Looks = typeof looks
/** The fields that any screen shows or asks for. */
export type ShownField = keyof Looks
/** The fields that a picker changes. */
export type EditedField = { [F in ShownField]: Looks[F] extends { keys: string } ? F : never }[ShownField]

const isShown = (field: FieldName): field is ShownField => field in looks
/** May somebody set it by itself? */
export const isEdited = (field: FieldName): field is EditedField => isShown(field) && 'keys' in looks[field]
export const shownFields = keysOf(looks)
export const editedFields: readonly EditedField[] = shownFields.filter(isEdited)

/** How a field looks, as the table describes any of them; nothing where no screen shows it. */
export const lookOf = (field: FieldName): FieldLook | null => (isShown(field) ? looks[field] : null)
/** The name of a field in filters, groups and orders. */
export const nameOf = (field: FieldName): string => {
  const look = lookOf(field)
  return look?.one ?? look?.label ?? field
}
export const groupName = (group: GroupField) => nameOf(groupFields[group].field)

/** A field within a sentence. */
export const inSentence = (field: FieldName): string => {
  const look = lookOf(field)
  return look?.said ?? look?.label.toLowerCase() ?? field
}

const byColumn = new Map<string, ShownField>(
  shownFields.flatMap(field => {
    const of = fieldOf(field)
    return of.holds === 'elsewhere' ? [] : [[of.column, field]]
  }),
)
/** The name of a column within a sentence; null for a column that no screen shows. */
export const columnInSentence = (column: string): string | null => {
  const field = byColumn.get(column)
  return field ? inSentence(field) : null
}

/** Opens the picker of a field of an issue that another one lists. */
export type EditLine = (id: string, field: EditedField, anchor: Element) => void

/** Estimates, cycles and modules are a project's own choice. */
export const hasField = (project: RowTypes['project'] | null, field: FieldName): boolean => {
  const { feature } = fieldOf(field)
  return !feature || Boolean(project?.[feature])
}

/** Does a list of this place say it? When an issue came there, only the list of that place says. */
export const isToldIn = (scope: Scope, field: FieldName) => {
  const within = lookOf(field)?.within
  return within === undefined || within === scope.in
}

/** Does it name things of one project alone? */
export const isOfProject = (field: EditedField) => {
  const { holds } = fields[field]
  return holds === 'row' || holds === 'rows'
}
