import type { KeyboardEvent } from 'react'
import { type Selection, useSelected } from '../issues/acts/selection.ts'
import { useKeys } from '../shell/keyboard.ts'
import { useSteady } from '../ui/useSteady.ts'

/** With Shift from the last one chosen to here. */
export type Select = (id: string, event: { shiftKey?: boolean }) => void

/** The chosen ones of a list of cycles, modules or archived things. */
export const usePlanSelection = <Row extends { id: string }>(selection: Selection, shown: readonly Row[]) => {
  const chosen = useSelected(selection)
  // What is shown no more is not meant.
  const meant = shown.filter(({ id }) => chosen.includes(id))
  useKeys(
    { esc: { run: selection.clear, label: 'Clear selection', group: 'List' } },
    { when: meant.length > 0 },
  )
  const onSelect = useSteady((id: string, { shiftKey }: { shiftKey?: boolean }) =>
    shiftKey
      ? selection.reach(
          id,
          shown.map(row => row.id),
        )
      : selection.toggle(id),
  )
  return { chosen, meant, onSelect }
}

/** X chooses the row whose link has the focus. */
export const selected = (event: KeyboardEvent, id: string, onSelect: Select | null | undefined): boolean => {
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey)
  const isMeant = isPlain && event.key.toLowerCase() === 'x' && event.target instanceof HTMLAnchorElement
  if (!isMeant || !onSelect) return false
  event.preventDefault()
  onSelect(id, event)
  return true
}
