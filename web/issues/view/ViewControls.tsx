import { HeaderButton } from '../../shell/Header.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { groupName } from '../fields/fields.ts'
import { layoutLooks } from '../layouts/looks.ts'
import { showColumn, useColumns } from '../layouts/table/columnChoice.ts'
import type { Layout, ListContext } from './contexts.ts'
import { orderEntries } from './orderMenu.ts'
import { propertyEntries } from './properties.ts'
import { type ChangingView, isFiltered, scales, showsAllColumns } from './view.ts'

export const scaleNames = { week: 'Week', month: 'Month', quarter: 'Quarter' }

export type ViewControlsProps = {
  context: ListContext
  view: ChangingView
  onLayout: (layout: Layout) => void
  onFilter: () => void
  /** Folds all groups, or none; missing where none are drawn. */
  onFold?: (isShut: boolean) => void
  /** Opens the figures of the list; none where there are none. */
  onAnalytics?: (() => void) | null
}

const groupingEntries = ({ context, view }: ViewControlsProps): MenuEntry[] => {
  const { query, layout, change } = view
  const isBoard = layout === 'kanban'
  const none = (of: 'group_by' | 'sub_group_by', checked: boolean) => ({
    id: `${of}none`,
    label: 'None',
    checked,
    run: () => change({ [of]: '' }),
  })
  const { groupBy, subGroupBy } = query
  return [
    {
      id: 'group',
      label: 'Group by',
      icon: 'layers',
      children: [
        ...(isBoard ? [] : [none('group_by', groupBy === null)]),
        ...context.groupings.map(id => ({
          id,
          label: groupName(id),
          checked: groupBy === id,
          run: () => change({ group_by: id, ...(subGroupBy === id ? { sub_group_by: '' } : {}) }),
        })),
      ],
    },
    ...(isBoard
      ? [
          {
            id: 'lanes',
            label: 'Sub-group by',
            icon: 'list' as const,
            children: [
              none('sub_group_by', subGroupBy === null),
              ...context.groupings
                .filter(id => id !== groupBy)
                .map(id => ({
                  id,
                  label: groupName(id),
                  checked: subGroupBy === id,
                  run: () => change({ sub_group_by: id }),
                })),
            ],
          },
        ]
      : []),
  ]
}

const calendarEntries = ({ view: { dates, change } }: ViewControlsProps): MenuEntry[] => [
  { id: 'span', heading: 'Range' },
  { id: 'month', label: 'Month', checked: dates.calendar === 'month', run: () => change({ calendar: null }) },
  { id: 'week', label: 'Week', checked: dates.calendar === 'week', run: () => change({ calendar: 'week' }) },
  { id: 'rule', rule: true },
  {
    id: 'weekends',
    label: 'Weekends',
    checked: dates.weekends,
    run: () => change({ weekends: dates.weekends ? null : 'true' }),
  },
]

const timelineEntries = ({ view: { dates, change } }: ViewControlsProps): MenuEntry[] => [
  {
    id: 'scale',
    label: 'Scale',
    icon: 'chart-gantt',
    children: scales.map(scale => ({
      id: scale,
      label: scaleNames[scale],
      checked: dates.scale === scale,
      run: () => change({ scale: scale === 'week' ? null : scale }),
    })),
  },
]

type Columns = ReturnType<typeof useColumns>['all']

const types = [
  ['all', 'All'],
  ['active', 'Active'],
  ['backlog', 'Backlog'],
] as const

const listFile = () => import('./listFile.ts')
const HAVE_FILES = new Set(['project', 'cycle', 'module', 'workspace'])
const files = [
  ['csv', 'Download as CSV'],
  ['xlsx', 'Download as Excel file'],
] as const

const headerEntries = ({ context, view, onLayout, onAnalytics }: ViewControlsProps): MenuEntry[] => [
  {
    id: 'layout',
    label: 'Layout',
    icon: 'table-2' as const,
    children: context.layouts.map(id => ({
      id,
      label: layoutLooks[id].label,
      icon: layoutLooks[id].icon,
      checked: id === view.layout,
      run: () => onLayout(id),
    })),
  },
  ...(onAnalytics
    ? [
        {
          id: 'analytics',
          label: 'Analytics',
          icon: 'chart-no-axes-column' as const,
          run: onAnalytics,
        },
      ]
    : []),
]

const columnEntries = (context: ListContext, all: Columns): MenuEntry => ({
  id: 'columns',
  label: 'Columns',
  icon: 'table-2' as const,
  children: all.map(({ id, name, shown }) => ({
    id,
    label: name,
    checked: shown,
    stays: true,
    run: () => showColumn(context, id, !shown),
  })),
})

const typeEntries = ({ query, change }: ChangingView): MenuEntry => ({
  id: 'type',
  label: 'Show',
  icon: 'circle-dot',
  children: types.map(([id, label]) => ({
    id,
    label,
    checked: query.type === id,
    run: () => change({ type: id === 'all' ? null : id }),
  })),
})

const resetEntry = (context: ListContext, { layout, change }: ChangingView): MenuEntry => ({
  id: 'reset',
  label: 'Reset to default',
  run: () =>
    change(
      {
        layout,
        group_by: context.standardGroup ?? '',
        sub_group_by: '',
        order_by: context.standardOrder,
        type: null,
        sub_issue: null,
        show_empty_groups: null,
      },
      [],
    ),
})

/** The actions on the list as it is. */
const actEntries = ({ view, onFold }: ViewControlsProps, all: Columns): MenuEntry[] => {
  const { query, layout } = view
  return [
    ...(onFold ? [{ id: 'rule-acts', rule: true as const }] : []),
    ...(onFold && query.groupBy && layout !== 'calendar'
      ? [
          { id: 'fold', label: 'Collapse all', keys: '{', run: () => onFold(true) },
          { id: 'unfold', label: 'Expand all', keys: '}', run: () => onFold(false) },
        ]
      : []),
    ...(onFold && HAVE_FILES.has(query.scope.in) && !query.filters.left_on
      ? files.map(([format, label]) => ({
          id: format,
          label,
          icon: 'download' as const,
          run: () =>
            void listFile().then(({ downloadList }) =>
              downloadList(
                query,
                format,
                layout === 'spreadsheet' ? all.filter(({ shown }) => shown).map(({ id }) => id) : null,
              ),
            ),
        }))
      : []),
  ]
}

export const ViewControls = (props: ViewControlsProps) => {
  const { context, view, onFilter } = props
  const { query, layout, change, emptyGroups } = view
  const { all } = useColumns(context)
  const narrow = useNarrow()
  const ordering = orderEntries({
    context,
    ordering: query,
    change: order_by => change({ order_by }),
  })
  const entries: MenuEntry[] = [
    // The header of a phone has no room for them.
    ...(narrow ? headerEntries(props) : []),
    ...(layout === 'calendar' ? calendarEntries(props) : [...groupingEntries(props), ...ordering]),
    ...(layout === 'gantt_chart' ? timelineEntries(props) : []),
    ...(layout === 'list' || layout === 'kanban' ? [propertyEntries(context, view)] : []),
    ...(layout === 'spreadsheet' ? [columnEntries(context, all)] : []),
    typeEntries(view),
    { id: 'rule-switches', rule: true },
    {
      id: 'sub',
      label: 'Sub-issues',
      checked: query.subIssues,
      run: () => change({ sub_issue: String(!query.subIssues) }),
    },
    // Columns by state stay as targets for drops, even if empty.
    ...(query.groupBy && layout !== 'calendar' && !showsAllColumns(layout, query)
      ? [
          {
            id: 'empty',
            label: 'Empty groups',
            checked: emptyGroups,
            run: () => change({ show_empty_groups: emptyGroups ? null : 'true' }),
          },
        ]
      : []),
    ...actEntries(props, all),
    { id: 'rule-reset', rule: true },
    resetEntry(context, view),
  ]
  return (
    <>
      <HeaderButton icon="list-filter" on={isFiltered(query, context)} onClick={onFilter}>
        Filter
      </HeaderButton>
      <Menu entries={entries} align="end">
        <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
      </Menu>
    </>
  )
}
