/** Rows and columns of a chart as people know them: a name, a sign and a colour. */
import type { ReactNode } from 'react'
import { isAmong } from '#contract/keys.ts'
import { NONE } from '#contract/lists/issueFilters.ts'
import type { Axis } from '#contract/planning/analytics.ts'
import { type Priority, priorities } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { GROUP_NAMES } from '../../issues/fields/choices.tsx'
import { laterState, statesOf } from '../../issues/fields/projectRows.ts'
import { personColour, roleColour, tileColour } from '../../ui/colours.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { Icon } from '../../ui/icons.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon, stateColour } from '../../ui/marks/StateIcon.tsx'
import { personNamed, projectNamed } from '../people.tsx'
import { axisNone, isDateAxis } from './choice.ts'

export type NamedKey = { key: string; name: string; icon: ReactNode; colour: string }
type Given = { key: string; ids: readonly string[] }

const mixed = (role: string, percent: number) => `color-mix(in srgb, var(--${role}) ${percent}%, var(--bg))`
const priorityColours: Record<Priority, string> = {
  urgent: 'var(--pr-urgent)',
  high: 'var(--pr-bar)',
  medium: mixed('pr-bar', 75),
  low: mixed('pr-bar', 55),
  none: 'var(--pr-off)',
}
const isPriority = (key: string): key is Priority => isAmong(priorities, key)
const sign = (name: 'iteration-cw' | 'boxes' | 'calendar') => <Icon name={name} className="text-ink-3" />

const ofState = (id: string) => {
  const state = getRow('state', id)
  if (!state) return { name: 'Deleted', icon: null, colour: 'var(--st-todo)' }
  const look = { group: state.group, color: state.color, ...laterState(statesOf.of(state.project_id), state) }
  return { name: state.name, icon: <StateIcon {...look} />, colour: stateColour(look) }
}

const ofLabel = (id: string) => {
  const label = getRow('label', id)
  const color = label?.color || 'lb-blue'
  return { name: label?.name ?? 'Deleted', icon: <LabelDot color={color} />, colour: roleColour(color) }
}

/** `place`: its index among so many; a value without a colour of its own is shaded by it. */
export const namedKey = (axis: Axis, { key, ids }: Given, place = 0, of = 1): NamedKey => {
  const id = ids[0] ?? key
  const shade = mixed('accent', Math.round(100 - (70 * place) / Math.max(1, of)))
  if (key === NONE) {
    const icon = axis === 'assignees__id' || axis === 'created_by' ? personNamed(null).icon : null
    return { key, name: axisNone(axis), icon, colour: 'var(--pr-off)' }
  }
  if (isDateAxis(axis))
    return { key, name: dayWords(dayNumber(`${key}-01`), 'MMM yyyy'), icon: sign('calendar'), colour: shade }
  switch (axis) {
    case 'state_id':
      return { key, ...ofState(id) }
    case 'state__group':
      return {
        key,
        name: GROUP_NAMES[key] ?? key,
        icon: <StateIcon group={key} />,
        colour: stateColour({ group: key }),
      }
    case 'priority': {
      const priority = isPriority(key) ? key : 'none'
      return {
        key,
        name: priority === 'none' ? 'None' : priorityNames[priority],
        icon: <PriorityIcon priority={priority} silent />,
        colour: priorityColours[priority],
      }
    }
    case 'labels__id':
      return { key, ...ofLabel(id) }
    case 'assignees__id':
    case 'created_by':
      return { key, ...personNamed(id), colour: personColour(id) }
    case 'issue_cycle__cycle_id':
      return {
        key,
        name: getRow('cycle', id)?.name ?? 'Deleted',
        icon: sign('iteration-cw'),
        colour: tileColour(id),
      }
    case 'issue_module__module_id':
      return {
        key,
        name: getRow('module', id)?.name ?? 'Deleted',
        icon: sign('boxes'),
        colour: tileColour(id),
      }
    case 'project_id':
      return { key, ...projectNamed(id), colour: tileColour(id) }
    default:
      return { key, name: key, icon: null, colour: shade }
  }
}

/** Undivided rows have the colour of their value; people and others that of issues to do. */
export const wholeColour = (axis: Axis, named: NamedKey): string =>
  ['state_id', 'state__group', 'priority', 'labels__id'].includes(axis) && named.key !== NONE
    ? named.colour
    : 'var(--st-todo)'
