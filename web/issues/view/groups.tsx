import { type ReactNode, useEffect, useRef } from 'react'
import { type FieldName, fieldOf, valuesIn } from '#contract/lists/issueFields.ts'
import { fieldOfFilter, filterFields, filterNames, NONE } from '#contract/lists/issueFilters.ts'
import { type GroupField, groupFields, type IssueQuery } from '#contract/lists/issueQuery.ts'
import { cycleStatus } from '#contract/planning/cycles.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { ALL, emptyGroup, type Group } from '../../data/lists.ts'
import { getRow, getRows } from '../../data/rows.ts'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { type Choice, type Choices, goneChoice, useChoices } from '../fields/choices.tsx'
import { isEdited, lookOf } from '../fields/fields.ts'
import type { ListContext } from './contexts.ts'

export type NamedGroup = Group & {
  name: string
  icon: ReactNode
  /** Why no issue can be put into it. */
  closed?: string
}

// Nobody filters by an issue's having no creator; a group of them there may be.
const noneIn = (field: FieldName) => (field === 'created_by' ? 'No creator' : lookOf(field)?.none)

type GroupChoice = Choice & { closed?: string }
const GONE = 'It has been deleted.'

/** A cycle that is over takes no more issues. */
const closing = (field: GroupField, { id }: Choice) => {
  const cycle = field === 'cycle_id' ? getRow('cycle', id) : null
  const zone = getRow('project', cycle?.project_id)?.timezone ?? 'UTC'
  return cycle && cycleStatus(cycle, zone) === 'completed' ? { closed: 'This cycle has ended.' } : {}
}

/** Every key that a grouping may have, in the order that people expect; days are known by the groups themselves. */
const keysOf = (
  field: GroupField | null,
  choices: Choices,
  groups: readonly Pick<Group, 'key' | 'total'>[],
): GroupChoice[] => {
  if (field === null) return [{ id: ALL, name: 'All issues' }]
  const hasNone = groups.some(group => group.key === NONE && group.total > 0)
  const { field: of } = groupFields[field]
  const [none, from] = [noneIn(of), lookOf(of)?.choices]
  if (!from) {
    const days = groups.map(group => group.key).filter(key => key !== NONE)
    return [
      ...days.sort().map(day => ({ id: day, name: shortDay(day, true) })),
      ...(hasNone && none ? [{ id: NONE, name: none }] : []),
    ]
  }
  const known = choices[from]
  const noneIcon = from === 'people' ? <Avatar silent /> : undefined
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

/** The groups with their names and in their order; empty ones only if asked for. */
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

/** Why what is in one group cannot be put into another; null where it can. */
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

/** The change that gives an issue this one value; a field with several gets it alone. */
const having = (field: FieldName, value: string): IssueChange => {
  const of = fieldOf(field)
  if (of.holds === 'elsewhere' || !isEdited(field)) return {}
  return { [of.column]: of.holds === 'rows' ? [value] : value }
}

/** The fields of a new issue in this group. */
export const groupInput = (field: GroupField | null, key: string, projectId: string): IssueChange => {
  if (field === null || key === NONE) return {}
  return field === 'state__group' ? stateIn(key, projectId) : having(groupFields[field].field, key)
}

/** The fields of a new issue in this list: its cycle or module, and the filters that name one value. */
export const contextInput = ({ scope }: ListContext, { filters }: IssueQuery): IssueChange => {
  const asked = filterNames.flatMap(name => {
    const filter = filters[name]
    const { field, not } = fieldOfFilter(name)
    return !not &&
      field !== 'parent' &&
      filter &&
      'values' in filter &&
      filter.values.length === 1 &&
      !filter.none
      ? filter.values.map(value => having(filterFields[field].field, value))
      : []
  })
  if (scope.in === 'cycle') asked.push(having('cycle', scope.id))
  if (scope.in === 'module') asked.push(having('modules', scope.id))
  return Object.assign({}, ...asked)
}

/** The change that a drop from one group into another makes; null where dropping cannot change the grouping. */
export const dropPatch = (
  field: GroupField | null,
  issue: Issue,
  from: string,
  to: string,
): IssueChange | null => {
  if (from === to || field === null) return {}
  if (fixed.has(field)) return null
  const { column, holds, none } = groupFields[field]
  if (holds === 'rows') {
    const rest = valuesIn(issue, column).filter(id => id !== from && id !== to)
    return { [column]: to === NONE ? rest : [...rest, to] }
  }
  if (to !== NONE) return { [column]: to }
  return none || holds === 'day' ? { [column]: null } : null
}
