import { type FormEvent, useState } from 'react'
import type { Priority } from '#contract/issues.ts'
import { priorities } from '#contract/issues.ts'
import type { RowTypes } from '../data/entities.ts'
import { Avatar, AvatarStack } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDay } from '../ui/day-words.ts'
import { LabelDot } from '../ui/Label.tsx'
import { Picker } from '../ui/Picker.tsx'
import { PriorityIcon, priorityNames } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { TextArea } from '../ui/TextInput.tsx'
import { createIssues } from './issueLife.ts'
import { laterState, useProjectLabels, useProjectPeople, useStates } from './projectRows.ts'

const escaped = (text: string) =>
  text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map(part => `<p>${escaped(part).replace(/\n/g, '<br>')}</p>`)
    .join('')

export const CreateIssue = ({ project, onClose }: { project: RowTypes['project']; onClose: () => void }) => {
  const states = useStates(project.id)
  const people = useProjectPeople(project.id)
  const labels = useProjectLabels(project.id)
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [stateId, setStateId] = useState(states.find(state => state.default)?.id ?? states[0]?.id ?? '')
  const [priority, setPriority] = useState<Priority>('none')
  const [assignees, setAssignees] = useState<string[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const [due, setDue] = useState<string | null>(null)
  const [more, setMore] = useState(false)
  const state = states.find(one => one.id === stateId)

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!name.trim()) return
    void createIssues(project.id, [
      {
        name: name.trim(),
        state_id: stateId,
        priority,
        assignee_ids: assignees,
        label_ids: chosen,
        target_date: due,
        ...(text.trim() ? { description_html: paragraphs(text.trim()) } : {}),
      },
    ])
    setName('')
    setText('')
    if (!more) onClose()
  }
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New issue" wide>
      <form
        onSubmit={submit}
        className="mt-2 flex flex-col gap-3"
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
        }}
      >
        <input
          aria-label="Title"
          placeholder="What is to be done?"
          autoFocus
          required
          maxLength={255}
          value={name}
          onChange={event => setName(event.target.value)}
          className="w-full bg-transparent font-semibold text-20 outline-none placeholder:text-ink-3"
        />
        <TextArea
          aria-label="Description"
          placeholder="Add a description…"
          rows={4}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-1.5">
          <Picker
            label="State"
            digits
            value={[stateId]}
            options={states.map(one => ({
              id: one.id,
              name: one.name,
              icon: <StateIcon group={one.group} color={one.color} {...laterState(states, one)} />,
            }))}
            onPick={([id]) => id && setStateId(id)}
          >
            <Button type="button" variant="neutral">
              {state && <StateIcon group={state.group} color={state.color} {...laterState(states, state)} />}
              {state?.name}
            </Button>
          </Picker>
          <Picker
            label="Priority"
            digits
            value={[priority]}
            options={[...priorities]
              .reverse()
              .map(id => ({ id, name: priorityNames[id], icon: <PriorityIcon priority={id} silent /> }))}
            onPick={([id]) => id && setPriority(id as Priority)}
          >
            <Button type="button" variant="neutral">
              <PriorityIcon priority={priority} silent />
              {priority === 'none' ? 'Priority' : priorityNames[priority]}
            </Button>
          </Picker>
          <Picker
            label="Assignees"
            multiple
            value={assignees}
            options={people.map(person => ({
              id: person.id,
              name: person.display_name,
              icon: <Avatar person={person} silent />,
            }))}
            onPick={setAssignees}
          >
            <Button type="button" variant="neutral">
              {assignees.length > 0 ? (
                <AvatarStack people={people.filter(person => assignees.includes(person.id))} />
              ) : (
                'Assignee'
              )}
            </Button>
          </Picker>
          <Picker
            label="Labels"
            multiple
            value={chosen}
            options={labels.map(label => ({
              id: label.id,
              name: label.name,
              icon: <LabelDot color={label.color} />,
            }))}
            onPick={setChosen}
          >
            <Button type="button" variant="neutral">
              {chosen.length > 0
                ? labels
                    .filter(label => chosen.includes(label.id))
                    .map(label => label.name)
                    .join(', ')
                : 'Labels'}
            </Button>
          </Picker>
          <DatePicker label="Due date" value={due} onPick={setDue}>
            <Button type="button" variant="neutral" icon="calendar">
              {due ? shortDay(due) : 'Due date'}
            </Button>
          </DatePicker>
        </div>
        <div className="flex items-center justify-end gap-3">
          <Checkbox checked={more} onChange={next => setMore(next)} label="Create more">
            Create more
          </Checkbox>
          <span className="flex-1" />
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" keys="mod+enter" disabled={!name.trim()}>
            Create issue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
