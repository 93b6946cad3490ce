/** The value of an issue's field before its news. */
import type { Notification } from '#contract/people/notifications.ts'
import type { Priority } from '#contract/work/issues.ts'
import type { EditedField } from '../issues/fields/fields.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { priorityNames } from '../ui/marks/PriorityIcon.tsx'

const fieldOf: Record<string, EditedField> = {
  state: 'state',
  priority: 'priority',
  start_date: 'start_date',
  target_date: 'target_date',
  estimate_point: 'estimate',
}

/** The words of the value before, empty where nothing was set. */
export const wordsBefore = ({ field, old_value }: Notification): string => {
  if (!old_value || old_value === 'none') return ''
  if (field === 'priority') return priorityNames[old_value as Priority] ?? old_value
  return field === 'start_date' || field === 'target_date' ? shortDay(old_value, true) : old_value
}

/** Each field that is another now than it was then. Rows: the newest first. */
export const wasThen = (rows: readonly Notification[], then: string): ReadonlyMap<EditedField, string> => {
  const since = rows.filter(row => row.created_at > then && row.verb === 'updated')
  const was = new Map<EditedField, string>()
  for (const [name, of] of Map.groupBy(since, row => row.field ?? '')) {
    const field = fieldOf[name]
    const [newest, oldest] = [of[0], of.at(-1)]
    if (field && newest && oldest && newest.new_value !== oldest.old_value)
      was.set(field, wordsBefore(oldest))
  }
  return was
}
