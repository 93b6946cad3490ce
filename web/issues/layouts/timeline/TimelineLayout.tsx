import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { useOverscan } from '../../../ui/behind.ts'
import { classes } from '../../../ui/classes.ts'
import { variables } from '../../../ui/colours.ts'
import { dayName } from '../../../ui/dates/day-numbers.ts'
import { useNarrow } from '../../../ui/viewport.ts'
import { moveDates } from '../../acts/issueActions.ts'
import { useDrawn } from '../../list/listFocus.ts'
import { useFrozen } from '../../list/useFrozen.ts'
import { useRelationsOf } from '../../one/readRelations.ts'
import type { Scale } from '../../view/view.ts'
import { AddLine } from '../AddLine.tsx'
import { stopsOf, useLines, useMoreInSight, usePinned } from '../lines.ts'
import type { LayoutProps } from '../props.ts'
import { barOf, type Dates } from './bars.ts'
import { dayWidths, HEAD_HEIGHT, ROW, SIDEBAR, scaleOf } from './scale.ts'
import { TimelineGrid } from './TimelineGrid.tsx'
import { TimelineHead } from './TimelineHead.tsx'
import { TimelineLine } from './TimelineLine.tsx'
import { TimelineLinking } from './TimelineLinking.tsx'
import { TimelineLinks } from './TimelineLinks.tsx'
import { TimelineToolbar } from './TimelineToolbar.tsx'
import { useTimelineLines } from './timelineLines.ts'
import { useCanvas } from './useCanvas.ts'
import { useDateKeys } from './useDateKeys.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useLinking } from './useLinking.ts'

const NARROW_SIDEBAR = 152

export const TimelineLayout = (props: LayoutProps) => {
  const { shut, query, dates, change, mayEdit, mayCreate } = props
  const narrow = useNarrow()
  const sidebar = narrow ? NARROW_SIDEBAR : SIDEBAR
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useCanvas(scroller, dates.scale, sidebar)
  const { dayWidth, range, sight, today, dayAt, show, zoom } = canvas
  const scale = scaleOf(dayWidth)
  const { full, toggle } = useFullScreen()
  const [draft, setDraft] = useState<Dates | null>(null)
  const rows = useRef<HTMLUListElement>(null)
  const { linking, take: onLink } = useLinking({ scroller, sidebar })
  const lines = useFrozen(useTimelineLines(useLines(props), shut), draft !== null || linking !== null)
  const places = useMemo(
    () => new Map(lines.flatMap((line, at) => (line.kind === 'issue' ? [[line.id, at] as const] : []))),
    [lines],
  )
  const { lineIndex, rangeExtractor } = usePinned(lines, props.focus)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: useCallback((at: number) => lines[at]?.key ?? at, [lines]),
    overscan: useOverscan(),
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: ROW,
    rangeExtractor,
  })
  const items = virtual.getVirtualItems()
  const stops = useMemo(() => stopsOf(lines), [lines])
  useDrawn(props.focus, stops, {
    show: line => virtual.scrollToIndex(lineIndex(line), { align: 'auto' }),
  })
  useMoreInSight(lines, items, props.loadMore)
  useRelationsOf(
    items.flatMap(({ index }) => {
      const line = lines[index]
      return line?.kind === 'issue' ? [line.id] : []
    }),
  )

  // The address follows the buttons and the display menu; the wheel zooms between them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news of the address counts
  useEffect(() => {
    if (scaleOf(dayWidth) !== dates.scale) zoom(dayWidths[dates.scale])
  }, [dates.scale])
  const setScale = (next: Scale) => {
    zoom(dayWidths[next])
    if (next !== dates.scale) change({ scale: next === 'week' ? null : next })
  }
  const newDays = scale === 'quarter' ? 7 : 1
  const onDates = useCallback((issue: Issue, next: Dates) => moveDates(issue, next), [])
  useDateKeys({
    dayWidth,
    newDays,
    mayEdit,
    onDates: (issue, next) => {
      moveDates(issue, next, { step: true })
      const bar = barOf(next, dayWidth)
      if (bar && (bar.until <= sight.from || bar.from >= sight.to)) show(Math.floor(bar.from))
    },
    onScroll: days => scroller.current?.scrollBy({ left: days * dayWidth }),
  })
  const preset = () => ({ start_date: dayName(today), target_date: dayName(today + 1) })
  const height = virtual.getTotalSize()
  const width = sidebar + (range.to - range.from) * dayWidth
  return (
    <div
      className={classes('flex min-h-0 flex-1 flex-col', full && 'fixed inset-0 z-[9] bg-bg')}
      style={variables({ '--side': `${sidebar}px` })}
    >
      <TimelineToolbar
        groupBy={query.groupBy}
        scale={scale}
        onScale={setScale}
        onToday={() => show(today)}
        full={full}
        onFull={toggle}
      />
      <div
        ref={scroller}
        data-scroller
        className="under-head relative min-h-0 flex-1 overflow-auto bg-bg"
        style={variables({ '--head': `${HEAD_HEIGHT}px`, '--foot': `${ROW}px` })}
        onScroll={canvas.onScroll}
      >
        <div className="relative flex min-h-full flex-col" style={{ width }}>
          <TimelineHead {...{ range, sight, dayWidth, today, narrow }} mark={draft} />
          <div className="relative flex-1">
            <TimelineGrid {...{ range, sight, dayWidth, today }} />
            {/* Below the rows: their names are over whatever is scrolled behind them. */}
            <TimelineLinks {...{ places, range, dayWidth, height }} />
            {linking && <TimelineLinking {...{ linking, places, range, dayWidth, dayAt, rows }} />}
            <ul
              ref={rows}
              aria-label="Issues"
              className={classes('relative', linking && 'timeline-linking')}
              style={{ height }}
            >
              {items.map(item => (
                <TimelineLine
                  key={item.key}
                  {...{ canvas, sidebar, narrow, newDays, scroller, onDates, onLink, preset }}
                  layout={props}
                  line={lines[item.index]}
                  start={item.start}
                  onDraft={setDraft}
                />
              ))}
            </ul>
          </div>
          {mayCreate && (
            <div className="sticky bottom-0 z-[11] bg-bg shadow-[0_-1px_0_var(--line)] max-md:hidden">
              <div className="sticky left-0 w-[min(100%,560px)]">
                <AddLine {...props} preset={preset} />
              </div>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
