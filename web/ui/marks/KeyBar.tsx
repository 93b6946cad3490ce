import { Fragment } from 'react'
import { classes } from '../classes.ts'
import { Kbd } from './Kbd.tsx'

type KeyBarProps = {
  /** Keys and what they do; several keys of one act are parted by a blank. */
  keys: readonly (readonly [keys: string, label: string])[]
  /** At the other end. */
  last?: readonly [keys: string, label: string]
  className?: string
}

/** The keys of a list, at its foot; not where there is no keyboard. */
export const KeyBar = ({ keys, last, className }: KeyBarProps) => (
  <div
    aria-hidden="true"
    className={classes(
      'flex h-10 flex-none items-center gap-4 bg-sunken px-4 text-12 text-ink-3 shadow-[inset_0_1px_0_var(--edge)] max-desk:gap-2 max-desk:px-3 max-md:hidden pointer-coarse:hidden',
      className,
    )}
  >
    {[...keys, ...(last ? [last] : [])].map(([pressed, label], at) => (
      <Fragment key={label}>
        {at === keys.length && <span className="flex-1" />}
        <span className="flex items-center gap-1.5">
          {pressed.split(' ').map(one => (
            <Kbd key={one} keys={one} />
          ))}
          {label}
        </span>
      </Fragment>
    ))}
  </div>
)
