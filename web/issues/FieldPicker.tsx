import { lazy, Suspense } from 'react'
import { type Issue, type Priority, priorities } from '#contract/issues.ts'
import { labelRoutes } from '#contract/labels.ts'
import { call } from '../data/client.ts'
import { useRow } from '../data/rows.ts'
import { here, may } from '../data/viewer.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { LabelDot } from '../ui/Label.tsx'
import { Picker } from '../ui/Picker.tsx'
import { PriorityIcon, priorityNames } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { toast } from '../ui/Toast.tsx'
import { updateIssue } from './issueActions.ts'
import { laterState, useProjectLabels, useProjectPeople, useStates } from './projectRows.ts'

const DatePicker = lazy(() => import('../ui/DatePicker.tsx').then(module => ({ default: module.DatePicker })))

export type EditedField = 'state' | 'priority' | 'assignees' | 'labels' | 'target_date' | 'start_date'
export type Editing = { issueId: string; field: EditedField; anchor: Element }

export const fieldKeys: Record<string, EditedField> = {
  s: 'state',
  p: 'priority',
  a: 'assignees',
  l: 'labels',
  d: 'target_date',
  'shift+d': 'start_date',
}

const LABEL_COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink']

/** The picker of one field, beside what was clicked or focused; the same for rows, cards and the open issue. */
export const FieldPicker = ({ editing, onClose }: { editing: Editing | null; onClose: () => void }) => {
  const issue = useRow('issue', editing?.issueId)
  if (!editing || !issue) return null
  return (
    <Suspense>
      <Choices editing={editing} issue={issue} onClose={onClose} />
    </Suspense>
  )
}

const Choices = ({ editing, issue, onClose }: { editing: Editing; issue: Issue; onClose: () => void }) => {
  const states = useStates(issue.project_id)
  const people = useProjectPeople(issue.project_id)
  const labels = useProjectLabels(issue.project_id)
  const frame = { open: true, onOpenChange: (open: boolean) => open || onClose(), anchor: editing.anchor }
  const newLabel = async (name: string) => {
    const color = `lb-${LABEL_COLOURS[labels.length % LABEL_COLOURS.length]}`
    try {
      const { body } = await call(labelRoutes.create, {
        params: { ws: here().slug, p: issue.project_id },
        body: { name, color },
      })
      void updateIssue(issue, { label_ids: [...issue.label_ids, body.id] })
    } catch (error) {
      toast.failure((error as Error).message)
    }
  }
  switch (editing.field) {
    case 'state':
      return (
        <Picker
          {...frame}
          label="State"
          hint="Change state…"
          keys="s"
          digits
          value={[issue.state_id]}
          options={states.map(state => ({
            id: state.id,
            name: state.name,
            icon: <StateIcon group={state.group} color={state.color} {...laterState(states, state)} />,
          }))}
          onPick={([id]) => id && void updateIssue(issue, { state_id: id })}
        />
      )
    case 'priority':
      return (
        <Picker
          {...frame}
          label="Priority"
          hint="Change priority…"
          keys="p"
          digits
          value={[issue.priority]}
          options={[...priorities].reverse().map(priority => ({
            id: priority,
            name: priorityNames[priority],
            icon: <PriorityIcon priority={priority} silent />,
          }))}
          onPick={([id]) => id && void updateIssue(issue, { priority: id as Priority })}
        />
      )
    case 'assignees':
      return (
        <Picker
          {...frame}
          label="Assignees"
          hint="Assign to…"
          keys="a"
          multiple
          value={issue.assignee_ids}
          options={people.map(person => ({
            id: person.id,
            name: person.display_name,
            icon: <Avatar person={person} silent />,
          }))}
          onPick={ids => void updateIssue(issue, { assignee_ids: ids })}
        />
      )
    case 'labels':
      return (
        <Picker
          {...frame}
          label="Labels"
          hint="Change labels…"
          keys="l"
          multiple
          value={issue.label_ids}
          options={labels.map(label => ({
            id: label.id,
            name: label.name,
            icon: <LabelDot color={label.color} />,
          }))}
          onPick={ids => void updateIssue(issue, { label_ids: ids })}
          {...(may('label.create', {}, { workspace: issue.workspace_id, project: issue.project_id })
            ? { onCreate: (name: string) => void newLabel(name) }
            : {})}
        />
      )
    case 'target_date':
      return (
        <DatePicker
          {...frame}
          label="Due date"
          keys="d"
          value={issue.target_date}
          from={issue.start_date}
          onPick={day => void updateIssue(issue, { target_date: day })}
        />
      )
    case 'start_date':
      return (
        <DatePicker
          {...frame}
          label="Start date"
          keys="shift+d"
          value={issue.start_date}
          until={issue.target_date}
          onPick={day => void updateIssue(issue, { start_date: day })}
        />
      )
  }
}
