import { type ReactNode, useEffect, useRef } from 'react'
import { cycleStatus } from '#contract/cycles.ts'
import { type FilterField, NONE } from '#contract/issueFilters.ts'
import { type GroupField, groupFields, type IssueQuery } from '#contract/issueQuery.ts'
import type { Issue, Priority } from '#contract/issues.ts'
import { ALL, emptyGroup, type Group } from '../data/lists.ts'
import { getRow, getRows } from '../data/rows.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { shortDay } from '../ui/day-words.ts'
import { type Choice, type ChoiceField, goneChoice, useChoices } from './choices.tsx'
import type { ListContext } from './contexts.ts'
import type { IssueChange } from './issueActions.ts'

export type NamedGroup = Group & {
  name: string
  icon: ReactNode
  /** Why no issue can be put into it. */
  closed?: string
}

type Look = { choices: ChoiceField; none?: string; noneIcon?: ReactNode }
const looks: Record<Exclude<GroupField, 'target_date' | 'start_date'>, Look> = {
  state_id: { choices: 'state' },
  state__group: { choices: 'state_group' },
  priority: { choices: 'priority' },
  project_id: { choices: 'project' },
  created_by: { choices: 'people', none: 'No creator', noneIcon: <Avatar silent /> },
  assignees__id: { choices: 'people', none: 'No assignee', noneIcon: <Avatar silent /> },
  labels__id: { choices: 'labels', none: 'No label' },
  cycle_id: { choices: 'cycle', none: 'No cycle' },
  issue_module__module_id: { choices: 'module', none: 'No module' },
}

type GroupChoice = Choice & { closed?: string }
const GONE = 'It has been deleted.'

/** A cycle that is over takes no more issues. */
const closing = (field: GroupField, { id }: Choice) => {
  const cycle = field === 'cycle_id' ? getRow('cycle', id) : null
  const zone = getRow('project', cycle?.project_id)?.timezone ?? 'UTC'
  return cycle && cycleStatus(cycle, zone) === 'completed' ? { closed: 'This cycle is over.' } : {}
}

/** Every key that a grouping may have, in the order that people expect; days are told by the groups themselves. */
const keysOf = (
  field: GroupField | null,
  choices: Record<ChoiceField, Choice[]>,
  groups: readonly Pick<Group, 'key' | 'total'>[],
): GroupChoice[] => {
  if (field === null) return [{ id: ALL, name: 'All issues' }]
  const hasNone = groups.some(group => group.key === NONE && group.total > 0)
  if (field === 'target_date' || field === 'start_date') {
    const days = groups.map(group => group.key).filter(key => key !== NONE)
    const none = field === 'target_date' ? 'No due date' : 'No start date'
    return [
      ...days.sort().map(day => ({ id: day, name: shortDay(day, true) })),
      ...(hasNone ? [{ id: NONE, name: none }] : []),
    ]
  }
  const { choices: name, none, noneIcon } = looks[field]
  const known = choices[name]
  // Someone who left the project, a cycle that was archived: their issues are still there.
  const gone = groups.filter(
    group => group.total > 0 && group.key !== NONE && !known.some(choice => choice.id === group.key),
  )
  return [
    ...known.map(choice => ({ ...choice, ...closing(field, choice) })),
    ...gone.map(group => ({ ...goneChoice(group.key), closed: GONE })),
    ...(hasNone && none ? [{ id: NONE, name: none, icon: noneIcon }] : []),
  ]
}

const isAlike = (one: object, other: object) => {
  const [was, is] = [new Map(Object.entries(one)), Object.entries(other)]
  return was.size === is.length && is.every(([name, value]) => was.get(name) === value)
}

/** Groups that are as they were stay the same objects, so that nothing is drawn anew for them. */
const useUnchanged = <G extends { key: string }>(groups: G[]): G[] => {
  const last = useRef(groups)
  const before = new Map(last.current.map(group => [group.key, group]))
  const kept = groups.map(group => {
    const old = before.get(group.key)
    return old && isAlike(old, group) ? old : group
  })
  const next = last.current.length === kept.length && isAlike(last.current, kept) ? last.current : kept
  useEffect(() => {
    last.current = next
  })
  return next
}

/** The groups with their names and in their order; without those that hold nothing unless asked. */
export const useNamedGroups = (
  projectId: string | null,
  field: GroupField | null,
  groups: readonly Group[],
  showEmpty: boolean,
): NamedGroup[] => {
  const choices = useChoices(projectId)
  const found = new Map(groups.map(group => [group.key, group]))
  return useUnchanged(
    keysOf(field, choices, groups).flatMap(({ id, name, icon, closed }): NamedGroup[] => {
      const group = found.get(id) ?? emptyGroup(id)
      const named = { ...group, name, icon: icon ?? null, ...(closed ? { closed } : {}) }
      return group.total > 0 || showEmpty ? [named] : []
    }),
  )
}

export type Lane = Pick<NamedGroup, 'key' | 'name' | 'icon' | 'total' | 'closed'>

/** The second grouping's keys over all groups, with how many issues each holds: the swimlanes. */
export const useLanes = (
  projectId: string | null,
  field: GroupField | null,
  groups: readonly Group[],
  showEmpty: boolean,
): Lane[] => {
  const choices = useChoices(projectId)
  const totals = new Map<string, number>()
  for (const { cells } of groups)
    for (const { key, total } of cells) totals.set(key, (totals.get(key) ?? 0) + total)
  const found = [...totals].map(([key, total]) => ({ key, total }))
  return useUnchanged(
    (field === null ? [] : keysOf(field, choices, found)).flatMap((choice): Lane[] => {
      const total = totals.get(choice.id) ?? 0
      const { id, name, icon, closed } = choice
      const lane = { key: id, name, icon: icon ?? null, total, ...(closed ? { closed } : {}) }
      return total > 0 || showEmpty ? [lane] : []
    }),
  )
}

type Place = Pick<NamedGroup, 'key' | 'closed'>

/** Can a new issue begin in this group? Nobody makes one in someone else's name. */
export const takesNew = (field: GroupField | null, group: Place) =>
  field !== 'created_by' && group.closed === undefined

/** Why what stands in one group cannot be put into another; null where it can. */
export const refusal = (field: GroupField | null, from: string, to: Place): string | null => {
  if (from === to.key || field === null) return null
  if (to.closed !== undefined) return to.closed
  return fixed.has(field) ? 'This grouping cannot be changed by dragging.' : null
}
const fixed = new Set<GroupField>(['state__group', 'project_id', 'created_by'])

/** A state of the group that a new issue begins in: the project's standard one, if it is of that group. */
const stateIn = (group: string, projectId: string): IssueChange => {
  const states = getRows('state')
    .filter(state => state.project_id === projectId && state.group === group)
    .sort((a, b) => Number(b.default) - Number(a.default) || a.sequence - b.sequence)
  return states[0] ? { state_id: states[0].id } : {}
}

/** What a new issue of this group begins with. */
export const groupInput = (field: GroupField | null, key: string, projectId: string): IssueChange => {
  if (field === null || key === NONE) return {}
  switch (field) {
    case 'state_id':
      return { state_id: key }
    case 'state__group':
      return stateIn(key, projectId)
    case 'priority':
      return { priority: key as Priority }
    case 'labels__id':
      return { label_ids: [key] }
    case 'assignees__id':
      return { assignee_ids: [key] }
    case 'target_date':
      return { target_date: key }
    case 'start_date':
      return { start_date: key }
    case 'cycle_id':
      return { cycle_id: key }
    case 'issue_module__module_id':
      return { module_ids: [key] }
    default:
      return {}
  }
}

/** What a new issue of this list begins with: its cycle or module, and what it is filtered by, where that is one value. */
export const contextInput = ({ scope }: ListContext, { filters }: IssueQuery): IssueChange => {
  const only = (name: FilterField) => {
    const filter = filters[name]
    return filter && 'values' in filter && filter.values.length === 1 && !filter.none
      ? filter.values[0]
      : undefined
  }
  const [state, priority, cycle, estimate] = [
    only('state'),
    only('priority'),
    only('cycle'),
    only('estimate_point'),
  ]
  const [assignee, label, module] = [only('assignees'), only('labels'), only('module')]
  return {
    ...(state ? { state_id: state } : {}),
    ...(priority ? { priority: priority as Priority } : {}),
    ...(estimate ? { estimate_point: estimate } : {}),
    ...(assignee ? { assignee_ids: [assignee] } : {}),
    ...(label ? { label_ids: [label] } : {}),
    ...(scope.in === 'cycle' ? { cycle_id: scope.id } : cycle ? { cycle_id: cycle } : {}),
    ...(scope.in === 'module' ? { module_ids: [scope.id] } : module ? { module_ids: [module] } : {}),
  }
}

const many = {
  labels__id: 'label_ids',
  assignees__id: 'assignee_ids',
  issue_module__module_id: 'module_ids',
} as const

/** What a drop from one group into another changes; null where the grouping cannot be changed by dropping. */
export const dropPatch = (
  field: GroupField | null,
  issue: Issue,
  from: string,
  to: string,
): IssueChange | null => {
  if (from === to || field === null) return {}
  if (fixed.has(field)) return null
  if (field in many) {
    const column = many[field as keyof typeof many]
    const rest = issue[column].filter(id => id !== from && id !== to)
    return { [column]: to === NONE ? rest : [...rest, to] }
  }
  const column = groupFields[field].column
  if (to !== NONE) return { [column]: to }
  return column === 'state_id' || column === 'priority' ? null : { [column]: null }
}
