/** Rows of things that are no issues, each with a link: keys lead through them, and each has its menu where it is asked for. */
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { MenuProps } from '../ui/popups/Menu.tsx'

export type RowSpot = { id: string; anchor: NonNullable<MenuProps['anchor']>; row: Element }

/** `name`: each row bears its id as `data-name`. What it answers goes to the box around the rows. */
export const useRowMenu = (name: string) => {
  const [spot, setSpot] = useState<RowSpot | null>(null)
  const rowAt = (target: EventTarget) => (target as Element).closest<HTMLElement>(`[data-${name}]`)
  const open = (row: HTMLElement, anchor: RowSpot['anchor']) =>
    setSpot({ id: row.dataset[name] ?? '', anchor, row })
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
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-${name}] a`)]
    const at = links.findIndex(link => row.contains(link))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (to !== undefined) links[to]?.focus()
    else if (event.key === '.') open(row, row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { spot, open, close: () => setSpot(null), box: { onContextMenu, onKeyDown } }
}
