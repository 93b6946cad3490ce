import type { Virtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Line } from '../lines.ts'
import { ISSUE_COLUMN } from './columns.tsx'
import { type CellPlace as Place, rangeOf } from './range.ts'

/** The key of the header row among the lines. */
export const HEAD = 'head'
const PAGE = 12

type Grid = {
  root: RefObject<HTMLElement | null>
  lines: readonly Line[]
  columns: readonly string[]
  virtual: Virtualizer<HTMLDivElement, Element>
}

const cellUnder = (target: EventTarget | null): Place | null => {
  if (!(target instanceof HTMLElement)) return null
  const line = target.closest<HTMLElement>('[data-line]')?.dataset.line
  if (!line) return null
  return { line, column: target.closest<HTMLElement>('[data-column]')?.dataset.column ?? '' }
}

/** The one cell of the table in the tab order, and the keys that move it. */
export const useCursor = ({ root, lines, columns, virtual }: Grid) => {
  const [cursor, setCursor] = useState<Place>({ line: '', column: ISSUE_COLUMN })
  const wanted = useRef<Place | null>(null)
  /** The other corner of the marked cells. */
  const [corner, setCorner] = useState<Place | null>(null)
  const known = cursor.line === HEAD || lines.some(line => line.key === cursor.line)
  const first = lines.find(line => line.kind === 'issue')
  const at = known ? cursor : { line: first?.key ?? HEAD, column: cursor.column }

  // A line far away is drawn first and takes the focus then.
  useEffect(() => {
    const place = wanted.current
    if (!place) return
    const line = root.current?.querySelector(`[data-line="${CSS.escape(place.line)}"]`)
    const cell =
      line?.querySelector<HTMLElement>(`[data-column="${place.column}"]`) ?? line?.querySelector('button')
    if (!cell) return
    wanted.current = null
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const go = (place: Place, marks = false) => {
    setCorner(marks ? (corner ?? at) : null)
    wanted.current = place
    const index = lines.findIndex(line => line.key === place.line)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
    setCursor({ ...place })
  }

  const move = (event: KeyboardEvent<HTMLElement>): boolean => {
    if (event.key === 'Escape' && corner) {
      setCorner(null)
      return true
    }
    const from = cellUnder(event.target)
    // From a title, Shift and the arrows select rows; from other cells they mark cells.
    const isUpOrDown = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const marks = event.shiftKey && event.key.startsWith('Arrow') && from?.line !== HEAD
    const selects = marks && isUpOrDown && from?.column === ISSUE_COLUMN && !corner
    if (event.altKey || selects || !root.current?.contains(event.target as Node)) return false
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return false
    if (!from) return false
    const stops = [
      HEAD,
      ...lines.filter(line => line.kind !== 'more' && line.kind !== 'add').map(line => line.key),
    ]
    const row = stops.indexOf(from.line)
    const column = columns.indexOf(from.column || at.column)
    const mod = event.ctrlKey || event.metaKey
    const to = (nextRow: number, nextColumn: number) => {
      const line = stops[Math.min(stops.length - 1, Math.max(0, nextRow))]
      const id = columns[Math.min(columns.length - 1, Math.max(0, nextColumn))]
      if (line && id && !(marks && line === HEAD)) go({ line, column: id }, marks)
      return true
    }
    switch (event.key) {
      case 'ArrowDown':
        return to(mod ? stops.length : row + 1, column)
      case 'ArrowUp':
        return to(mod ? 0 : row - 1, column)
      case 'ArrowRight':
        return to(row, mod ? columns.length : column + 1)
      case 'ArrowLeft':
        return to(row, mod ? 0 : column - 1)
      case 'PageDown':
        return to(row + PAGE, column)
      case 'PageUp':
        return to(row - PAGE, column)
      case 'Home':
        return to(mod ? 1 : row, 0)
      case 'End':
        return to(mod ? stops.length : row, columns.length)
      default:
        return false
    }
  }

  const follow = (event: FocusEvent<HTMLElement>) => {
    const place = root.current?.contains(event.target) ? cellUnder(event.target) : null
    if (!place?.column || (place.line === cursor.line && place.column === cursor.column)) return
    setCursor(place)
    setCorner(null)
  }

  /** With Shift a cell becomes the other corner; a title means the whole row. True where the event marked something. */
  const mark = (event: MouseEvent<HTMLElement>): boolean => {
    const place = cellUnder(event.target)
    if (!event.shiftKey || !place?.column || place.column === ISSUE_COLUMN || place.line === HEAD)
      return false
    if (event.type === 'click') go(place, true)
    return true
  }

  const range = useMemo(
    () => (corner ? rangeOf(lines, columns, corner, cursor) : null),
    [corner, cursor, lines, columns],
  )

  return { cursor: at, range, move, follow, mark }
}
