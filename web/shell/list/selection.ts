/** The chosen rows of a list. */
import { useState, useSyncExternalStore } from 'react'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { useKeys } from '../keyboard.ts'
import type { Select } from './rowActs.ts'

export type Selection = {
  has: (id: string) => boolean
  ids: () => readonly string[]
  /** One in or out; where the next range begins. */
  toggle: (id: string) => void
  /** From where the last one was chosen to here, of the lines in their order; `at` where an issue is in several. */
  reach: (id: string, lines: readonly string[], at?: number) => void
  set: (ids: readonly string[]) => void
  drop: (gone: (id: string) => boolean) => void
  clear: () => void
  subscribe: (tell: () => void) => () => void
}

/** Of the lines that an issue stands in, the one closest to another. */
const nearest = (lines: readonly string[], id: string | null, to: number): number =>
  lines.reduce(
    (best, one, at) => (one === id && (best < 0 || Math.abs(at - to) < Math.abs(best - to)) ? at : best),
    -1,
  )

export const makeSelection = (): Selection => {
  let chosen: ReadonlySet<string> = new Set()
  let listed: readonly string[] = []
  let anchor: string | null = null
  /** The rows of the last range: a shorter one after it gives the rest back. */
  let ranged: readonly string[] = []
  const listeners = new Set<() => void>()
  const put = (next: ReadonlySet<string>) => {
    chosen = next
    listed = [...next]
    for (const tell of listeners) tell()
  }
  const selection: Selection = {
    has: id => chosen.has(id),
    ids: () => listed,
    toggle: id => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      anchor = id
      ranged = []
      put(next)
    },
    reach: (id, lines, at) => {
      const to = at ?? lines.indexOf(id)
      const from = nearest(lines, anchor, to)
      if (from < 0 || to < 0) return selection.toggle(id)
      const range = [...new Set(lines.slice(Math.min(from, to), Math.max(from, to) + 1))]
      const given = new Set(ranged.filter(one => !range.includes(one)))
      ranged = range
      put(new Set([...[...chosen].filter(one => !given.has(one)), ...range]))
    },
    set: ids => {
      ranged = []
      anchor = ids[0] ?? null
      put(new Set(ids))
    },
    drop: gone => {
      const rest = listed.filter(id => !gone(id))
      if (rest.length < listed.length) put(new Set(rest))
    },
    clear: () => {
      anchor = null
      ranged = []
      if (chosen.size > 0) put(new Set())
    },
    subscribe: tell => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
  return selection
}

export const useSelected = (selection: Selection): readonly string[] =>
  useSyncExternalStore(selection.subscribe, selection.ids)

/** Those of the rows of a noun that may be chosen; the rows in folded parts are not shown. */
export const useRowSelection = <Row extends { id: string }>(
  shown: readonly Row[],
  may: (row: Row) => boolean = () => true,
) => {
  const [selection] = useState(makeSelection)
  const chosen = useSelected(selection)
  const ids = shown.filter(may).map(row => row.id)
  // What is shown no more is not meant.
  const meant = shown.filter(({ id }) => chosen.includes(id))
  useKeys(
    { esc: { run: selection.clear, label: 'Clear selection', group: 'List' } },
    { when: meant.length > 0 },
  )
  const onSelect: Select = useSteady((id, { shiftKey }) => {
    if (!ids.includes(id)) return
    if (shiftKey) selection.reach(id, ids)
    else selection.toggle(id)
  })
  return { selection, chosen, meant, onSelect }
}

/** Chooses a row among several: a finger has neither the key nor the box. */
export const selectEntry = (selection: Selection, id: string): MenuEntry => {
  const isChosen = selection.has(id)
  return {
    id: 'select',
    label: isChosen ? 'Clear selection' : 'Select',
    icon: 'list-checks',
    keys: isChosen ? 'esc' : 'x',
    run: () => (isChosen ? selection.clear() : selection.toggle(id)),
  }
}
