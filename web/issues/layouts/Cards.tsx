import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect } from 'react'
import { useOverscan } from '../../ui/behind.ts'
import { BoardCard, cardLine } from './BoardCard.tsx'
import { type LayoutProps, rowVerbs } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

const CARD_HEIGHT = 104
const GAP = 6
/** About so high are so many cards, before they are drawn. */
export const heightOfCards = (count: number) => count * (CARD_HEIGHT + GAP)

/** Scrolls each list of cards to one of them, by the prefix of its cards' lines. */
export type Scrolls = Map<string, (id: string) => void>

export const scrollToCard = (scrolls: Scrolls, line: string) => {
  const at = line.lastIndexOf('/') + 1
  scrolls.get(line.slice(0, at))?.(line.slice(at))
}

type CardsPlace = {
  /** Key of the column, and of the lane where there are lanes. */
  group: string
  sub?: string
  ids: readonly string[]
  /** The scroller of the cards. */
  scroller: RefObject<HTMLElement | null>
  scrolls: Scrolls
}

/**
 * Which cards of a column, or of a cell, are in sight. Called above what scrolls: a hook below it would run before that
 * is there.
 */
export const useCards = ({ focus, list }: LayoutProps, place: CardsPlace) => {
  const { group, sub, ids, scroller, scrolls } = place
  const head = cardLine(group, '', sub)
  const { initialOffset } = useKeptScroll(scroller, `${list.name}/board/${head}`)
  const virtual = useVirtualizer({
    initialOffset,
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    gap: GAP,
    getItemKey: useCallback((at: number) => ids[at]!, [ids]),
    // The cells of lanes are many and low.
    overscan: useOverscan(sub === undefined ? 6 : 2),
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
  return virtual
}

type CardsProps = LayoutProps &
  Pick<CardsPlace, 'group' | 'sub' | 'ids'> & { name: string; virtual: ReturnType<typeof useCards> }

/** The cards of one column, or of one cell where there are lanes; only those in sight are drawn. */
export const Cards = (props: CardsProps) => {
  const { group, sub, name, ids, virtual } = props
  return (
    <ul aria-label={name} className="relative flex-none" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(item => (
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
