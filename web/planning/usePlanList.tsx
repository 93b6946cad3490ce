/** What lists of cycles and of modules do with a row, here and in the archive. */
import type { ReactNode } from 'react'
import { useListAddress } from '../shell/list/address.ts'
import { useRowMenu } from '../shell/list/rowMenu.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { PlanRowMenu } from './PlanMenu.tsx'

/** The row whose details stand beside the list: `name` has it in the address. */
export const usePlanPeek = <Plan extends { id: string }>(all: readonly Plan[], name: string) => {
  const [address, change] = useListAddress()
  return {
    peeked: all.find(({ id }) => id === address.get(name)),
    onPeek: useSteady((id: string) => change({ [name]: id })),
    onClose: () => change({ [name]: null }),
  }
}

type RowMenu = {
  /** Goes to the box around the rows. */
  box: ReturnType<typeof useRowMenu>['box']
  open: ReturnType<typeof useRowMenu>['open']
  /** The menu of a row, while it is open. */
  menu: ReactNode
}

export const usePlanRowMenu = <Plan extends { id: string; name: string }>(
  all: readonly Plan[],
  entriesOf: (plan: Plan) => readonly MenuEntry[],
  onPeek: ((id: string) => void) | undefined,
): RowMenu => {
  const { spot, open, close, box } = useRowMenu('plan')
  const asked = all.find(({ id }) => id === spot?.id)
  return {
    box,
    open,
    menu: spot && asked && (
      <PlanRowMenu
        key={asked.id}
        row={asked}
        entries={entriesOf(asked)}
        onClose={close}
        {...{ spot, onPeek }}
      />
    ),
  }
}
