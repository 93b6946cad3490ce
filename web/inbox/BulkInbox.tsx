import { SelectionBar } from '../shell/SelectionBar.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
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
export const BulkInbox = ({ drawer, count, onRead, onArchive, onSnooze, onClear }: BulkInboxProps) => (
  <SelectionBar what="notifications" count={count} over="keys" onClear={onClear}>
    <IconButton icon="mail-open" label="Mark as read" keys="u" onClick={onRead} />
    <Button icon={drawer === 'archived' ? 'rotate-ccw' : 'archive'} onClick={onArchive}>
      {drawer === 'archived' ? 'Back' : 'Archive'}
    </Button>
    {drawer !== 'archived' && (
      <Button icon="clock" onClick={event => onSnooze(event.currentTarget)}>
        {drawer === 'snoozed' ? 'Unsnooze' : 'Snooze'}
      </Button>
    )}
  </SelectionBar>
)
