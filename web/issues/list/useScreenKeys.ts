import { useKeys } from '../../shell/keyboard.ts'
import type { layoutParts } from '../layouts/looks.ts'
import type { Layout } from '../view/contexts.ts'

type ScreenKeys = {
  parts: typeof layoutParts
  onLayout: (layout: Layout) => void
  /** Null where it may not be filtered. */
  onFilter: (() => void) | null
  onNew: (() => void) | null
}

/** The keys of a list as a whole. */
export const useScreenKeys = ({ parts, onLayout, onFilter, onNew }: ScreenKeys) =>
  useKeys({
    ...Object.fromEntries(
      parts.map(({ id, label, keys }) => [keys, { run: () => onLayout(id), label, group: 'Layout' }]),
    ),
    f: { run: () => (onFilter ? onFilter() : false), label: 'Filter', group: 'List' },
    c: { run: () => (onNew ? onNew() : false), label: 'New issue', group: 'Create' },
  })
