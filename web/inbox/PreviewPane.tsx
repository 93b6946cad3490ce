import type { ReactNode } from 'react'
import { Rule } from '../shell/Header.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import type { Drawer, Group } from './inbox.ts'

export type PreviewProps = {
  group: Group
  drawer: Drawer
  place: { at: number; of: number }
  onPrevious?: () => void
  onNext?: () => void
  onArchive: () => void
  onSnooze: (anchor: Element) => void
  onRead: () => void
  onClose: () => void
}

type PaneProps = PreviewProps & { label: string; controls: ReactNode; foot?: ReactNode; children: ReactNode }

export const Pane = (props: PaneProps) => {
  const { group, drawer, label, place, controls, foot, children } = props
  const { onPrevious, onNext, onArchive, onSnooze, onRead, onClose } = props
  const isArchived = drawer === 'archived'
  const isAsleep = drawer === 'snoozed'
  const archiveIcon = isArchived ? 'rotate-ccw' : 'archive'
  const archiveWords = isArchived ? 'Back to the inbox' : 'Archive'
  const snoozeWords = isAsleep ? 'Unsnooze' : 'Snooze'
  return (
    <section
      aria-label={label}
      className="flex min-h-0 min-w-0 flex-1 flex-col border-line border-l max-md:fixed max-md:inset-0 max-md:z-10 max-md:border-l-0 max-md:bg-bg"
    >
      <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-5 max-md:h-13 max-md:gap-0 max-md:pr-1.5 max-md:pl-1">
        <IconButton icon="arrow-left" size="touch" label="Back" onClick={onClose} className="md:hidden" />
        <span className="cut text-ink-3 md:hidden">{label}</span>
        <span className="flex items-center gap-1 max-md:hidden">
          <IconButton
            icon="chevron-up"
            label="Previous"
            keys="k"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton icon="chevron-down" label="Next" keys="j" disabled={!onNext} onClick={onNext} />
          <span className="num ml-1 whitespace-nowrap text-12 text-ink-3">
            {place.at} of {place.of}
          </span>
        </span>
        <span className="flex-1" />
        <span className="flex items-center gap-1 max-desk:hidden">
          <Button icon={archiveIcon} keys="e" onClick={onArchive}>
            {archiveWords}
          </Button>
          {!isArchived && (
            <Button icon="clock" keys="h" data-snooze onClick={event => onSnooze(event.currentTarget)}>
              {snoozeWords}
            </Button>
          )}
          <Rule />
        </span>
        <span className="flex items-center gap-1 max-md:hidden desk:hidden">
          <IconButton icon={archiveIcon} label={archiveWords} keys="e" onClick={onArchive} />
          {!isArchived && (
            <IconButton
              icon="clock"
              label={snoozeWords}
              keys="h"
              data-snooze
              onClick={event => onSnooze(event.currentTarget)}
            />
          )}
          <Rule />
        </span>
        {controls}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-8 pt-3 pb-6 max-md:px-4 max-md:pt-1">
        {children}
      </div>
      {foot && <div className="flex-none px-8 pb-5 max-md:px-4 max-md:pb-3">{foot}</div>}
      <div className="flex flex-none gap-2 bg-sunken px-4 pt-2 pb-6 shadow-[inset_0_1px_0_var(--edge)] md:hidden">
        <Button variant="neutral" icon={archiveIcon} className="!h-11 !flex-1" onClick={onArchive}>
          {archiveWords}
        </Button>
        {!isArchived && (
          <Button
            variant="neutral"
            icon="clock"
            className="!h-11 !flex-1"
            onClick={event => onSnooze(event.currentTarget)}
          >
            {snoozeWords}
          </Button>
        )}
        <Button variant="neutral" icon="mail" className="!h-11 !flex-1" onClick={onRead}>
          {group.unread > 0 ? 'Read' : 'Unread'}
        </Button>
      </div>
    </section>
  )
}
