import { useListAddress } from '../shell/list/address.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'

/** The cycle or module whose details are beside the list: `name` has it in the address. */
export const usePeek = <Plan extends { id: string }>(all: readonly Plan[], name: string) => {
  const [address, change] = useListAddress()
  const onPeek = (id: string) => change({ [name]: id })
  const entryOf = (id: string): MenuEntry => ({
    id: 'details',
    label: 'More details',
    icon: 'panel-right',
    run: () => onPeek(id),
  })
  return {
    peeked: all.find(({ id }) => id === address.get(name)),
    onPeek,
    entryOf,
    onClose: () => change({ [name]: null }),
  }
}
