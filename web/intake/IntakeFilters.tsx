import type { Clock } from '#contract/lists/dateTerms.ts'
import { type Issue, priorities } from '#contract/work/issues.ts'
import { useMade } from '../data/rows.ts'
import { statesOf, useProjectLabels, useProjectPeople } from '../issues/fields/projectRows.ts'
import { StateRowSign } from '../issues/fields/StateSign.tsx'
import { type FilterTable, type Narrowing, peopleChoices, sinceThen } from '../shell/list/filters.ts'
import { useFilterMenu } from '../shell/list/ListFilters.tsx'
import { orderEntries } from '../shell/list/order.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { LabelDot } from '../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../ui/marks/PriorityIcon.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { type IntakeList, orders, statusesOf, statusNames, USUAL, writeStatuses } from './intakeList.ts'

const byPriority = priorities.map(id => ({
  id,
  label: priorityNames[id],
  icon: <PriorityIcon priority={id} silent />,
}))

export const useIntakeFilters = (projectId: string, clock: Clock): FilterTable<Issue> => {
  const people = peopleChoices(useProjectPeople(projectId))
  const labels = useProjectLabels(projectId)
  const states = useMade(statesOf, projectId)
  return [
    {
      name: 'state',
      label: 'State',
      icon: 'circle-dot',
      choices: states.map(state => ({
        id: state.id,
        label: state.name,
        icon: <StateRowSign state={state} />,
      })),
      has: (issue, one) => issue.state_id === one,
    },
    {
      name: 'priority',
      label: 'Priority',
      icon: 'signal',
      choices: byPriority,
      has: (issue, one) => issue.priority === one,
    },
    {
      name: 'labels',
      label: 'Labels',
      icon: 'tag',
      choices: labels.map(({ id, name, color }) => ({ id, label: name, icon: <LabelDot color={color} /> })),
      has: (issue, one) => issue.label_ids.includes(one),
    },
    {
      name: 'assignees',
      label: 'Assignee',
      icon: 'user-round',
      choices: people,
      has: (issue, one) => issue.assignee_ids.includes(one),
    },
    {
      name: 'created_by',
      label: 'Created by',
      icon: 'circle-user',
      choices: people,
      has: (issue, one) => issue.created_by === one,
    },
    sinceThen('created', 'Created', issue => issue.created_at, clock),
    sinceThen('updated', 'Updated', issue => issue.updated_at, clock),
  ]
}

type IntakeFiltersProps = { list: IntakeList; narrowing: Narrowing<never> }

/** The filters and the order: two buttons above the list. */
export const IntakeFilters = ({ list, narrowing }: IntakeFiltersProps) => {
  const { tab, statuses, order, descending } = list
  const { isOpen, setOpen, entries, question } = useFilterMenu(narrowing)
  const status = (): MenuEntry => ({
    id: 'status',
    label: 'Status',
    icon: 'inbox',
    children: statusesOf[tab].map(one => ({
      id: String(one),
      label: statusNames[one] ?? '',
      checked: statuses.includes(one),
      stays: true,
      run: () => {
        const next = statusesOf[tab].filter(other => (other === one) !== statuses.includes(other))
        if (next.length > 0) narrowing.change({ status: writeStatuses(tab, next) })
      },
    })),
  })
  return (
    <>
      <Menu entries={() => [status(), ...entries()]} align="end" open={isOpen} onOpenChange={setOpen}>
        <IconButton icon="list-filter" label="Filter" keys="f" on={narrowing.count > 0} />
      </Menu>
      {question}
      <Menu entries={orderEntries(orders, list, USUAL, narrowing.change)} align="end">
        <IconButton
          icon={descending ? 'arrow-down' : 'arrow-up'}
          label={`Order: ${orders[order]}, ${descending ? 'descending' : 'ascending'}`}
        />
      </Menu>
    </>
  )
}
