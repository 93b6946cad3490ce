import { entriesOf } from '#contract/keys.ts'
import { HeaderButton } from '../shell/Header.tsx'
import type { AddressChange } from '../shell/list/address.ts'
import { Menu } from '../ui/popups/Menu.tsx'
import { type Order, sorts } from './projectList.ts'

type ProjectDisplayProps = { order: Order; isArchive: boolean; change: (patch: AddressChange) => void }

/** The order of the projects. */
export const ProjectDisplay = ({ order, isArchive, change }: ProjectDisplayProps) => (
  <Menu
    align="end"
    entries={[
      { id: 'by', heading: 'Order' },
      ...entriesOf(sorts).map(([id, label]) => ({
        id,
        label: id === 'updated' && isArchive ? 'Archived' : label,
        checked: order.sort === id,
        run: () => change({ sort: id === 'name' ? null : id }),
      })),
      { id: 'rule', rule: true },
      {
        id: 'turned',
        label: 'Reverse order',
        checked: order.isTurned,
        disabled: order.sort === 'manual' && 'Manual order cannot be reversed',
        run: () => change({ turned: order.isTurned ? null : 'true' }),
      },
    ]}
  >
    <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
  </Menu>
)
