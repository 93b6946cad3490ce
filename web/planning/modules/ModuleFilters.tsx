import { entriesOf } from '#contract/keys.ts'
import type { Module } from '#contract/planning/modules.ts'
import { useProjectPeople } from '../../issues/fields/projectRows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import type { AddressChange } from '../../shell/list/address.ts'
import { type FilterTable, favourites, NO_LEAD, onDays, peopleChoices } from '../../shell/list/filters.ts'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { type ModuleQuery, moduleLayouts, sorts } from './moduleList.ts'
import { statusNames, statusOrder } from './moduleRows.ts'

const statuses = statusOrder.map(id => ({
  id,
  label: statusNames[id],
  icon: <ModuleStatusIcon status={id} />,
}))

/** In the archive they are nobody's favourites. */
export const useModuleFilters = (
  projectId: string,
  today: string,
  favorites: ReadonlySet<string> | null,
): FilterTable<Module> => {
  const people = peopleChoices(useProjectPeople(projectId))
  return [
    {
      name: 'status',
      label: 'Status',
      icon: 'circle-dot',
      choices: statuses,
      has: (module, one) => module.status === one,
    },
    {
      name: 'lead',
      label: 'Lead',
      icon: 'circle-user',
      choices: [NO_LEAD, ...people],
      has: (module, one) => (module.lead_id ?? NO_LEAD.id) === one,
    },
    {
      name: 'member',
      label: 'Members',
      icon: 'users-round',
      choices: people,
      has: (module, one) => module.member_ids.includes(one),
    },
    onDays('starts', 'Starts', module => module.start_date, today),
    onDays('due', 'Due', module => module.target_date, today),
    ...(favorites ? [favourites<Module>(favorites)] : []),
  ]
}

export const layoutNames = { list: 'List', board: 'Board', timeline: 'Timeline' } as const

type ModuleDisplayProps = {
  query: ModuleQuery
  narrow: boolean
  change: (patch: AddressChange) => void
}

/** How modules are shown: in which order, and on a phone as what. */
export const ModuleDisplay = ({ query, narrow, change }: ModuleDisplayProps) => {
  const display: MenuEntry[] = [
    ...(narrow
      ? [
          ...moduleLayouts.map(layout => ({
            id: layout,
            label: layoutNames[layout],
            checked: query.layout === layout,
            run: () => change({ layout: layout === 'list' ? null : layout }),
          })),
          { id: 'end', rule: true as const },
        ]
      : []),
    { id: 'by', heading: 'Order' },
    ...entriesOf(sorts).map(([id, label]) => ({
      id,
      label,
      checked: query.sort === id,
      stays: true,
      run: () => change({ sort: id === 'name' ? null : id }),
    })),
    ...(query.sort === 'manual'
      ? []
      : [
          { id: 'rule', rule: true as const },
          ...[false, true].map(isTurned => ({
            id: isTurned ? 'desc' : 'asc',
            label: isTurned ? 'Descending' : 'Ascending',
            checked: query.isTurned === isTurned,
            stays: true,
            run: () => change({ turned: isTurned ? 'true' : null }),
          })),
        ]),
  ]
  return (
    <Menu entries={display} align="end">
      <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
    </Menu>
  )
}
