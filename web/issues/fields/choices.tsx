/** The choices of every field of an issue: one source for pickers, filters and group headers. */
import { type ReactNode, useMemo } from 'react'
import { type Priority, priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import type { RowTypes } from '../../data/entities.ts'
import { getRow, getRows, madeOf, useMade } from '../../data/rows.ts'
import { viewer } from '../../data/viewer.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { projectOption } from './projectOption.tsx'
import {
  labelsOf,
  laterState,
  membersOf,
  modulesOf,
  pointsOf,
  statesOf,
  useProjectCycles,
} from './projectRows.ts'

export type Choice = { id: string; name: string; icon?: ReactNode; words?: string; detail?: string }
export type ChoiceField =
  | 'state'
  | 'state_group'
  | 'priority'
  | 'people'
  | 'agents'
  /** People and agents. */
  | 'members'
  | 'labels'
  | 'cycle'
  | 'module'
  | 'project'
  | 'estimate_point'

export const GROUP_NAMES: Record<string, string> = {
  backlog: 'Backlog',
  unstarted: 'Unstarted',
  started: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** People with the one who reads first. */
export const youFirst = (choices: readonly Choice[]): Choice[] => {
  const me = choices.find(choice => choice.id === viewer()?.id)
  return me
    ? [
        { ...me, name: `${me.name} (you)`, words: `${me.words ?? ''} me myself` },
        ...choices.filter(choice => choice !== me),
      ]
    : [...choices]
}

export const priorityChoices: Choice[] = [...priorities].reverse().map((id: Priority) => ({
  id,
  name: priorityNames[id],
  icon: <PriorityIcon priority={id} silent />,
}))
const stateGroupChoices: Choice[] = stateGroups.map(group => ({
  id: group,
  name: GROUP_NAMES[group] ?? group,
  icon: <StateIcon group={group} />,
}))

export const stateChoice = (states: readonly RowTypes['state'][], state: RowTypes['state']): Choice => ({
  id: state.id,
  name: state.name,
  icon: <StateIcon group={state.group} color={state.color} {...laterState(states, state)} />,
})

// Where rows of several projects are side by side, each says whose it is.
const projectNames = (projectId: string | null, projects: readonly RowTypes['project'][]) => {
  if (projectId !== null) return () => ({})
  const names = new Map(projects.map(project => [project.id, project.name]))
  return (id: string) => ({ words: names.get(id) ?? '', detail: names.get(id) ?? '' })
}

const memberChoice = (person: RowTypes['user']): Choice => ({
  id: person.id,
  name: person.display_name,
  words: `${person.first_name} ${person.last_name}`,
  icon: <Avatar person={person} silent />,
})

const icon = (name: IconName) => <Icon name={name} className="text-ink-3" />

export type Choices = Readonly<Record<ChoiceField, readonly Choice[]>>

const choicesOf = madeOf(
  ['state', 'project_member', 'user', 'label', 'module', 'estimate_point', 'project'],
  (projectId: string | null) => {
    const states = statesOf.of(projectId)
    const projects = getRows('project')
    const members = membersOf.of(projectId)
    const ofProject = projectNames(projectId, projects)
    return {
      state: states.map(state => ({ ...stateChoice(states, state), ...ofProject(state.project_id) })),
      state_group: stateGroupChoices,
      priority: priorityChoices,
      people: members.filter(person => !person.is_bot).map(memberChoice),
      agents: members.filter(person => person.is_bot).map(memberChoice),
      members: members.map(memberChoice),
      labels: labelsOf.of(projectId).map(label => ({
        id: label.id,
        name: label.name,
        icon: <LabelDot color={label.color} />,
        ...ofProject(label.project_id),
      })),
      module: modulesOf.of(projectId).map(module => ({
        id: module.id,
        name: module.name,
        icon: icon('boxes'),
        ...ofProject(module.project_id),
      })),
      project: projects.map(projectOption),
      estimate_point: pointsOf.of(projectId).map(point => ({ id: point.id, name: point.value })),
    }
  },
)

/** Every field's choices in one project; in all of them when `projectId` is null. */
export const useChoices = (projectId: string | null): Choices => {
  const made = useMade(choicesOf, projectId)
  const cycles = useProjectCycles(projectId)
  return useMemo(() => {
    const ofProject = projectNames(projectId, getRows('project'))
    const cycle = cycles.map(({ id, name, project_id }) => ({
      id,
      name,
      icon: icon('iteration-cw'),
      ...ofProject(project_id),
    }))
    return { ...made, cycle }
  }, [projectId, made, cycles])
}

/**
 * A value that issues still name though nobody can choose it here any more: a person who left the project, an archived
 * cycle.
 */
export const goneChoice = (id: string): Choice => {
  const person = getRow('user', id)
  if (person) return { id, name: person.display_name, icon: <Avatar person={person} silent /> }
  const thing = getRow('cycle', id) ?? getRow('module', id) ?? getRow('project', id) ?? getRow('state', id)
  return { id, name: thing?.name ?? 'Deleted' }
}
