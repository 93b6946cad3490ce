import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FoldButton } from '../../ui/controls/FoldButton.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { useDropGroup } from '../list/drag.ts'
import type { Stop } from '../list/drawnLines.ts'
import { useDrawn } from '../list/listFocus.ts'
import { EstimateSum } from '../rows/EstimateSum.tsx'
import { QuickAdd } from '../rows/QuickAdd.tsx'
import { type Lane, type NamedGroup, takesNew } from '../view/groups.tsx'
import { cardLine } from './BoardCard.tsx'
import { Cards, heightOfCards, type Scrolls, scrollToCard, useCards } from './Cards.tsx'
import type { LayoutProps } from './props.ts'
import { useKeptScroll } from './useKeptScroll.ts'

const HEAD_HEIGHT = 40
/** Of a lane, open or shut, what is above its cells. */
const LANE_HEAD_HEIGHT = 40
/** Of a cell, what is around its cards: its edges, and the line that reads more or adds one. */
const AROUND_CARDS = 48

/**
 * The height of an open lane before it is drawn: that of its fullest cell. One that is taken for lower than it is costs
 * the first drawing all the cards of lanes that turn out to be out of sight.
 */
const heightOfLane = (groups: readonly NamedGroup[], lane: Lane) => {
  const most = Math.max(0, ...groups.map(group => cellOf(group, lane).ids.length))
  return LANE_HEAD_HEIGHT + AROUND_CARDS + Math.min(heightOfCards(most), Math.max(280, innerHeight * 0.48))
}

/** The board with lanes: columns by the first grouping, lanes by the second, each cell with its own cards and pages. */
export const BoardLanes = (props: LayoutProps) => {
  const { focus, groups, lanes, shut, onToggle } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { initialOffset } = useKeptScroll(scroller, `${props.list.name}/lanes`)
  const virtual = useVirtualizer({
    initialOffset,
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => (shut.has(laneKey(lanes[at]!)) ? LANE_HEAD_HEIGHT : heightOfLane(groups, lanes[at]!)),
    getItemKey: at => lanes[at]!.key,
    // A lane is a row of columns: one beyond those in sight is as many cards as a board has.
    overscan: 1,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const stops = useMemo(
    () =>
      lanes.flatMap(lane =>
        shut.has(laneKey(lane))
          ? []
          : groups.flatMap(group =>
              cellOf(group, lane).ids.map(
                (id): Stop => ({
                  line: cardLine(group.key, id, lane.key),
                  id,
                  group: group.key,
                  sub: lane.key,
                }),
              ),
            ),
      ),
    [lanes, groups, shut],
  )
  const scrolls = useRef<Scrolls>(new Map())
  useDrawn(focus, stops, {
    show: line => {
      virtual.scrollToIndex(
        lanes.findIndex(lane => line.startsWith(`${lane.key}/`)),
        { align: 'auto' },
      )
      scrollToCard(scrolls.current, line)
    },
  })
  return (
    <div
      ref={scroller}
      className="under-head min-h-0 flex-1 overflow-auto bg-bg pb-16 max-md:pb-24"
      style={variables({ '--head': `${HEAD_HEIGHT}px` })}
      data-scroller
    >
      <div className="min-w-max">
        <div className="sticky top-0 z-[2] flex gap-2 bg-bg px-4 pt-1 pb-1">
          {groups.map(group => (
            <h2 key={group.key} className="flex h-8 w-(--col) flex-none items-center gap-2 px-2.5">
              {group.icon}
              <span className="cut font-medium">{group.name}</span>
              <Count value={group.total} />
              <span className="flex-1" />
              <EstimateSum
                short
                points={group.points}
                unestimated={props.list.projectId ? group.unestimated : 0}
              />
            </h2>
          ))}
        </div>
        <ul aria-label="Lanes" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(item => {
            const lane = lanes[item.index]!
            return (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0 pb-2"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <LaneHead
                  lane={lane}
                  shut={shut.has(laneKey(lane))}
                  onToggle={() => onToggle(laneKey(lane))}
                />
                {!shut.has(laneKey(lane)) && (
                  <div className="flex gap-2 px-4">
                    {groups.map(group => (
                      <LaneCell
                        key={group.key}
                        {...props}
                        group={group}
                        lane={lane}
                        scrolls={scrolls.current}
                      />
                    ))}
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

// A lane may have the key of a column: which of them is shut is told apart.
const laneKey = (lane: Lane) => `lane ${lane.key}`
const cellOf = (group: NamedGroup, lane: Lane) =>
  group.cells.find(one => one.key === lane.key) ?? { key: lane.key, ids: [], total: 0 }

const LaneHead = ({ lane, shut, onToggle }: { lane: Lane; shut: boolean; onToggle: () => void }) => (
  <h3 className="sticky left-0 w-fit px-4">
    <FoldButton
      name={lane.name}
      icon={lane.icon}
      shut={shut}
      onToggle={onToggle}
      size={12}
      className="h-8 gap-2 rounded-control px-2 hover:bg-hover"
    >
      <Count value={lane.total} />
    </FoldButton>
  </h3>
)

const LaneCell = (props: LayoutProps & { group: NamedGroup; lane: Lane; scrolls: Scrolls }) => {
  const { group, lane, mayCreate, onDrop, loadMore } = props
  const element = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState(false)
  const cell = cellOf(group, lane)
  const virtual = useCards(props, {
    group: group.key,
    sub: lane.key,
    ids: cell.ids,
    scroller: list,
    scrolls: props.scrolls,
  })
  const { over, refused } = useDropGroup(element, {
    refuse: dragged => props.refuse(dragged, group.key, lane.key),
    onDrop: dragged => onDrop(dragged, group.key, cell.ids.at(-1) ?? null, 'bottom', lane.key),
  })
  const { groupBy, subGroupBy } = props.query
  const takes = takesNew(groupBy, group) && takesNew(subGroupBy, lane)
  const name = `${group.name}, ${lane.name}`
  return (
    <section
      ref={element}
      aria-label={`${name}, ${cell.total} issues`}
      className={classes(
        'group/cell flex min-h-16 w-(--col) flex-none flex-col gap-1.5 rounded-card p-1.5 shadow-[inset_0_0_0_1px_var(--edge)]',
        refused ? 'bg-danger-tint' : over ? 'column-over' : 'bg-sunken',
      )}
    >
      {refused && <p className="text-12 text-danger">{refused}</p>}
      {/* No taller than half a screen: one full cell would leave its whole lane empty beside it. */}
      <div
        ref={list}
        className="-m-0.5 flex max-h-[max(280px,48dvh)] flex-col overflow-y-auto bg-inherit p-0.5 overscroll-contain rounded-control [scrollbar-width:thin]"
      >
        <Cards {...props} group={group.key} sub={lane.key} name={name} ids={cell.ids} virtual={virtual} />
      </div>
      {cell.ids.length < cell.total && (
        <Button size="small" onClick={() => loadMore(group.key, lane.key)}>
          {cell.total - cell.ids.length} more
        </Button>
      )}
      {adding ? (
        <QuickAdd
          look="card"
          projectKey={props.projectKey}
          onAdd={typed => props.onAdd(group.key, typed, {}, lane.key)}
          onClose={() => setAdding(false)}
        />
      ) : (
        mayCreate &&
        takes && (
          <IconButton
            icon="plus"
            size="strip"
            label={`New issue in ${name}`}
            onClick={() => setAdding(true)}
            className="opacity-0 focus-visible:opacity-100 group-hover/cell:opacity-100 [@media(hover:none)]:opacity-100"
          />
        )
      )}
    </section>
  )
}
