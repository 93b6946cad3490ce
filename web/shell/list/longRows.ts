/** A long list of rows of which only those in sight are drawn; keys lead through all of them (`RowsBox.tsx`). */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useSteady } from '../../ui/useSteady.ts'

type Long = {
  ids: readonly string[]
  /** Gives the focus to a link of this row, once that is drawn. */
  lead: (id: string, nth: number) => void
}
const lists = new WeakMap<Element, Long>()
/** What is known of the rows of a list that is there as `data-rows`. */
export const longRowsOf = (list: Element): Long | undefined => lists.get(list)

/** The row that a key leads to, until it is drawn: the next key goes on from there. */
let wanted: { list: Element; id: string; nth: number } | null = null
export const rowAhead = (): string | null => (wanted?.list.isConnected ? wanted.id : null)

/** What a row is opened by. */
export const LINK = 'a, [data-title]'
/** The nth link of a row; the first where it has fewer. */
export const linkOf = (row: Element, nth: number): HTMLElement | undefined => {
  const links = row.querySelectorAll<HTMLElement>(LINK)
  return links[nth] ?? links[0] ?? (row instanceof HTMLElement && row.matches(LINK) ? row : undefined)
}

export const rowOf = (id: string | undefined) => document.querySelector(`[data-row="${id}"]`)

/** Gives the focus to a row of the screen, whether it is drawn or not. */
export const leadTo = (id: string) => {
  const row = rowOf(id)
  if (row) return linkOf(row, 0)?.focus()
  for (const list of document.querySelectorAll('[data-rows]')) {
    const long = lists.get(list)
    if (long?.ids.includes(id)) long.lead(id, 0)
  }
}

export const scrollerOf = (list: Element | null) =>
  list?.closest<HTMLElement>('.overflow-y-auto, .overflow-auto') ?? null

type LongRowsOptions = {
  /** By line; null for one that is no row. */
  ids: readonly (string | null)[]
  /** Of a line, in pixels; lines that are measured grow from it. */
  height: number | ((at: number) => number)
  /** Another kind of the same line, which is measured anew. */
  kind?: string
  gap?: number
  /** Rows drawn beyond those in sight. */
  overscan: number
  /** The distance from the top of the scroller to the first row. */
  above?: number
  /** What covers the rows at the top of the scroller while they pass. */
  cover?: number
}

/** `list` goes to the list as `ref`, beside `data-rows`; rows bear their id as `data-row`. */
export const useLongRows = <E extends HTMLElement>(options: LongRowsOptions) => {
  const { ids, height, kind = '', gap = 0, overscan, above = 0, cover = 0 } = options
  const list = useRef<E>(null)
  const rowOf = (id: string) => list.current?.querySelector(`[data-row="${id}"]`)
  // Another function would have all rows measured anew with each scroll.
  const getItemKey = useCallback((at: number) => (ids[at] ? kind + ids[at] : at), [ids, kind])
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: at => (typeof height === 'number' ? height : height(at)),
    getItemKey,
    gap,
    scrollMargin: above,
    scrollPaddingStart: cover,
    overscan,
    // The row with the focus is not lost by scrolling it away.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')
      const at = row && list.current?.contains(row) ? ids.indexOf(row.dataset.row ?? '') : -1
      return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
    },
  })
  const lead = useSteady((id: string, nth: number) => {
    const row = rowOf(id)
    wanted = row || !list.current ? null : { list: list.current, id, nth }
    if (row) linkOf(row, nth)?.focus()
    else virtual.scrollToIndex(ids.indexOf(id), { align: 'auto' })
  })
  // In the moment that draws it, and before the row that had the focus goes: no key falls between the two.
  useLayoutEffect(() => {
    if (!wanted || wanted.list !== list.current) return
    const { id, nth } = wanted
    const row = rowOf(id)
    if (!row && ids.includes(id)) return
    wanted = null
    if (row) linkOf(row, nth)?.focus()
  })
  useEffect(() => {
    const element = list.current
    if (element) lists.set(element, { ids: ids.flatMap(id => id ?? []), lead })
  }, [ids, lead])
  return { list, virtual }
}
