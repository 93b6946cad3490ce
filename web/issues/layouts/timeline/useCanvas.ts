/** The endless canvas: which days are drawn, how wide, and which of them are in sight. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { todayNumber } from '../../../ui/dates/day-numbers.ts'
import type { Scale } from '../../view/view.ts'
import { tellScrolled } from './edges.ts'
import { dayWidths, type Range, rangeAround, reach, scaleOf, zoomed } from './scale.ts'

const NEAR_END = 600
const DAYS_OF_MONTH = 30

export type Canvas = ReturnType<typeof useCanvas>

export const useCanvas = (scroller: RefObject<HTMLElement | null>, scale: Scale, sidebar: number) => {
  const today = todayNumber()
  const [dayWidth, setDayWidth] = useState(dayWidths[scale])
  const [range, setRange] = useState<Range>(() => rangeAround(today, scale))
  const [sight, setSight] = useState<Range>({ from: today, to: today })
  // A day and its distance from the left edge of the canvas: held while widths and ends change.
  const anchor = useRef<{ day: number; at: number } | null>({ day: today, at: -1 })
  const seen = useRef({ dayWidth, range })
  seen.current = { dayWidth, range }

  const dayAt = useCallback(
    (clientX: number) => {
      const node = scroller.current
      if (!node) return 0
      const x = clientX - node.getBoundingClientRect().left - sidebar + node.scrollLeft
      return seen.current.range.from + x / seen.current.dayWidth
    },
    [scroller, sidebar],
  )
  const look = useCallback(() => {
    const node = scroller.current
    if (!node) return
    const { dayWidth, range } = seen.current
    const from = Math.floor(range.from + node.scrollLeft / dayWidth)
    const to = Math.ceil(range.from + (node.scrollLeft + node.clientWidth - sidebar) / dayWidth)
    tellScrolled(node)
    setSight(old => (old.from === from && old.to === to ? old : { from, to }))
  }, [scroller, sidebar])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width or a new end moves the canvas
  useLayoutEffect(() => {
    const node = scroller.current
    const held = anchor.current
    if (!node || !held) return
    anchor.current = null
    const at = held.at < 0 ? Math.round((node.clientWidth - sidebar) / 4) : held.at
    node.scrollLeft = (held.day - range.from) * dayWidth - at
    look()
  }, [dayWidth, range, sidebar])

  /** Keeps the day under a point where it is. */
  const hold = useCallback(
    (clientX?: number) => {
      const node = scroller.current
      if (!node) return
      const left = node.getBoundingClientRect().left + sidebar
      const x = clientX ?? left
      anchor.current = { day: dayAt(x), at: x - left }
    },
    [scroller, sidebar, dayAt],
  )
  const zoom = useCallback(
    (width: number, clientX?: number) => {
      if (width === seen.current.dayWidth) return
      hold(clientX)
      setDayWidth(width)
    },
    [hold],
  )
  const onScroll = useCallback(() => {
    const node = scroller.current
    if (!node || anchor.current) return
    look()
    const more = reach[scaleOf(seen.current.dayWidth)] * DAYS_OF_MONTH
    const toEnd = node.scrollWidth - node.clientWidth - node.scrollLeft
    if (node.scrollLeft < NEAR_END) {
      hold()
      // Whole weeks, so that the grid behind the bars does not shift.
      setRange(old => ({ ...old, from: old.from - Math.ceil(more / 7) * 7 }))
    } else if (toEnd < NEAR_END) setRange(old => ({ ...old, to: old.to + more }))
  }, [scroller, hold, look])

  /** Brings a day into sight, a quarter from the left; the canvas grows when it does not reach as far. */
  const show = useCallback(
    (day: number) => {
      const node = scroller.current
      if (!node) return
      const { range, dayWidth } = seen.current
      const around = rangeAround(day, scaleOf(dayWidth))
      if (day - around.from > day - range.from || around.to > range.to) {
        anchor.current = { day, at: -1 }
        setRange({ from: Math.min(range.from, around.from), to: Math.max(range.to, around.to) })
      } else node.scrollLeft = (day - range.from) * dayWidth - (node.clientWidth - sidebar) / 4
    },
    [scroller, sidebar],
  )

  // Not by React: it listens passively, and the page would be zoomed as well.
  useEffect(() => {
    const node = scroller.current
    if (!node) return
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(zoomed(seen.current.dayWidth, event.deltaY), event.clientX)
    }
    node.addEventListener('wheel', wheel, { passive: false })
    const resized = new ResizeObserver(look)
    resized.observe(node)
    return () => {
      node.removeEventListener('wheel', wheel)
      resized.disconnect()
    }
  }, [scroller, zoom, look])

  return { dayWidth, range, sight, today, dayAt, zoom, show, onScroll }
}
