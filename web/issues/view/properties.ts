/** The fields that the rows and cards of a list may show, and those that this person has turned off. */
import { useMemo } from 'react'
import { type FieldOf, fieldOf } from '#contract/lists/issueFields.ts'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { lookOf, type ShownField } from '../fields/fields.ts'
import type { ListContext } from './contexts.ts'
import type { ChangingView, View } from './view.ts'

const shown: readonly ShownField[] = [
  'sequence_id',
  'state',
  'priority',
  'labels',
  'start_date',
  'target_date',
  'assignees',
  'modules',
  'cycle',
  'estimate',
  'sub_issues_count',
  'attachment_count',
  'link_count',
]
const properties = shown.flatMap(field => {
  const { property, label } = { ...lookOf(field) }
  return property && label ? [{ id: property, label, of: fieldOf(field) }] : []
})

/** Fields of features that the project has off, or that a board's columns say. */
const needless = ({ projectId, filters }: ListContext, { layout, query }: View): DisplayProperty[] => {
  const isOff = ({ feature, filter }: FieldOf) =>
    feature !== undefined && projectId !== null && !filters.some(one => one === filter)
  return [
    ...(layout === 'kanban' && query.groupBy === 'state_id' ? (['state'] as const) : []),
    ...(layout === 'kanban' && query.groupBy === 'cycle_id' ? (['cycle'] as const) : []),
    ...properties.flatMap(({ id, of }) => (isOff(of) ? [id] : [])),
  ]
}

/** The same set while it holds the same. */
export const useHidden = (context: ListContext, view: View): ReadonlySet<DisplayProperty> => {
  const left = [...view.hidden, ...needless(context, view)].join()
  return useMemo(() => new Set(left.split(',') as DisplayProperty[]), [left])
}

export const propertyEntries = (context: ListContext, view: ChangingView): MenuEntry => ({
  id: 'properties',
  label: 'Properties',
  icon: 'list-checks',
  children: properties
    .filter(({ id }) => !needless(context, view).includes(id))
    .map(({ id, label }) => ({
      id,
      label,
      checked: !view.hidden.includes(id),
      stays: true,
      run: () => view.hide(id, !view.hidden.includes(id)),
    })),
})
