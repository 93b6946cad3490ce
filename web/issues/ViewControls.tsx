import type { IssueQuery } from '#contract/issueQuery.ts'
import { HeaderButton } from '../shell/Header.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { layoutParts } from './layouts/layouts.tsx'
import { showColumn, useColumns } from './layouts/table/columnChoice.ts'
import { type DateView, type Layout, scales, type ViewChange } from './view.ts'

export const groupings = [
  ['state_id', 'State'],
  ['priority', 'Priority'],
  ['assignees__id', 'Assignee'],
  ['labels__id', 'Label'],
  ['created_by', 'Creator'],
  ['state__group', 'State group'],
] as const

export const orders = [
  ['sort_order', 'Manual'],
  ['-created_at', 'Newest first'],
  ['-updated_at', 'Last changed'],
  ['-priority', 'Priority'],
  ['target_date', 'Due date'],
  ['start_date', 'Start date'],
] as const

export const scaleNames = { week: 'Week', month: 'Month', quarter: 'Quarter' }

type ViewControlsProps = {
  projectId: string
  query: IssueQuery
  layout: Layout
  dates: DateView
  change: (changes: ViewChange) => void
  onLayout: (layout: Layout) => void
  onFilter: () => void
  filtered: boolean
}

const groupingEntries = ({ query, layout, change }: ViewControlsProps): MenuEntry[] => [
  { id: 'group', heading: 'Group by' },
  ...(layout === 'kanban'
    ? []
    : [
        {
          id: 'none',
          label: 'Nothing',
          checked: query.groupBy === null,
          run: () => change({ group_by: '' }),
        },
      ]),
  ...groupings.map(([id, label]) => ({
    id,
    label,
    checked: query.groupBy === id,
    run: () => change({ group_by: id }),
  })),
  { id: 'rule', rule: true },
  { id: 'order', heading: 'Order by' },
  ...orders.map(([id, label]) => ({
    id,
    label,
    checked: query.order === id,
    run: () => change({ order_by: id }),
  })),
  { id: 'rule2', rule: true },
]

const calendarEntries = ({ dates, change }: ViewControlsProps): MenuEntry[] => [
  { id: 'span', heading: 'Show' },
  {
    id: 'month',
    label: 'Month',
    checked: dates.calendar === 'month',
    run: () => change({ calendar: null }),
  },
  {
    id: 'week',
    label: 'Week',
    checked: dates.calendar === 'week',
    run: () => change({ calendar: 'week' }),
  },
  { id: 'rule', rule: true },
  {
    id: 'weekends',
    label: 'Weekends',
    checked: dates.weekends,
    run: () => change({ weekends: dates.weekends ? null : 'true' }),
  },
]

const timelineEntries = ({ dates, change }: ViewControlsProps): MenuEntry[] => [
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

export const ViewControls = (props: ViewControlsProps) => {
  const { projectId, query, layout, change, onLayout, onFilter, filtered } = props
  const { all } = useColumns(projectId)
  const narrow = useNarrow()
  const entries: MenuEntry[] = [
    // The header of a phone has no room for the switch.
    ...(narrow
      ? [
          {
            id: 'layout',
            label: 'Layout',
            icon: 'table-2' as const,
            children: layoutParts.map(({ id, label, icon }) => ({
              id,
              label,
              icon,
              checked: id === layout,
              run: () => onLayout(id),
            })),
          },
        ]
      : []),
    ...(layout === 'calendar' ? calendarEntries(props) : groupingEntries(props)),
    ...(layout === 'gantt_chart' ? timelineEntries(props) : []),
    ...(layout === 'spreadsheet'
      ? [
          {
            id: 'columns',
            label: 'Columns',
            icon: 'table-2' as const,
            children: all.map(({ id, name, shown }) => ({
              id,
              label: name,
              checked: shown,
              run: () => showColumn(projectId, id, !shown),
            })),
          },
        ]
      : []),
    {
      id: 'sub',
      label: 'Sub-issues',
      checked: query.subIssues,
      run: () => change({ sub_issue: query.subIssues ? 'false' : null }),
    },
  ]
  return (
    <>
      <HeaderButton icon="list-filter" on={filtered} onClick={onFilter}>
        Filter
      </HeaderButton>
      <Menu entries={entries} align="end">
        <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
      </Menu>
    </>
  )
}
