/** The commands for the open list: its layout, filters, order and groups. */
import { type FilterField, filterFields } from '#contract/lists/issueFilters.ts'
import type { CommandEntry } from '../../shell/CommandMenu.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { groupName, isEdited } from '../fields/fields.ts'
import { verbs } from '../fields/verbs.ts'
import { layoutLooks } from '../layouts/looks.ts'
import type { ListView } from './commandScope.ts'
import type { FilterLook } from './filterLooks.tsx'
import { orderEntries } from './orderMenu.ts'

const GROUP = 'This view'

/** Other words to find a filter by. */
const soughtBy = (filter: FilterField) => {
  const { field } = filterFields[filter]
  return (isEdited(field) && verbs[field].sought) || ''
}

const leaves = (entry: MenuEntry | undefined) =>
  (entry && 'label' in entry ? (entry.children ?? []) : []).flatMap(child =>
    'label' in child && child.run ? [{ ...child, run: child.run }] : [],
  )

export const viewCommands = (
  { context, view, onLayout, onFilter }: ListView,
  looks: readonly FilterLook[],
): CommandEntry[] => {
  const { query, change, layout } = view
  const [order] = orderEntries({
    context,
    ordering: query,
    change: order_by => change({ order_by }),
  })
  return [
    ...context.layouts.map((id, at) => ({
      id: `view-layout-${id}`,
      group: GROUP,
      label: `Show as ${layoutLooks[id].label.toLowerCase()}`,
      icon: layoutLooks[id].icon,
      words: ['layout view switch'],
      keys: `${at + 1}`,
      ...(id === layout ? { aside: 'Now' } : {}),
      typed: true,
      run: () => onLayout(id),
    })),
    ...looks.map(({ field, name, icon }, at) => ({
      id: `view-filter-${field}`,
      group: GROUP,
      label: `Filter by ${name.toLowerCase()}…`,
      icon,
      words: ['show only', soughtBy(field)],
      ...(at === 0 ? {} : { typed: true }),
      run: () => void setTimeout(() => onFilter(field), 0),
    })),
    ...leaves(order).map(({ id, label, run }) => ({
      id: `view-${id}`,
      group: GROUP,
      label: id === 'order-direction' ? `Order: ${label.toLowerCase()}` : `Order by ${label.toLowerCase()}`,
      icon: 'arrow-down' as const,
      words: ['sort'],
      typed: true,
      run: () => run(),
    })),
    ...(layout === 'calendar'
      ? []
      : context.groupings.map(id => ({
          id: `view-group-${id}`,
          group: GROUP,
          label: `Group by ${groupName(id).toLowerCase()}`,
          icon: 'layers' as const,
          typed: true,
          run: () => change({ group_by: id }),
        }))),
  ]
}
