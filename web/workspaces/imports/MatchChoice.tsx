import type { ReactNode } from 'react'
import { GUEST, MEMBER } from '#contract/rules.ts'
import { priorities } from '#contract/work/issues.ts'
import {
  columnTargets,
  type ImportChoices,
  type Match,
  type MatchKind,
  stateGroups,
} from '#contract/workspace/imports.ts'
import { projectLook } from '../../data/projectLook.ts'
import { getRows, useRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { projectOption } from '../../issues/fields/projectOption.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { PriorityIcon, priorityNames } from '../../ui/marks/PriorityIcon.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import type { PickerOption } from '../../ui/popups/useChoices.ts'
import { roleName } from '../roles.ts'
import { targetWords } from './importWords.ts'

type Given = {
  match: Match
  onChoose: (choices: ImportChoices) => void
  mayAll: boolean
  /** Without it a project is chosen for all that comes. */
  mayLeaveOut?: boolean
}
type Look = { label: ReactNode; picked: string; options: () => PickerOption[]; onPick: (id: string) => void }

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

const groupNames = {
  backlog: 'Backlog',
  unstarted: 'Unstarted',
  started: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

const openProjects = () =>
  getRows('project').filter(
    ({ id, workspace, archived_at }) => !archived_at && may('import.into', {}, { workspace, project: id }),
  )

const projectLookOf = (
  { match: { value, to }, onChoose, mayAll, mayLeaveOut = true }: Given,
  known: Parameters<typeof projectLook>[0] | null,
): Look => ({
  label:
    to.to === 'skip' ? (
      'Leave out'
    ) : to.to === 'new' ? (
      <>
        <Icon name="plus" size={14} /> New: {text(to.name)}, {text(to.identifier)}
      </>
    ) : (
      <>
        {known && <ProjectTile project={projectLook(known)} />} {text(to.name)}, {text(to.identifier)}
      </>
    ),
  picked: to.to === 'into' ? text(to.id) : text(to.to),
  options: () => [
    ...(mayAll ? [{ id: 'new', name: 'New project', icon: <Icon name="plus" size={14} /> }] : []),
    ...(mayLeaveOut ? [{ id: 'skip', name: 'Leave out', icon: <Icon name="minus" size={14} /> }] : []),
    ...openProjects().map(projectOption),
  ],
  onPick: id =>
    onChoose({ projects: { [value]: id === 'new' || id === 'skip' ? { to: id } : { to: 'into', id } } }),
})

const stateLook = ({ match: { value, to }, onChoose, mayAll }: Given): Look => {
  const here = [...new Map(getRows('state').map(state => [state.name.toLowerCase(), state])).values()].filter(
    ({ group }) => group !== 'triage',
  )
  const isHere = here.some(({ name }) => name === to.name)
  return {
    label: (
      <>
        <StateIcon group={text(to.group)} /> {isHere ? text(to.name) : `New: ${text(to.name)}`}
      </>
    ),
    picked: isHere ? `at ${text(to.name)}` : text(to.group),
    options: () => [
      ...here.map(({ name, group, color }) => ({
        id: `at ${name}`,
        name,
        icon: <StateIcon group={group} color={color} />,
      })),
      ...(mayAll
        ? stateGroups.map(group => ({
            id: group,
            name: `New: ${value}`,
            words: groupNames[group],
            second: `As ${groupNames[group].toLowerCase()}`,
            icon: <StateIcon group={group} />,
          }))
        : []),
    ],
    onPick: id => {
      const state = here.find(({ name }) => `at ${name}` === id)
      const group = stateGroups.find(one => one === (state?.group ?? id)) ?? 'unstarted'
      onChoose({ states: { [value]: { name: state?.name ?? value, group } } })
    },
  }
}

const personLook = (
  { match: { value, to }, onChoose, mayAll }: Given,
  known: Parameters<typeof Avatar>[0]['person'] | null,
): Look => {
  const isAddress = value.includes('@')
  const members = new Set(getRows('workspace_member').flatMap(row => (row.is_active ? [row.member_id] : [])))
  return {
    label:
      to.to === 'member' ? (
        <>
          {known && <Avatar person={known} size={20} />} {text(to.name)}
        </>
      ) : to.to === 'invite' ? (
        <>
          <Icon name="mail" size={14} /> Invite as {roleName(Number(to.role))}
        </>
      ) : to.to === 'name' ? (
        <>
          <Icon name="user-round" size={14} /> Keep the name
        </>
      ) : (
        <>
          <Icon name="quote" size={14} /> Leave as text
        </>
      ),
    picked: to.to === 'member' ? text(to.id) : to.to === 'invite' ? `invite${text(to.role)}` : text(to.to),
    options: () => [
      ...(isAddress && mayAll
        ? [
            {
              id: `invite${MEMBER}`,
              name: 'Invite as Member',
              second: value,
              icon: <Icon name="mail" size={14} />,
            },
            {
              id: `invite${GUEST}`,
              name: 'Invite as Guest',
              second: value,
              icon: <Icon name="mail" size={14} />,
            },
          ]
        : []),
      {
        id: 'name',
        name: 'Keep the name',
        second: 'Shown on its issues; can be given to an account later',
        icon: <Icon name="user-round" size={14} />,
      },
      {
        id: 'none',
        name: 'Leave as text',
        second: 'A line in the text',
        icon: <Icon name="quote" size={14} />,
      },
      ...getRows('user')
        .filter(({ id, is_bot }) => members.has(id) && !is_bot)
        .map(person => ({
          id: person.id,
          name: person.display_name,
          icon: <Avatar person={person} size={20} />,
        })),
    ],
    onPick: id => {
      const choice =
        id === 'name' || id === 'none'
          ? ({ to: id } as const)
          : id.startsWith('invite')
            ? ({ to: 'invite', role: id === `invite${GUEST}` ? GUEST : MEMBER } as const)
            : ({ to: 'member', id } as const)
      onChoose({ people: { [value]: choice } })
    },
  }
}

const labelLook = ({ match: { value, to }, onChoose }: Given): Look => ({
  label:
    to.name === null ? (
      'Leave out'
    ) : (
      <>
        <Icon name="tag" size={14} /> {text(to.name)}
      </>
    ),
  picked: to.name === null ? 'skip' : `at ${text(to.name)}`,
  options: () => [
    { id: 'skip', name: 'Leave out', icon: <Icon name="minus" size={14} /> },
    ...[...new Set([value, ...getRows('label').map(({ name }) => name)])].map(name => ({
      id: `at ${name}`,
      name,
      icon: <Icon name="tag" size={14} />,
    })),
  ],
  onPick: id => onChoose({ labels: { [value]: { name: id === 'skip' ? null : id.slice(3) } } }),
})

const priorityLook = ({ match: { value, to }, onChoose }: Given): Look => {
  const now = priorities.find(one => one === to.to) ?? 'none'
  return {
    label: (
      <>
        <PriorityIcon priority={now} /> {priorityNames[now]}
      </>
    ),
    picked: now,
    options: () =>
      priorities
        .toReversed()
        .map(id => ({ id, name: priorityNames[id], icon: <PriorityIcon priority={id} /> })),
    onPick: id => onChoose({ priorities: { [value]: { to: priorities.find(one => one === id) ?? 'none' } } }),
  }
}

const estimateLook = ({ match: { value, to }, onChoose }: Given): Look => ({
  label: to.value === null ? 'Leave out' : text(to.value),
  picked: to.value === null ? 'skip' : `at ${text(to.value)}`,
  options: () => [
    { id: 'skip', name: 'Leave out', icon: <Icon name="minus" size={14} /> },
    ...[...new Set([value, ...getRows('estimate_point').map(point => point.value)])].map(name => ({
      id: `at ${name}`,
      name,
    })),
  ],
  onPick: id => onChoose({ estimates: { [value]: { value: id === 'skip' ? null : id.slice(3, 23) } } }),
})

const columnLook = ({ match: { value, to }, onChoose }: Given): Look => ({
  label: targetWords[columnTargets.find(one => one === to.to) ?? 'skip'],
  picked: text(to.to),
  options: () => columnTargets.map(id => ({ id, name: targetWords[id] })),
  onPick: id => onChoose({ columns: { [value]: { to: columnTargets.find(one => one === id) ?? 'skip' } } }),
})

const looks: Record<MatchKind, (given: Given, known: never) => Look> = {
  projects: projectLookOf,
  states: stateLook,
  people: personLook,
  labels: labelLook,
  priorities: priorityLook,
  estimates: estimateLook,
  columns: columnLook,
}

/** Where a value goes, and the menu that sends it elsewhere. */
export const MatchChoice = ({ kind, ...given }: Given & { kind: MatchKind }) => {
  const { match } = given
  const project = useRow('project', kind === 'projects' ? text(match.to.id) : null)
  const person = useRow('user', kind === 'people' ? text(match.to.id) : null)
  const { label, picked, options, onPick } = looks[kind](given, (project ?? person) as never)
  return (
    <Picker
      label={`${match.value || 'No value'} becomes`}
      hint="Goes to…"
      value={[picked]}
      digits={kind === 'people'}
      options={options}
      onPick={([id]) => id !== undefined && onPick(id)}
    >
      <Button className="-ml-1.5 max-w-full gap-1.5 px-1.5 max-md:h-11">
        <span className="cut [&>*]:mr-1.5 [&>*]:inline-grid [&>*]:align-middle">{label}</span>
        <Icon name="chevron-down" size={14} className="flex-none text-ink-3" />
      </Button>
    </Picker>
  )
}
