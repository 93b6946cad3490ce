import { classes } from '../classes.ts'

/** A choice out of a few on a small screen: each is a chip of its own, with more to touch than is seen. */
export const chipLook = (on: boolean) =>
  classes(
    'max-md:relative max-md:grid max-md:h-8 max-md:flex-none max-md:place-items-center max-md:rounded-control max-md:px-2.5 max-md:shadow-none max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.5',
    on ? 'max-md:bg-accent-tint max-md:text-accent-text' : 'max-md:bg-press max-md:text-ink',
  )
