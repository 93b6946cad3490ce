import type { RowTypes } from '../data/entities.ts'
import type { IssueField } from './parts/look.ts'

/** What of an issue a picker changes. */
export type EditedField = IssueField | 'parent'

/** Opens the picker of a field of an issue that another one lists. */
export type EditLine = (id: string, field: EditedField, anchor: Element) => void

/** Their names and keys, in the order in which menus list them. */
export const fields: Record<EditedField, { label: string; keys: string }> = {
  state: { label: 'State', keys: 's' },
  priority: { label: 'Priority', keys: 'p' },
  assignees: { label: 'Assignee', keys: 'a' },
  labels: { label: 'Labels', keys: 'l' },
  target_date: { label: 'Due date', keys: 'd' },
  start_date: { label: 'Start date', keys: 'shift+d' },
  estimate: { label: 'Estimate', keys: 'e' },
  cycle: { label: 'Cycle', keys: 'shift+c' },
  modules: { label: 'Modules', keys: 'shift+m' },
  parent: { label: 'Parent', keys: 'shift+p' },
}
export const fieldNames = Object.keys(fields) as EditedField[]

/** Estimates, cycles and modules are a project's own choice. */
export const hasField = (project: RowTypes['project'] | null, field: EditedField): boolean => {
  if (field === 'estimate') return Boolean(project?.estimate)
  if (field === 'cycle') return Boolean(project?.cycle_view)
  if (field === 'modules') return Boolean(project?.module_view)
  return true
}
