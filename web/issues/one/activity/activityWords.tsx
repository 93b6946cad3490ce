/** The words of each entry of a history, by the changed field. */

import type { ReactNode } from 'react'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import type { Activity } from '#contract/work/activity.ts'
import { type Priority, priorities } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { shortDay } from '../../../ui/dates/day-words.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { LabelDot } from '../../../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../../../ui/marks/PriorityIcon.tsx'
import { inSentence, type ShownField } from '../../fields/fields.ts'
import { StateRowSign } from '../../fields/StateSign.tsx'

/** The facts that the words are made of: an entry of the history, or a notification. */
type Told = Pick<
  Activity,
  'verb' | 'field' | 'old_value' | 'new_value' | 'old_identifier' | 'new_identifier' | 'comment' | 'actor'
>
type Says = (row: Told) => ReactNode

const Value = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <span className="text-ink">
    {icon && <span className="mx-0.5 inline-flex items-center align-middle">{icon}</span>}
    {icon && ' '}
    {children}
  </span>
)

const isPriority = (value: string | null): value is Priority =>
  priorities.includes(value as (typeof priorities)[number])

const priority: Says = ({ old_value, new_value }) => {
  if (!isPriority(new_value)) return 'changed the priority'
  const isRaised = isPriority(old_value) && priorities.indexOf(new_value) > priorities.indexOf(old_value)
  if (new_value === 'none') return 'removed the priority'
  return (
    <>
      {old_value === 'none' ? 'set priority to' : isRaised ? 'raised priority to' : 'lowered priority to'}{' '}
      <Value icon={<PriorityIcon priority={new_value} silent />}>{priorityNames[new_value]}</Value>
    </>
  )
}

const state: Says = ({ old_value, new_value, new_identifier }) => {
  const row = getRow('state', new_identifier)
  return (
    <>
      moved it {old_value ? `from ${old_value} ` : ''}to{' '}
      <Value icon={row && <StateRowSign state={row} size={14} />}>{row?.name ?? new_value}</Value>
    </>
  )
}

/** A single value that was set, changed or taken away. */
const single =
  (field: ShownField, show: (value: string) => ReactNode = value => value): Says =>
  ({ new_value, old_value }) =>
    new_value ? (
      <>
        set the {inSentence(field)} to <Value>{show(new_value)}</Value>
      </>
    ) : (
      <>
        removed the {inSentence(field)} {old_value && <Value>{show(old_value)}</Value>}
      </>
    )

const isAdded = (row: Told) => row.old_value === '' || row.old_value === null

/** One of several that was added or removed. */
const member =
  (added: string, removed: string, look: (id: string | null) => ReactNode = () => null): Says =>
  row => {
    const [words, name, id] = isAdded(row)
      ? [added, row.new_value, row.new_identifier]
      : [removed, row.old_value, row.old_identifier]
    return (
      <>
        {words} <Value icon={look(id)}>{name}</Value>
      </>
    )
  }

const assignees: Says = row => {
  const id = isAdded(row) ? row.new_identifier : row.old_identifier
  if (id === row.actor) return isAdded(row) ? 'self-assigned' : 'unassigned themselves'
  return member('assigned', 'unassigned')(row)
}

const agentMark = (id: string | null) => {
  const agent = getRow('user', id)
  return agent && <Avatar person={agent} size={16} silent />
}

const labelDot = (id: string | null) => {
  const label = getRow('label', id)
  return label && <LabelDot color={label.color} />
}

const cycles: Says = row => {
  if (row.verb === 'deleted')
    return member('', 'removed it from')({ ...row, old_value: row.old_value || '…' })
  return (
    <>
      moved it {row.old_value ? `from ${row.old_value} ` : ''}to <Value>{row.new_value}</Value>
    </>
  )
}

const archived: Says = ({ new_value }) =>
  new_value === 'restore' ? 'restored it from the archive' : 'archived it'

const relation =
  (added: string, removed: string): Says =>
  row => (
    <>
      {row.verb === 'deleted' ? removed : added}{' '}
      <Value>{row.verb === 'deleted' ? row.old_value : row.new_value}</Value>
    </>
  )

/** A thing beside the issue. */
const thing =
  (what: string, nameOf: (row: Told) => ReactNode = () => null): Says =>
  row => {
    const verb = row.verb === 'created' ? 'added' : row.verb === 'updated' ? 'changed' : 'removed'
    const name = nameOf(row)
    return (
      <>
        {verb} {what} {name && <Value>{name}</Value>}
      </>
    )
  }

const shortAddress = ({ new_value, old_value }: Told) =>
  (new_value || old_value || '').replace(/^https?:\/\//, '').slice(0, 60)

const inbox: Record<string, string> = {
  '-2': 'put it back into the intake',
  '-1': 'declined it',
  '0': 'snoozed it',
  '1': 'accepted it',
  '2': 'marked it as a duplicate',
}

const says: Record<string, Says> = {
  name: ({ new_value }) => (
    <>
      renamed it to <Value>{new_value}</Value>
    </>
  ),
  description: () => 'changed the description',
  parent: single('parent'),
  priority,
  state,
  start_date: single('start_date', day => shortDay(day, true)),
  target_date: single('target_date', day => shortDay(day, true)),
  labels: member('added the label', 'removed the label', labelDot),
  assignees,
  delegate: row => (
    <>
      {row.new_identifier ? 'delegated it to' : 'took it back from'}{' '}
      <Value icon={agentMark(row.new_identifier ?? row.old_identifier)}>
        {row.new_value || row.old_value}
      </Value>
    </>
  ),
  agent_question: ({ new_value }) => <>asked: “{new_value}”</>,
  estimate_point: single('estimate'),
  archived_at: archived,
  cycles,
  modules: member('added it to', 'removed it from'),
  link: thing('the link', shortAddress),
  attachment: thing('a file', row => getRow('attachment', row.new_identifier)?.attributes.name),
  blocked_by: relation('marked it as blocked by', 'marked it as no longer blocked by'),
  blocking: relation('marked it as blocking', 'marked it as no longer blocking'),
  relates_to: relation('related it to', 'removed the relation to'),
  duplicate: relation('marked it as a duplicate of', 'marked it as no longer a duplicate of'),
  import: ({ new_value }) => (
    <>
      imported it from <Value>{new_value}</Value>
    </>
  ),
  inbox: ({ verb }) => inbox[verb] ?? 'changed its intake status',
  intake: ({ verb }) => inbox[verb] ?? 'changed its intake status',
  issue: ({ verb }) => (verb === 'restored' ? 'restored it' : 'deleted it'),
}

export const activityWords = (row: Told): ReactNode => {
  if (row.field === null) return row.verb === 'created' ? 'created the issue' : 'deleted the issue'
  return says[row.field]?.(row) ?? row.comment
}

/** An act of no person. */
export const isAutomatic = (row: Activity): boolean =>
  row.actor === INSTANCE_BOT ||
  row.comment.startsWith('system ') ||
  (row.field === 'archived_at' && row.new_value === 'archive')
