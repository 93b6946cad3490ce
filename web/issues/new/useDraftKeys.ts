import { useKeys } from '../../shell/keyboard.ts'
import type { Anchor } from './DraftRow.tsx'
import { type DraftSelection, focusedDraft } from './useDraftSelection.ts'

const group = 'Drafts'

/** The keys of the drafts: for the selected ones, or else for the one that has the focus. */
export const useDraftKeys = (
  { selection, ids, chosen, remove, step, reach }: DraftSelection,
  onMenu: (id: string, anchor: Anchor) => void,
) => {
  const onSubject = (run: (wanted: readonly string[]) => void) => () => {
    const at = focusedDraft()
    const wanted = chosen.length > 0 ? chosen : at ? [at] : []
    if (wanted.length === 0) return false
    run(wanted)
  }
  useKeys({
    j: { run: () => step(1), label: 'Next draft', group },
    k: { run: () => step(-1), label: 'Previous draft', group },
    down: () => step(1),
    up: () => step(-1),
    'shift+down': () => reach(1),
    'shift+up': () => reach(-1),
    x: {
      run: onSubject(() => focusedDraft() && selection.toggle(focusedDraft() ?? '')),
      label: 'Select',
      group,
    },
    'mod+a': { run: () => selection.set(ids), label: 'Select all', group },
    esc: () => selection.ids().length > 0 && selection.clear(),
    '#': { run: onSubject(remove), label: 'Delete', group },
    '.': {
      run: () => {
        const [row, id] = [document.activeElement, focusedDraft()]
        if (!row || !id) return false
        onMenu(id, row)
      },
      label: 'Menu',
      group,
    },
  })
}
