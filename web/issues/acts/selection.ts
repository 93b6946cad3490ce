/** The selection of a list of issues: kept over layouts and live changes, reported to each row by itself. */
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type IssueQuery, matches } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import { getRow, onRows } from '../../data/rows.ts'
import { makeSelection, type Selection } from '../../shell/list/selection.ts'

/** The selection of a list; a row that leaves the list leaves it. */
export const useListSelection = (query: IssueQuery): Selection => {
  const [selection] = useState(makeSelection)
  useEffect(() => {
    const isGone = (row: Issue | null) => row === null || !matches(query, row, id => getRow('issue', id))
    selection.drop(id => isGone(getRow('issue', id)))
    let wanted = 0
    const stop = onRows('issue', (before, after) => {
      const id = (after ?? before)?.id
      if (!id || !selection.has(id) || !isGone(after)) return
      // Once for all rows of a change: each by itself would draw the list anew.
      wanted ||= window.setTimeout(() => {
        wanted = 0
        selection.drop(one => isGone(getRow('issue', one)))
      }, 0)
    })
    return () => {
      clearTimeout(wanted)
      stop()
    }
  }, [selection, query])
  return selection
}

/** The actions of rows in a list beside opening and editing; none outside of a list. */
export type RowActs = {
  selection: Selection
  /** With Shift held, from the last one chosen to here. */
  onSelect: (id: string, event: { shiftKey?: boolean; target?: EventTarget | null }) => void
  onMenu: (id: string, anchor: Element) => void
}
const Acts = createContext<RowActs | null>(null)
export const RowActsProvider = Acts.Provider

const none: Selection['subscribe'] = () => () => {}

/** The issues of the lines above and below; undefined where there is another kind of line. */
export type Neighbours = { above?: string | undefined; below?: string | undefined }
const ALONE: Neighbours = {}

/** A row's own part of it: repaints when it, or one beside it, is selected or not any more. */
export const useRowActs = (id: string, { above, below }: Neighbours = ALONE) => {
  const acts = useContext(Acts)
  const look = (one: string | undefined) => one !== undefined && acts?.selection.has(one) === true
  const seen = useSyncExternalStore(acts?.selection.subscribe ?? none, () =>
    look(id) ? `selected ${look(above) ? 'above ' : ''}${look(below) ? 'below' : ''}` : '',
  )
  return useMemo(() => {
    const selected = seen !== ''
    const joined = { above: seen.includes('above'), below: seen.includes('below') }
    return acts
      ? {
          selected,
          joined,
          onSelect: (one: string, event: Event & { shiftKey?: boolean }) => acts.onSelect(one, event),
          onMenu: acts.onMenu,
        }
      : { selected, joined }
  }, [acts, seen])
}

/** The selection of the list around, for actions on all of it. */
export const useSelection = () => useContext(Acts)?.selection ?? null

/** The box of a group: its loaded rows go in or out together. */
export const useGroupChoice = ({ ids }: { ids: readonly string[] }) => {
  const selection = useSelection()
  const count = useSyncExternalStore(
    selection?.subscribe ?? none,
    () => selection && ids.reduce((sum, id) => sum + Number(selection.has(id)), 0),
  )
  if (!selection || count === null || ids.length === 0) return {}
  const rest = () => selection.ids().filter(id => !ids.includes(id))
  return {
    chosen: count === 0 ? ('none' as const) : count < ids.length ? ('some' as const) : ('all' as const),
    onChoose: (all: boolean) => selection.set(all ? [...rest(), ...ids] : rest()),
  }
}
