import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useOverscan } from '../../../ui/behind.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { Take } from './CalendarBlock.tsx'
import { SmallRow } from './SmallRow.tsx'

type UndatedTrayProps = {
  ids: readonly string[]
  more: (() => void) | undefined
  mayEdit: boolean
  take: Take
  onOpen: (id: string, event: MouseEvent) => void
  onClose: () => void
}

/** Issues without a due date: dropped on a day, they have one. */
export const UndatedTray = ({ ids, more, mayEdit, take, onOpen, onClose }: UndatedTrayProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    getItemKey: at => ids[at] ?? at,
    overscan: useOverscan(),
  })
  const items = virtual.getVirtualItems()
  const atEnd = (items.at(-1)?.index ?? -1) >= ids.length - 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came, or its end in sight, asks for the next
  useEffect(() => {
    if (atEnd) more?.()
  }, [atEnd, ids, more === undefined])
  return (
    <section aria-label="No due date" className="flex w-72 flex-none flex-col border-line border-t border-l">
      <div className="flex h-8 flex-none items-center justify-between pr-1 pl-3 text-12 text-ink-3">
        {mayEdit ? 'Drag an issue to a day' : 'No due date'}
        <IconButton icon="x" size="strip" label="Close" onClick={onClose} />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto bg-bg px-1 pb-2">
        {ids.length === 0 && !more && <p className="px-2 py-1 text-ink-3">Every issue has a due date.</p>}
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const id = ids[index]
            return (
              id && (
                <li
                  key={key}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <SmallRow id={id} mayEdit={mayEdit} onTake={take(id, 'due')} onOpen={onOpen} />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}
