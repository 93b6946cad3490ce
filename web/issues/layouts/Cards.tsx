import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { useOverscan } from '../../ui/useOverscan.ts'
import { BoardCard, cardLine } from './BoardCard.tsx'
import { type LayoutProps, rowVerbs } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

/** How each list of cards scrolls to one of them, by what the lines of its cards begin with. */
export type Scrolls = Map<string, (id: string) => void>

export const scrollToCard = (scrolls: Scrolls, line: string) => {
  const at = line.lastIndexOf('/') + 1
  scrolls.get(line.slice(0, at))?.(line.slice(at))
}

type CardsProps = LayoutProps & {
  /** Key of the column, and of the lane where there are lanes. */
  group: string
  sub?: string
  name: string
  ids: readonly string[]
  /** What the cards scroll in. */
  scroller: RefObject<HTMLElement | null>
  scrolls: Scrolls
  /** The last cards are in sight. */
  onEnd?: () => void
}

const NEAR_END = 8

/** The cards of one column, or of one cell where there are lanes; only those in sight are drawn. */
export const Cards = (props: CardsProps) => {
  const { focus, group, sub, name, ids, scroller, scrolls, onEnd } = props
  const head = cardLine(group, '', sub)
  const { initialOffset } = useKeptScroll(scroller, `${props.list.name}/board/${head}`)
  const virtual = useVirtualizer({
    initialOffset,
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 104,
    gap: 6,
    getItemKey: at => ids[at]!,
    overscan: useOverscan(6),
    // The card with the focus is not lost by scrolling it away.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const line = focus.line()
      const at = line?.startsWith(head) ? ids.indexOf(line.slice(head.length)) : -1
      return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    scrolls.set(head, id => virtual.scrollToIndex(ids.indexOf(id), { align: 'auto' }))
    return () => void scrolls.delete(head)
  }, [scrolls, head, ids, virtual])
  const items = virtual.getVirtualItems()
  /** How many cards there are whose end is in sight: with the next page it is another end. */
  const endAt = (items.at(-1)?.index ?? 0) >= ids.length - NEAR_END ? ids.length : null
  useEffect(() => {
    if (endAt !== null) onEnd?.()
  }, [endAt, onEnd])
  return (
    <ul aria-label={name} className="relative flex-none" style={{ height: virtual.getTotalSize() }}>
      {items.map(item => (
        <li
          key={item.key}
          ref={virtual.measureElement}
          data-index={item.index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start}px)` }}
        >
          <BoardCard
            {...rowVerbs(props)}
            id={ids[item.index]!}
            group={group}
            {...(sub === undefined ? {} : { sub })}
            peeked={props.peekId === ids[item.index]}
          />
        </li>
      ))}
    </ul>
  )
}
