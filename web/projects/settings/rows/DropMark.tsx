import { classes } from '../../../ui/classes.ts'
import type { Spot } from './useRowDrag.ts'

/** The line, with a dot, at the place where the dragged row would come. */
export const DropMark = ({ spot }: { spot: Spot | null }) =>
  spot && spot !== 'inside' ? (
    <span
      aria-hidden="true"
      className={classes(
        'pointer-events-none absolute inset-x-2 z-[2] h-0.5 bg-accent',
        spot === 'before' ? '-top-px' : '-bottom-px',
      )}
    >
      <span className="absolute -top-[3px] -left-1 size-2 rounded-full bg-bg shadow-[inset_0_0_0_2px_var(--accent)]" />
    </span>
  ) : null
