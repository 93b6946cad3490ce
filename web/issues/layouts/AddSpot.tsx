import type { VirtualItem } from '@tanstack/react-virtual'
import { classes } from '../../ui/classes.ts'
import { QuickAdd } from '../rows/QuickAdd.tsx'
import type { Line } from './lines.ts'
import type { LayoutProps } from './props.ts'

type AddSpotProps = Pick<LayoutProps, 'projectKey' | 'onAdd' | 'setAdding'> & {
  lines: readonly Line[]
  /** The place of each line, undrawn ones included. */
  measured: readonly VirtualItem[]
  /** Its distance from the foot of the scroller, without padding. */
  className: string
}

/** The new issue of a group: at its end, and at the foot of the screen as long as the end is below that. */
export const AddSpot = ({ lines, measured, className, projectKey, onAdd, setAdding }: AddSpotProps) => {
  const at = lines.findIndex(line => line.kind === 'add')
  const line = lines[at]
  const end = measured[at]?.end
  if (line?.kind !== 'add' || end === undefined) return null
  const strip = lines.findLastIndex((one, index) => index < at && one.kind === 'group')
  const top = measured[strip]?.end ?? 0
  return (
    <div
      className="pointer-events-none absolute inset-x-0 z-[1] flex flex-col justify-end"
      style={{ top, height: end - top }}
    >
      <div className={classes('pointer-events-auto sticky bg-bg', className)}>
        <QuickAdd
          key={line.key}
          look="row"
          projectKey={projectKey}
          onAdd={typed => onAdd(line.group.key, typed)}
          onClose={() => setAdding(null)}
        />
      </div>
    </div>
  )
}
