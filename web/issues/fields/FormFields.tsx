import type { ReactNode } from 'react'
import { fields } from '#contract/lists/issueFields.ts'
import type { IssueChange } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Choice, useChoices } from './choices.tsx'
import { FieldChoices, type FieldValues, type PickedField } from './FieldChoices.tsx'
import { editedFields, hasField, lookOf, looks } from './fields.ts'

/** The chosen ids, days or words. */
const chosenIn = (field: PickedField, values: FieldValues): readonly string[] => {
  const value = values[fields[field].column]
  if (typeof value === 'object' && value !== null) return value
  return value === null || (field === 'priority' && value === 'none') ? [] : [value]
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
    const from = lookOf(field)?.choices
    return chosenIn(field, values).map(id =>
      from
        ? (choices[from].find(choice => choice.id === id) ?? { id, name: '…' })
        : { id, name: shortDay(id) },
    )
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {editedFields.map(field => {
        if (field === 'parent' || !hasField(project, field)) return null
        const chosen = named(field)
        const [first, ...rest] = chosen
        const { label } = looks[field]
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
