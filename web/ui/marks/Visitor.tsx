import { classes } from '../classes.ts'
import { initials } from './Avatar.tsx'

/** The sender of a form: somebody without an account, so without a colour. */
export const Visitor = ({ name, size = 20 }: { name: string; size?: 16 | 20 }) => (
  <span
    aria-hidden="true"
    className={classes(
      'grid flex-none place-items-center rounded-full bg-press font-semibold text-ink-2 leading-none',
      size === 16 ? 'size-4 text-[7.5px]' : 'size-5 text-[9px]',
    )}
  >
    {initials({ id: '', display_name: name })}
  </span>
)
