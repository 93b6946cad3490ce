/** What the rows and cards of a list may show, and what of it this person has turned off. */
import type { DisplayProperty } from '#contract/userProperties.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import type { ListContext } from './contexts.ts'
import type { useView, View } from './view.ts'

const names: readonly (readonly [DisplayProperty, string])[] = [
  ['key', 'Key'],
  ['state', 'State'],
  ['priority', 'Priority'],
  ['labels', 'Labels'],
  ['start_date', 'Start date'],
  ['due_date', 'Due date'],
  ['assignee', 'Assignee'],
  ['modules', 'Modules'],
  ['cycle', 'Cycle'],
  ['estimate', 'Estimate'],
  ['sub_issue_count', 'Sub-issues'],
  ['attachment_count', 'Attachments'],
  ['link', 'Links'],
]

/** What its project does without, or a board says in its columns. */
const needless = ({ projectId, filters }: ListContext, { layout, query }: View): DisplayProperty[] => {
  const isOff = (filter: (typeof filters)[number]) => projectId !== null && !filters.includes(filter)
  return [
    ...(layout === 'kanban' && query.groupBy === 'state_id' ? (['state'] as const) : []),
    ...(layout === 'kanban' && query.groupBy === 'cycle_id' ? (['cycle'] as const) : []),
    ...(isOff('module') ? (['modules'] as const) : []),
    ...(isOff('cycle') ? (['cycle'] as const) : []),
    ...(isOff('estimate_point') ? (['estimate'] as const) : []),
  ]
}

export const hiddenIn = (context: ListContext, view: View): DisplayProperty[] => [
  ...view.hidden,
  ...needless(context, view),
]

export const propertyEntries = (context: ListContext, view: ReturnType<typeof useView>): MenuEntry => ({
  id: 'properties',
  label: 'Properties',
  icon: 'list-checks',
  children: names
    .filter(([id]) => !needless(context, view).includes(id))
    .map(([id, label]) => ({
      id,
      label,
      checked: !view.hidden.includes(id),
      stays: true,
      run: () => view.hide(id, !view.hidden.includes(id)),
    })),
})
