import type { ReactElement } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import { youFirst } from '../../issues/fields/choices.tsx'
import { peopleOf } from '../../issues/fields/projectRows.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { type ModuleStatus, statusNames, statusOrder } from './moduleRows.ts'

type StatusPickerProps = {
  /** Null where several have different ones. */
  value: ModuleStatus | null
  onPick: (status: ModuleStatus) => void
  children: ReactElement
}

const statuses = () =>
  statusOrder.map(status => ({
    id: status,
    name: statusNames[status],
    icon: <ModuleStatusIcon status={status} />,
  }))

export const StatusPicker = ({ value, onPick, children }: StatusPickerProps) => (
  <Picker
    label="Status"
    hint="Change status…"
    digits
    options={statuses}
    value={value ? [value] : []}
    onPick={([status]) => status && onPick(status as ModuleStatus)}
  >
    {children}
  </Picker>
)

const peopleIn = (projectId: string) =>
  youFirst(
    peopleOf.of(projectId).map(person => ({
      id: person.id,
      name: person.display_name,
      words: `${person.first_name} ${person.last_name}`,
      icon: <Avatar person={person} silent />,
    })),
  )

type LeadPickerProps = {
  projectId: string
  /** Undefined where several have different ones. */
  value: Module['lead_id'] | undefined
  onPick: (lead: string | null) => void
  children: ReactElement
}

export const LeadPicker = ({ projectId, value, onPick, children }: LeadPickerProps) => (
  <Picker
    label="Lead"
    hint="Change lead…"
    options={() => [{ id: '', name: 'No lead', icon: <Avatar silent /> }, ...peopleIn(projectId)]}
    value={value === undefined ? [] : [value ?? '']}
    onPick={([id]) => onPick(id || null)}
  >
    {children}
  </Picker>
)

type MembersPickerProps = {
  projectId: string
  value: readonly string[]
  onPick: (members: string[]) => void
  children: ReactElement
}

export const MembersPicker = ({ projectId, value, onPick, children }: MembersPickerProps) => (
  <Picker
    multiple
    label="Members"
    hint="Change members…"
    options={() => peopleIn(projectId)}
    value={value}
    onPick={onPick}
  >
    {children}
  </Picker>
)
