import { useState } from 'react'
import { entriesOf } from '#contract/keys.ts'
import { priorities } from '#contract/work/issues.ts'
import { useMade } from '../data/rows.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { statesOf, useProjectLabels, useProjectPeople } from '../issues/fields/projectRows.ts'
import { StateRowSign } from '../issues/fields/StateSign.tsx'
import { FilterBar, FilterChip } from '../shell/FilterBar.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { LabelDot } from '../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../ui/marks/PriorityIcon.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import {
  type IntakeList,
  isFiltered,
  noFilter,
  orders,
  type SetFilter,
  type Span,
  spans,
  statusesOf,
  statusNames,
} from './intakeList.ts'

type FiltersProps = { projectId: string; list: IntakeList; onChange: (change: Partial<IntakeList>) => void }

const toggled = <T,>(chosen: readonly T[], one: T): T[] =>
  chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one]

/** The filters and the order: two buttons above the list. */
export const IntakeFilters = ({ projectId, list, onChange }: FiltersProps) => {
  const [isFiltering, setFiltering] = useState(false)
  const people = useProjectPeople(projectId)
  const labels = useProjectLabels(projectId)
  const states = useMade(statesOf, projectId)
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter', group: 'Intake' } })
  const several = (name: SetFilter, id: string) => ({
    id,
    checked: list[name].includes(id),
    stays: true,
    run: () => onChange({ [name]: toggled(list[name], id) }),
  })
  const byPerson = (name: 'assignees' | 'created_by') =>
    people.map(person => ({
      ...several(name, person.id),
      label: person.display_name,
      icon: <Avatar person={person} silent />,
    }))
  const byDay = (name: 'created' | 'updated') =>
    entriesOf(spans).map(([id, label]) => ({
      id,
      label,
      checked: list[name] === Number(id),
      run: () => onChange({ [name]: list[name] === Number(id) ? null : (Number(id) as Span) }),
    }))
  const filters: MenuEntry[] = [
    {
      id: 'status',
      label: 'Status',
      icon: 'inbox',
      children: statusesOf[list.tab].map(status => ({
        id: String(status),
        label: statusNames[status]!,
        checked: list.statuses.includes(status),
        stays: true,
        run: () => {
          const statuses = statusesOf[list.tab].filter(one => toggled(list.statuses, status).includes(one))
          if (statuses.length > 0) onChange({ statuses })
        },
      })),
    },
    {
      id: 'state',
      label: 'State',
      icon: 'circle-dot',
      children: states.map(state => ({
        ...several('state', state.id),
        label: state.name,
        icon: <StateRowSign state={state} />,
      })),
    },
    {
      id: 'priority',
      label: 'Priority',
      icon: 'signal',
      children: priorities.map(priority => ({
        ...several('priority', priority),
        label: priorityNames[priority],
        icon: <PriorityIcon priority={priority} silent />,
      })),
    },
    ...(labels.length > 0
      ? [
          {
            id: 'labels',
            label: 'Labels',
            icon: 'tag' as const,
            children: labels.map(label => ({
              ...several('labels', label.id),
              label: label.name,
              icon: <LabelDot color={label.color} />,
            })),
          },
        ]
      : []),
    { id: 'assignees', label: 'Assignee', icon: 'user-round', children: byPerson('assignees') },
    { id: 'created_by', label: 'Created by', icon: 'circle-user', children: byPerson('created_by') },
    { id: 'created', label: 'Created', icon: 'clock', children: byDay('created') },
    { id: 'updated', label: 'Updated', icon: 'history', children: byDay('updated') },
  ]
  const ordering: MenuEntry[] = [
    ...entriesOf(orders).map(([id, label]) => ({
      id,
      label,
      checked: list.order === id,
      run: () => onChange({ order: id }),
    })),
    { id: 'rule', rule: true },
    ...[false, true].map(descending => ({
      id: descending ? 'desc' : 'asc',
      label: descending ? 'Descending' : 'Ascending',
      checked: list.descending === descending,
      run: () => onChange({ descending }),
    })),
  ]
  return (
    <>
      <Menu entries={filters} align="end" open={isFiltering} onOpenChange={setFiltering}>
        <IconButton icon="list-filter" label="Filter" keys="f" on={isFiltered(list)} />
      </Menu>
      <Menu entries={ordering} align="end">
        <IconButton
          icon={list.descending ? 'arrow-down' : 'arrow-up'}
          label={`Order: ${orders[list.order]}, ${list.descending ? 'descending' : 'ascending'}`}
        />
      </Menu>
    </>
  )
}

/** The filters of the list as chips. */
export const IntakeChips = ({ list, onChange }: Omit<FiltersProps, 'projectId'>) => {
  const people = useRowsOf('user', [...list.assignees, ...list.created_by])
  const labels = useRowsOf('label', list.labels)
  const states = useRowsOf('state', list.state)
  if (!isFiltered(list)) return null
  const nameOf = (id: string) => people.find(person => person.id === id)?.display_name ?? 'Someone'
  const chip = (name: SetFilter, icon: IconName, field: string, words: readonly string[]) =>
    list[name].length > 0 && (
      <FilterChip
        icon={icon}
        field={field}
        operator={list[name].length > 1 ? 'is any of' : 'is'}
        value={words.join(', ')}
        onRemove={() => onChange({ [name]: [] })}
      />
    )
  const day = (name: 'created' | 'updated', field: string) =>
    list[name] !== null && (
      <FilterChip
        icon="calendar"
        field={field}
        operator="is"
        value={spans[list[name]]}
        onRemove={() => onChange({ [name]: null })}
      />
    )
  return (
    <FilterBar onClear={() => onChange(noFilter)}>
      {chip(
        'state',
        'circle-dot',
        'State',
        states.map(state => state.name),
      )}
      {chip(
        'priority',
        'signal',
        'Priority',
        list.priority.map(one => priorityNames[one as keyof typeof priorityNames] ?? one),
      )}
      {chip(
        'labels',
        'tag',
        'Labels',
        labels.map(label => label.name),
      )}
      {chip('assignees', 'user-round', 'Assignee', list.assignees.map(nameOf))}
      {chip('created_by', 'circle-user', 'Created by', list.created_by.map(nameOf))}
      {day('created', 'Created')}
      {day('updated', 'Updated')}
    </FilterBar>
  )
}
