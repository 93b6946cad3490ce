import type { GroupField } from '#contract/lists/issueQuery.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { groupName } from '../../fields/fields.ts'
import { scaleNames } from '../../view/ViewControls.tsx'
import { type Scale, scales } from '../../view/view.ts'

type TimelineToolbarProps = {
  groupBy: GroupField | null
  scale: Scale
  onScale: (scale: Scale) => void
  onToday: () => void
  full: boolean
  onFull: () => void
}

export const TimelineToolbar = ({ groupBy, scale, onScale, onToday, full, onFull }: TimelineToolbarProps) => {
  const grouping = groupBy && groupName(groupBy)
  return (
    <div className="flex h-10 flex-none items-center gap-2 pr-4 pl-4 max-md:pr-3">
      {grouping && (
        <span className="text-ink-2 max-md:hidden">
          Grouped by <b className="font-medium text-ink">{grouping}</b>
        </span>
      )}
      <span className="flex-1" />
      <Segmented
        label="Scale"
        parts={scales.map(id => ({ id, label: scaleNames[id] }))}
        value={scale}
        onChange={onScale}
        className="text-12"
      />
      <Button variant="neutral" onClick={onToday}>
        Today
      </Button>
      <IconButton
        icon={full ? 'x' : 'maximize-2'}
        label={full ? 'Exit full screen' : 'Full screen'}
        onClick={onFull}
        className="max-md:hidden"
      />
    </div>
  )
}
