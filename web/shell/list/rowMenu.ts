/** Rows of things that are no issues, each with a link: keys lead through them, and each has its menu where it is asked for. */
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { MenuProps } from '../../ui/popups/Menu.tsx'
import { linkOf, longRowsOf, rowAhead } from './longRows.ts'

export type RowSpot = { id: string; anchor: NonNullable<MenuProps['anchor']>; row: Element }

type Stop = { id: string; focus: (nth: number) => void }

/** `name`: each row bears its id as `data-name`. What it answers goes to the box around the rows. */
export const useRowMenu = (name: string) => {
  const [spot, setSpot] = useState<RowSpot | null>(null)
  const rowAt = (target: EventTarget) => (target as Element).closest<HTMLElement>(`[data-${name}]`)
  const open = (row: HTMLElement, anchor: RowSpot['anchor']) =>
    setSpot({ id: row.dataset[name] ?? '', anchor, row })
  /** The rows in their order, whether they are drawn or not. */
  const stopsIn = (box: Element): Stop[] =>
    [...box.querySelectorAll<HTMLElement>(`[data-rows], [data-${name}]`)].flatMap(element => {
      const long = longRowsOf(element)
      if (long) return long.ids.map(id => ({ id, focus: nth => long.lead(id, nth) }))
      if (element.closest('[data-rows]')) return []
      return { id: element.dataset[name] ?? '', focus: nth => linkOf(element, nth)?.focus() }
    })
  /** Whether the key leads to another row, to the same one of its links. */
  const leads = ({ key, target, currentTarget }: KeyboardEvent, row: HTMLElement) => {
    const under = rowAhead() ?? row.dataset[name]
    const stops = stopsIn(currentTarget)
    const at = stops.findIndex(stop => stop.id === under)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[key]
    if (to === undefined) return false
    stops[to]?.focus([...row.querySelectorAll('a')].indexOf(target as HTMLAnchorElement))
    return true
  }
  const onContextMenu = (event: MouseEvent) => {
    const row = rowAt(event.target)
    // Text that is selected keeps the browser's own menu.
    if (!row || !getSelection()?.isCollapsed) return
    event.preventDefault()
    const { clientX, clientY } = event
    open(row, { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target)
    const isOnLink = event.target instanceof HTMLAnchorElement
    if (!row || !isOnLink || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === '.') open(row, row)
    else if (!leads(event, row)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { spot, open, close: () => setSpot(null), box: { onContextMenu, onKeyDown } }
}
