import { type ReactNode, useMemo } from 'react'
import type { GroupField } from '#contract/issueQuery.ts'
import { groupFields, NONE } from '#contract/issueQuery.ts'
import { type Issue, type IssueInput, type Priority, priorities } from '#contract/issues.ts'
import { stateGroups } from '#contract/states.ts'
import type { RowTypes } from '../data/entities.ts'
import { ALL, type Group } from '../data/lists.ts'
import { useRows } from '../data/rows.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { LabelDot } from '../ui/Label.tsx'
import { PriorityIcon, priorityNames } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'

export type NamedGroup = Group & { name: string; icon: ReactNode }

const groupNames: Record<string, string> = {
  backlog: 'Backlog',
  unstarted: 'Unstarted',
  started: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const useStates = (projectId: string): RowTypes['state'][] => {
  const states = useRows('state')
  return useMemo(
    () =>
      states
        .filter(state => state.project_id === projectId)
        .sort(
          (a, b) =>
            (stateGroups as readonly string[]).indexOf(a.group) -
              (stateGroups as readonly string[]).indexOf(b.group) || a.sequence - b.sequence,
        ),
    [states, projectId],
  )
}

export const useProjectPeople = (projectId: string): RowTypes['user'][] => {
  const members = useRows('project_member')
  const people = new Map(useRows('user').map(user => [user.id, user]))
  return members
    .filter(row => row.project === projectId && row.is_active)
    .flatMap(row => people.get(row.member) ?? [])
    .sort((a, b) => a.display_name.localeCompare(b.display_name))
}

export const useProjectLabels = (projectId: string) =>
  useRows('label')
    .filter(label => label.project_id === projectId)
    .sort((a, b) => a.sort_order - b.sort_order)

/** The groups in the order that people expect, with their names; without those that hold nothing unless asked. */
export const useNamedGroups = (
  projectId: string,
  field: GroupField | null,
  groups: readonly Group[],
  showEmpty: boolean,
): NamedGroup[] => {
  const states = useStates(projectId)
  const people = useProjectPeople(projectId)
  const labels = useProjectLabels(projectId)
  const found = new Map(groups.map(group => [group.key, group]))
  const named = (key: string, name: string, icon: ReactNode): NamedGroup[] => {
    const group = found.get(key) ?? { key, ids: [], total: 0 }
    return group.total > 0 || showEmpty ? [{ ...group, name, icon }] : []
  }
  const none = (name: string, icon: ReactNode) => (found.get(NONE)?.total ? named(NONE, name, icon) : [])
  switch (field) {
    case null:
      return named(ALL, 'All issues', null)
    case 'state_id':
      return states.flatMap(state =>
        named(
          state.id,
          state.name,
          <StateIcon group={state.group} color={state.color} {...laterState(states, state)} />,
        ),
      )
    case 'state__group':
      return stateGroups.flatMap(group => named(group, groupNames[group]!, <StateIcon group={group} />))
    case 'priority':
      return [...priorities]
        .reverse()
        .flatMap(priority =>
          named(priority, priorityNames[priority], <PriorityIcon priority={priority} silent />),
        )
    case 'assignees__id':
    case 'created_by':
      return [
        ...people.flatMap(person => named(person.id, person.display_name, <Avatar person={person} silent />)),
        ...none('No assignee', <Avatar silent />),
      ]
    case 'labels__id':
      return [
        ...labels.flatMap(label => named(label.id, label.name, <LabelDot color={label.color} />)),
        ...none('No label', null),
      ]
  }
}

export const laterState = (states: readonly RowTypes['state'][], state: RowTypes['state']) =>
  state.group === 'started' && states.find(one => one.group === 'started')?.id !== state.id
    ? { later: true }
    : {}

/** What a new issue of this group begins with. */
export const groupInput = (field: GroupField | null, key: string): Partial<IssueInput> => {
  if (field === 'state_id') return { state_id: key }
  if (field === 'priority') return { priority: key as Priority }
  if (field === 'labels__id' && key !== NONE) return { label_ids: [key] }
  if (field === 'assignees__id' && key !== NONE) return { assignee_ids: [key] }
  return {}
}

/** What a drop from one group into another changes; null where the grouping cannot be changed by dropping. */
export const dropPatch = (
  field: GroupField | null,
  issue: Issue,
  from: string,
  to: string,
): Partial<IssueInput> | null => {
  if (from === to) return {}
  if (field === 'state_id') return { state_id: to }
  if (field === 'priority') return { priority: to as Priority }
  if (field === 'labels__id' || field === 'assignees__id') {
    const column = groupFields[field].column as 'label_ids' | 'assignee_ids'
    const rest = issue[column].filter(id => id !== from && id !== to)
    return { [column]: to === NONE ? rest : [...rest, to] }
  }
  return null
}
