import type { ReactNode } from 'react'
import { getRow } from '../data/rows.ts'
import { Button } from '../ui/Button.tsx'
import { shortDay } from '../ui/day-words.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { type Choice, type ChoiceField, useChoices } from './choices.tsx'
import { FieldChoices, type FieldValues, type PickedField } from './FieldChoices.tsx'
import { fieldNames, fields, hasField } from './fields.ts'
import type { IssueChange } from './issueActions.ts'

type Look = { icon: IconName; choices?: ChoiceField; ids: (values: FieldValues) => readonly string[] }
const only = (id: string | null) => (id ? [id] : [])

const looks: Record<PickedField, Look> = {
  state: { icon: 'circle-dot', choices: 'state', ids: values => [values.state_id] },
  priority: {
    icon: 'signal',
    choices: 'priority',
    ids: values => (values.priority === 'none' ? [] : [values.priority]),
  },
  assignees: { icon: 'user-round', choices: 'people', ids: values => values.assignee_ids },
  labels: { icon: 'tag', choices: 'labels', ids: values => values.label_ids },
  target_date: { icon: 'calendar', ids: values => only(values.target_date) },
  start_date: { icon: 'calendar-clock', ids: values => only(values.start_date) },
  estimate: { icon: 'milestone', choices: 'estimate_point', ids: values => only(values.estimate_point) },
  cycle: { icon: 'iteration-cw', choices: 'cycle', ids: values => only(values.cycle_id) },
  modules: { icon: 'boxes', choices: 'module', ids: values => values.module_ids },
}

type FormFieldsProps = {
  projectId: string
  values: FieldValues
  onChange: (change: (one: FieldValues) => IssueChange) => void
  /** After the others, such as the parent. */
  children?: ReactNode
}

/** Every field of an issue that does not exist yet, each a button with its picker. */
export const FormFields = ({ projectId, values, onChange, children }: FormFieldsProps) => {
  const choices = useChoices(projectId)
  const project = getRow('project', projectId)
  const named = (field: PickedField): Choice[] => {
    const { choices: from, ids } = looks[field]
    return ids(values).map(id =>
      from
        ? (choices[from].find(choice => choice.id === id) ?? { id, name: '…' })
        : { id, name: shortDay(id) },
    )
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {fieldNames.map(field => {
        if (field === 'parent' || !hasField(project, field)) return null
        const chosen = named(field)
        const [first, ...rest] = chosen
        const { label } = fields[field]
        return (
          <FieldChoices key={field} field={field} projectId={projectId} of={[values]} onChange={onChange}>
            <Button type="button" variant="neutral" className="max-w-60">
              {first?.icon ?? <Icon name={looks[field].icon} className="text-ink-3" />}
              <span className="sr-only">{first ? `${label}: ` : ''}</span>
              <span className={first ? 'cut' : 'text-ink-2'}>
                {first ? (field === 'start_date' ? `From ${first.name}` : first.name) : label}
              </span>
              {rest.length > 0 && <span className="num text-12 text-ink-2">+{rest.length}</span>}
            </Button>
          </FieldChoices>
        )
      })}
      {children}
    </div>
  )
}
