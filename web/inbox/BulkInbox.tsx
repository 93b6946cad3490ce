import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useFoot } from '../ui/popups/foot.ts'
import type { Drawer } from './inbox.ts'

type BulkInboxProps = {
  drawer: Drawer
  count: number
  onRead: () => void
  onArchive: () => void
  onSnooze: (anchor: Element) => void
  onClear: () => void
}

/** The actions on all selected groups. */
export const BulkInbox = ({ drawer, count, onRead, onArchive, onSnooze, onClear }: BulkInboxProps) => {
  useFoot('bar')
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-12 z-2 flex justify-center max-md:bottom-4">
      <div
        role="toolbar"
        aria-label="Selected notifications"
        className="floats pointer-events-auto flex h-11 items-center gap-0.5 rounded-dialog pr-2 pl-4"
      >
        <span role="status" className="num whitespace-nowrap font-medium">
          {count} selected
        </span>
        <IconButton icon="x" label="Clear selection" keys="esc" onClick={onClear} />
        <IconButton icon="mail-open" label="Mark as read" keys="u" onClick={onRead} />
        <Button icon={drawer === 'archived' ? 'rotate-ccw' : 'archive'} onClick={onArchive}>
          {drawer === 'archived' ? 'Back' : 'Archive'}
        </Button>
        {drawer !== 'archived' && (
          <Button icon="clock" onClick={event => onSnooze(event.currentTarget)}>
            {drawer === 'snoozed' ? 'Unsnooze' : 'Snooze'}
          </Button>
        )}
      </div>
    </div>
  )
}
