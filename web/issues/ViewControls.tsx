import type { IssueQuery } from '#contract/issueQuery.ts'
import { HeaderButton } from '../shell/Header.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import type { Layout } from './view.ts'

const groupings = [
  ['state_id', 'State'],
  ['priority', 'Priority'],
  ['assignees__id', 'Assignee'],
  ['labels__id', 'Label'],
  ['created_by', 'Creator'],
  ['state__group', 'State group'],
] as const

const orders = [
  ['sort_order', 'Manual'],
  ['-created_at', 'Newest first'],
  ['-updated_at', 'Last changed'],
  ['-priority', 'Priority'],
  ['target_date', 'Due date'],
  ['start_date', 'Start date'],
] as const

type ViewControlsProps = {
  query: IssueQuery
  layout: Layout
  change: (changes: Record<string, string | null>) => void
  onFilter: () => void
  filtered: boolean
}

export const ViewControls = ({ query, layout, change, onFilter, filtered }: ViewControlsProps) => {
  const entries: MenuEntry[] = [
    { id: 'group', heading: 'Group by' },
    ...(layout === 'list'
      ? [
          {
            id: 'none',
            label: 'Nothing',
            checked: query.groupBy === null,
            run: () => change({ group_by: '' }),
          },
        ]
      : []),
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
