import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import type { Dates } from '../../issues/layouts/timeline/bars.ts'
import { tellScrolled } from '../../issues/layouts/timeline/edges.ts'
import { dayWidths, HEAD_HEIGHT, ROW, rangeAround, SIDEBAR } from '../../issues/layouts/timeline/scale.ts'
import { TimelineHead } from '../../issues/layouts/timeline/TimelineHead.tsx'
import { scales } from '../../issues/view/view.ts'
import { useListAddress } from '../../shell/list/address.ts'
import { useLongRows } from '../../shell/list/longRows.ts'
import { useOverscan } from '../../ui/behind.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { useNarrow } from '../../ui/viewport.ts'
import { ModuleTimelineRow, type ModuleTimelineRowProps } from './ModuleTimelineRow.tsx'
import type { ModulesShown } from './moduleRows.ts'

const scaleParts = [
  { id: 'week', label: 'Week' },
  { id: 'month', label: 'Month' },
  { id: 'quarter', label: 'Quarter' },
] as const
const NARROW_SIDE = 132

/** Modules as bars over the days; a bar is pulled with the pointer or by keys. */
export const ModuleTimeline = ({ groups, measure, today, moves }: ModulesShown) => {
  const [address, change] = useListAddress()
  const scale = scales.find(one => one === address.get('scale')) ?? 'month'
  const dayWidth = dayWidths[scale]
  const now = dayNumber(today)
  const range = rangeAround(now, scale)
  const narrow = useNarrow()
  const side = narrow ? NARROW_SIDE : SIDEBAR
  const canvas = useRef<HTMLElement>(null)
  const [mark, setMark] = useState<Dates | null>(null)
  const toToday = () => {
    const node = canvas.current
    if (!node) return
    node.scrollLeft = (now - range.from) * dayWidth - (node.clientWidth - side) / 3
    tellScrolled(node)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another scale leads back to today
  useEffect(toToday, [scale])
  const modules = groups.flatMap(group => group.modules)
  const width = (range.to - range.from) * dayWidth
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-10 flex-none items-center justify-end gap-2 px-3">
        <Button onClick={toToday}>Today</Button>
        <Segmented
          label="Scale"
          parts={scaleParts}
          value={scale}
          onChange={next => change({ scale: next === 'month' ? null : next })}
        />
      </div>
      <section
        ref={canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
        tabIndex={0}
        aria-label="Timeline of modules"
        onScroll={event => tellScrolled(event.currentTarget)}
        className="relative min-h-0 flex-1 overflow-auto bg-bg focus-visible:-outline-offset-2"
        style={{ '--side': `${side}px`, scrollPadding: `${HEAD_HEIGHT}px 0 0 ${side}px` } as CSSProperties}
      >
        <div className="relative min-h-full" style={{ width: width + side }}>
          <TimelineHead
            what="Module"
            figure="Done"
            sight={range}
            today={now}
            {...{ range, dayWidth, narrow, mark }}
          />
          <div
            aria-hidden="true"
            className="pointer-events-none absolute bottom-0 w-0.5 bg-accent"
            style={{ left: side + (now + 0.5 - range.from) * dayWidth - 1, top: 56 }}
          />
          <Rows {...{ modules, measure, today, dayWidth, moves }} from={range.from} onMark={setMark} />
        </div>
      </section>
    </div>
  )
}

/** Of the modules' rows only those in sight are drawn. */
const Rows = ({
  modules,
  ...row
}: Omit<ModuleTimelineRowProps, 'module' | 'top'> & { modules: readonly Module[] }) => {
  const ids = useMemo(() => modules.map(module => module.id), [modules])
  const { list, virtual } = useLongRows<HTMLUListElement>({
    ids,
    height: ROW,
    above: HEAD_HEIGHT,
    cover: HEAD_HEIGHT,
    overscan: useOverscan(),
  })
  return (
    <ul ref={list} data-rows className="relative mb-16" style={{ height: modules.length * ROW }}>
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const module = modules[index]
        return module && <ModuleTimelineRow key={key} {...row} module={module} top={start - HEAD_HEIGHT} />
      })}
    </ul>
  )
}
