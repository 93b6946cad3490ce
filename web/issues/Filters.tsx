import { useRef, useState } from 'react'
import { type Filter, type FilterField, NONE } from '#contract/issueFilters.ts'
import type { IssueQuery } from '#contract/issueQuery.ts'
import { priorities } from '#contract/issues.ts'
import { FilterBar, FilterChip } from '../shell/FilterBar.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { IconName } from '../ui/icons.tsx'
import { LabelDot } from '../ui/Label.tsx'
import { Picker, type PickerOption } from '../ui/Picker.tsx'
import { PriorityIcon, priorityNames } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { laterState, useProjectLabels, useProjectPeople, useStates } from './projectRows.ts'

type Shown = { field: FilterField; name: string; icon: IconName; options: PickerOption[] }

const useFields = (projectId: string): Shown[] => {
  const states = useStates(projectId)
  const people = useProjectPeople(projectId)
  const labels = useProjectLabels(projectId)
  const persons = people.map(person => ({
    id: person.id,
    name: person.display_name,
    icon: <Avatar person={person} silent />,
  }))
  return [
    {
      field: 'state',
      name: 'State',
      icon: 'circle-dot',
      options: states.map(state => ({
        id: state.id,
        name: state.name,
        icon: <StateIcon group={state.group} color={state.color} {...laterState(states, state)} />,
      })),
    },
    {
      field: 'priority',
      name: 'Priority',
      icon: 'chart-no-axes-column',
      options: [...priorities]
        .reverse()
        .map(id => ({ id, name: priorityNames[id], icon: <PriorityIcon priority={id} silent /> })),
    },
    {
      field: 'assignees',
      name: 'Assignee',
      icon: 'user-round',
      options: [...persons, { id: NONE, name: 'No assignee', icon: <Avatar silent /> }],
    },
    {
      field: 'labels',
      name: 'Label',
      icon: 'tag' as IconName,
      options: [
        ...labels.map(label => ({ id: label.id, name: label.name, icon: <LabelDot color={label.color} /> })),
        { id: NONE, name: 'No label' },
      ],
    },
    { field: 'created_by', name: 'Creator', icon: 'square-pen', options: persons },
  ]
}

type FiltersProps = {
  projectId: string
  query: IssueQuery
  change: (changes: Record<string, string | null>) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

const valuesOf = (filter: Filter | undefined) =>
  filter && 'values' in filter ? [...filter.values, ...(filter.none ? [NONE] : [])] : []

/** The filters in force, each part a button that changes it; and the picker that adds one. */
export const Filters = ({ projectId, query, change, open, onOpenChange }: FiltersProps) => {
  const fields = useFields(projectId)
  const [adding, setAdding] = useState<FilterField | null>(null)
  const plus = useRef<HTMLButtonElement>(null)
  const set = (field: FilterField, ids: string[]) =>
    change({ [field]: ids.length > 0 ? ids.join(',') : null })
  const applied = fields.filter(({ field }) => query.filters[field])
  const chosen = fields.find(({ field }) => field === adding)
  if (applied.length === 0 && !open && !chosen) return null
  return (
    <FilterBar
      add={
        <>
          <IconButton
            ref={plus}
            icon="plus"
            size="strip"
            label="Add a filter"
            keys="f"
            onClick={() => onOpenChange(true)}
          />
          <Picker
            label="Filter by"
            hint="Filter by…"
            keys="f"
            open={open}
            onOpenChange={onOpenChange}
            anchor={plus.current}
            value={[]}
            options={fields.map(({ field, name }) => ({ id: field, name }))}
            onPick={([field]) => {
              onOpenChange(false)
              if (field) setTimeout(() => setAdding(field as FilterField))
            }}
          />
          {chosen && (
            <Picker
              label={chosen.name}
              hint={`${chosen.name} is…`}
              open
              onOpenChange={next => next || setAdding(null)}
              anchor={plus.current}
              multiple
              value={valuesOf(query.filters[chosen.field])}
              options={chosen.options}
              onPick={ids => set(chosen.field, ids)}
            />
          )}
        </>
      }
      {...(applied.length > 0
        ? { onClear: () => change(Object.fromEntries(applied.map(({ field }) => [field, null]))) }
        : {})}
    >
      {applied.map(({ field, name, icon, options }) => {
        const values = valuesOf(query.filters[field])
        const names = options.filter(option => values.includes(option.id))
        return (
          <FilterChip
            key={field}
            icon={icon}
            field={name}
            operator={values.length > 1 ? 'is any of' : 'is'}
            value={names.length > 0 ? names.map(option => option.name).join(', ') : 'something that is gone'}
            wrapValue={part => (
              <Picker label={name} multiple value={values} options={options} onPick={ids => set(field, ids)}>
                {part}
              </Picker>
            )}
            onRemove={() => set(field, [])}
          />
        )
      })}
    </FilterBar>
  )
}
