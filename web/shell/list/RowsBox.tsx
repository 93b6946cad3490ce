import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { Menu, type MenuEntry, type MenuProps } from '../../ui/popups/Menu.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { LINK, linkOf, longRowsOf, rowAhead } from './longRows.ts'
import { RowActsOf, type Select } from './rowActs.ts'

type Spot = { id: string; anchor: NonNullable<MenuProps['anchor']>; row: HTMLElement }
type Stop = { id: string; focus: (nth: number) => void }

type RowsBoxProps = {
  className: string
  ref?: Ref<HTMLDivElement>
  onScroll?: () => void
  /** The menu of a row; empty where it has none. */
  entriesOf: (id: string) => readonly MenuEntry[]
  /** X chooses the row whose link has the focus. */
  onSelect?: Select
  /** Alt with an arrow moves it. */
  onStep?: ((id: string, by: -1 | 1) => void) | undefined
  /** A key of this list alone; true where it meant something. */
  onKey?: (key: string, id: string) => boolean
  children: ReactNode
}

const rowAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]')
const idOf = (row: HTMLElement) => row.dataset.row ?? ''

/** The rows in their order, whether they are drawn or not. */
const stopsIn = (box: Element): Stop[] =>
  [...box.querySelectorAll<HTMLElement>('[data-rows], [data-row]')].flatMap(element => {
    const long = longRowsOf(element)
    if (long) return long.ids.map(id => ({ id, focus: nth => long.lead(id, nth) }))
    if (element.closest('[data-rows]')) return []
    return { id: idOf(element), focus: nth => linkOf(element, nth)?.focus() }
  })

/** Whether the key leads to another row, to the same one of its links. */
const leads = ({ key, target, currentTarget }: KeyboardEvent, row: HTMLElement) => {
  const under = rowAhead() ?? idOf(row)
  const stops = stopsIn(currentTarget)
  const at = stops.findIndex(stop => stop.id === under)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[key]
  if (to === undefined) return false
  stops[to]?.focus([...row.querySelectorAll(LINK)].indexOf(target as Element))
  return true
}

/** The box around rows that have a link each: keys lead through them, and each has its menu where that is asked for. */
export const RowsBox = ({ entriesOf, onSelect, onStep, onKey, children, ...box }: RowsBoxProps) => {
  const [spot, setSpot] = useState<Spot | null>(null)
  const open = (row: HTMLElement, anchor: Spot['anchor']) => setSpot({ id: idOf(row), anchor, row })
  const onMenu = useSteady((button: Element) => {
    const row = rowAt(button)
    if (row) open(row, button)
  })
  const select = useSteady<Parameters<Select>, void>((id, event) => onSelect?.(id, event))
  const acts = useMemo(() => ({ onMenu, onSelect: select }), [onMenu, select])
  // What is seen under the pointer stays while it is in the menu.
  useEffect(() => {
    spot?.row.toggleAttribute('data-open', true)
    return () => void spot?.row.toggleAttribute('data-open', false)
  }, [spot])
  const ask = (event: MouseEvent) => {
    const row = rowAt(event.target)
    // Text that is selected keeps the browser's own menu.
    if (!row || !getSelection()?.isCollapsed || entriesOf(idOf(row)).length === 0) return
    event.preventDefault()
    const { clientX, clientY } = event
    open(row, { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) })
  }
  const means = (event: KeyboardEvent, row: HTMLElement) => {
    const { key, altKey, shiftKey } = event
    if (event.ctrlKey || event.metaKey) return false
    if (altKey) {
      if (!onStep || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
      onStep(idOf(row), key === 'ArrowUp' ? -1 : 1)
    } else if (onSelect && key.toLowerCase() === 'x') onSelect(idOf(row), event)
    else if (shiftKey) return false
    else if (key === '.') open(row, row)
    else return leads(event, row) || onKey?.(key, idOf(row)) === true
    return true
  }
  const press = (event: KeyboardEvent) => {
    const row = (event.target as Element).matches(LINK) ? rowAt(event.target) : null
    if (!row || !means(event, row)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const entries = spot ? entriesOf(spot.id) : []
  return (
    <RowActsOf value={acts}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus */}
      <div {...box} onContextMenu={ask} onKeyDown={press}>
        {children}
      </div>
      {spot && entries.length > 0 && (
        <Menu
          key={spot.id}
          open
          onOpenChange={next => next || setSpot(null)}
          anchor={spot.anchor}
          finalFocus={() => linkOf(spot.row, 0) ?? null}
          entries={entries}
        />
      )}
    </RowActsOf>
  )
}
