import { useEffect, useRef, useState } from 'react'
import { isNowhere } from '../../ui/nowhere.ts'
import { useKeys } from '../keyboard.ts'
import { leadTo, rowAhead } from './longRows.ts'
import { makeSelection, useSelected } from './selection.ts'

const rowIn = (element: Element | null) => element?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The row with the focus, or the one that a key leads to. */
export const focusedRow = (): string | null => rowAhead() ?? rowIn(document.activeElement) ?? null

/** The row that takes the place of these when they go. */
export const heirOf = (ids: readonly string[], gone: readonly string[]): string | undefined => {
  const last = ids.findLastIndex(id => gone.includes(id))
  return ids.slice(last + 1).find(id => !gone.includes(id)) ?? ids.findLast(id => !gone.includes(id))
}

type RowKeysOptions = {
  /** Their heading in the help. */
  group: string
  ids: readonly string[]
  /** The row that is shown beside the list. */
  openId?: string | null
  /** Shows the row that a key leads to. */
  onOpen?: (id: string) => void
  /** Escape, where nothing is chosen; false where it means nothing. */
  onLeave?: () => unknown
  /** From the last one keys lead to the first. */
  isRound?: boolean
}

/**
 * The keys of a screen that is one list of rows, wherever the focus is. They mean the chosen rows, or else the one that has the
 * focus or is open.
 */
export const useRowKeys = (options: RowKeysOptions) => {
  const { group, ids, openId = null, onOpen, onLeave, isRound = false } = options
  const [selection] = useState(makeSelection)
  const chosen = useSelected(selection).filter(id => ids.includes(id))
  const awaited = useRef<string | undefined>(undefined)
  // Once what was done is on the screen; a focus that is elsewhere by then is not pulled back.
  useEffect(() => {
    const id = awaited.current
    awaited.current = undefined
    const { activeElement } = document
    if (id && ids.includes(id) && (isNowhere(activeElement) || rowIn(activeElement))) leadTo(id)
  })
  const at = () => focusedRow() ?? openId
  const beside = (by: 1 | -1): string | undefined => {
    const from = ids.indexOf(at() ?? '')
    if (from < 0) return by > 0 || !isRound ? ids[0] : ids.at(-1)
    return ids[isRound ? (from + by + ids.length) % ids.length : from + by]
  }
  const step = (by: 1 | -1) => {
    const next = beside(by)
    if (next === undefined) return
    leadTo(next)
    onOpen?.(next)
  }
  const reach = (by: 1 | -1) => {
    const from = at()
    if (from && !selection.has(from)) selection.reach(from, ids)
    const next = beside(by)
    step(by)
    if (next) selection.reach(next, ids)
  }
  const select = (id: string, event: { shiftKey?: boolean }) =>
    event.shiftKey ? selection.reach(id, ids) : selection.toggle(id)
  /** Arrows scroll what else has the focus. */
  const arrow = (run: () => void) => () => {
    const { activeElement } = document
    if (!isNowhere(activeElement) && !rowIn(activeElement)) return false
    run()
  }
  useKeys(
    {
      j: { run: () => step(1), label: 'Next', group },
      k: { run: () => step(-1), label: 'Previous', group },
      down: arrow(() => step(1)),
      up: arrow(() => step(-1)),
      'shift+down': arrow(() => reach(1)),
      'shift+up': arrow(() => reach(-1)),
      x: {
        run: () => {
          const id = at()
          return id ? selection.toggle(id) : false
        },
        label: 'Select',
        group,
      },
      'mod+a': { run: () => selection.set(ids), label: 'Select all', group },
      esc: () => (chosen.length > 0 ? selection.clear() : (onLeave?.() ?? false)),
    },
    { above: true },
  )
  return {
    selection,
    chosen,
    select,
    beside,
    step,
    /** The rows that a key means. */
    meant: () => {
      const one = at()
      return chosen.length > 0 ? chosen : one && ids.includes(one) ? [one] : []
    },
    focusNext: (id: string | undefined) => {
      awaited.current = id
    },
  }
}
