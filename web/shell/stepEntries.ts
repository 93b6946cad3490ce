/** Entries that put a row one step to either side among its like: whoever touches has neither the keys nor a mouse to pull with. */
import type { MenuEntry } from '../ui/popups/Menu.tsx'

const below = ['up', 'down'] as const
const beside = ['left', 'right'] as const

type Steps = {
  id: string
  /** Those that it is among, in their order. */
  among: readonly { id: string }[]
  /** They are beside each other, not below. */
  isAcross?: boolean
  onStep: (by: -1 | 1) => void
}

/** One for each side on which there is another, and a line behind them. */
export const stepEntries = ({ id, among, isAcross = false, onStep }: Steps): MenuEntry[] => {
  const at = among.findIndex(one => one.id === id)
  const [before, after] = isAcross ? beside : below
  const entry = (by: -1 | 1, side: typeof before | typeof after): MenuEntry[] =>
    at >= 0 && among[at + by]
      ? [{ id: side, label: `Move ${side}`, keys: `alt+${side}`, run: () => onStep(by) }]
      : []
  const entries = [...entry(-1, before), ...entry(1, after)]
  return entries.length > 0 ? [...entries, { id: 'moved', rule: true }] : []
}
