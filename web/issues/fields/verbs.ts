/** The commands of pickers in words: loaded with the menu that shows them. */
import type { EditedField } from './fields.ts'

type Verb = {
  verb: string
  /** Other words that people look for it by, and for a filter by the field. */
  words: string
  sought?: string
}

export const verbs: Readonly<Record<EditedField, Verb>> = {
  state: { verb: 'Change state…', words: 'status move done close complete start', sought: 'status' },
  priority: { verb: 'Change priority…', words: 'urgent important' },
  assignees: {
    verb: 'Assign to…',
    words: 'assignee owner responsible person',
    sought: 'assigned owner person',
  },
  labels: { verb: 'Change labels…', words: 'tags', sought: 'tag' },
  target_date: { verb: 'Set due date…', words: 'deadline target', sought: 'deadline overdue late' },
  start_date: { verb: 'Set start date…', words: 'begin' },
  estimate: { verb: 'Change estimate…', words: 'points size', sought: 'points' },
  cycle: { verb: 'Move to cycle…', words: 'sprint iteration', sought: 'sprint iteration' },
  modules: { verb: 'Add to modules…', words: 'module epic', sought: 'epic' },
  parent: { verb: 'Set parent…', words: 'sub-issue of' },
}
