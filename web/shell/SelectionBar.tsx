import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import type { ButtonProps } from '../ui/controls/Button.tsx'
import { HeldButton } from '../ui/controls/HeldButton.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useFoot } from '../ui/popups/foot.ts'

/** What else is at the foot: the round button of a phone, or the line of keys of a desk. */
const above = { round: 'max-md:bottom-24', keys: 'md:bottom-12' }

type SelectionBarProps = {
  /** "issues". */
  what: string
  count: number
  onClear: () => void
  over?: keyof typeof above
  /** What is done with all that are selected. */
  children: ReactNode
}

/** What is done with many rows at once, at the foot of their list. */
export const SelectionBar = ({ what, count, onClear, over, children }: SelectionBarProps) => {
  useFoot('bar')
  return (
    <div
      className={classes(
        'pointer-events-none absolute inset-x-2 bottom-4 z-[13] flex justify-center',
        over && above[over],
      )}
    >
      <div
        role="toolbar"
        aria-label={`Selected ${what}`}
        className="floats pointer-events-auto flex h-11 min-w-0 items-center gap-0.5 overflow-x-auto rounded-dialog pr-2 pl-4"
      >
        <span role="status" className="num flex-none whitespace-nowrap font-medium">
          {count.toLocaleString()} selected
        </span>
        <IconButton icon="x" label="Clear selection" keys="esc" onClick={onClear} className="mr-1" />
        {children}
      </div>
    </div>
  )
}

type SelectionActProps = ButtonProps & {
  /** Why it cannot be done with these now. */
  held?: string | false
}

/** What is done with all of them. On a phone its icon is alone: words would push the last ones out of sight. */
export const SelectionAct = ({ held = false, children, ...rest }: SelectionActProps) => (
  <HeldButton {...rest} held={held} className="max-md:size-9 max-md:px-0 max-md:[&_kbd]:hidden">
    <span className="max-md:sr-only">{children}</span>
  </HeldButton>
)
