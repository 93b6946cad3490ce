import { classes } from '../../ui/classes.ts'
import type { Spot } from './useRowDrag.ts'

/** The line, with a dot, at the place where the dragged row would come. */
export const DropMark = ({ spot, isAcross = false }: { spot: Spot | null; isAcross?: boolean }) =>
  spot && spot !== 'inside' ? (
    <span
      aria-hidden="true"
      className={classes(
        'pointer-events-none absolute z-[2] bg-accent',
        isAcross ? 'inset-y-1 w-0.5' : 'inset-x-2 h-0.5',
        spot === 'before' ? (isAcross ? '-left-[3px]' : '-top-px') : isAcross ? '-right-[3px]' : '-bottom-px',
      )}
    >
      <span
        className={classes(
          'absolute size-2 rounded-full bg-bg shadow-[inset_0_0_0_2px_var(--accent)]',
          isAcross ? '-top-1 -left-[3px]' : '-top-[3px] -left-1',
        )}
      />
    </span>
  ) : null
