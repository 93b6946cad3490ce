import { classes } from '../../../ui/classes.ts'
import type { Scale } from './estimateActs.ts'

type ScaleTileProps = { scale: Scale; inUse: boolean; onChoose: () => void }

export const ScaleTile = ({ scale, inUse, onChoose }: ScaleTileProps) => (
  <label
    className={classes(
      'flex flex-col gap-2 rounded-control p-3 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
      inUse ? 'bg-accent-tint' : 'bg-sunken hover:bg-hover',
    )}
  >
    <span className="flex items-center gap-2">
      <input
        type="radio"
        name="scale"
        checked={inUse}
        // A scale is not changed by leading the arrow keys over it: it is pressed.
        onChange={() => {}}
        onClick={() => inUse || onChoose()}
        onKeyDown={event => {
          if (event.key === ' ' || event.key === 'Enter') {
            event.preventDefault()
            if (!inUse) onChoose()
          }
        }}
        className="size-3.5 flex-none accent-(--accent) outline-none"
      />
      <span className="flex-1">{scale.name}</span>
      {inUse && <span className="text-12 text-ink-2">In use</span>}
    </span>
    <span className="flex flex-wrap gap-1" aria-hidden="true">
      {scale.values.map(value => (
        <span
          key={value}
          className={classes(
            'num h-[18px] min-w-5 rounded-tag px-1.5 text-center text-11 leading-[18px]',
            inUse ? 'bg-raised' : 'bg-press',
          )}
        >
          {value}
        </span>
      ))}
    </span>
  </label>
)
