import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import type { ButtonProps } from '../ui/controls/Button.tsx'
import { HeldButton } from '../ui/controls/HeldButton.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useFoot } from '../ui/popups/foot.ts'

type SelectionBarProps = {
  /** "issues". */
  what: string
  count: number
  /** How high it stands, where something else is at the foot of the screen. */
  at?: string
  className?: string
  /** `ClearSelection`, and what is done with all that are selected. */
  children: ReactNode
}

/** What is done with many rows at once, at the foot of their list. */
export const SelectionBar = ({ what, count, at = '', className = '', children }: SelectionBarProps) => {
  useFoot('bar')
  return (
    <div
      className={classes('pointer-events-none absolute inset-x-2 bottom-4 z-[13] flex justify-center', at)}
    >
      <div
        role="toolbar"
        aria-label={`Selected ${what}`}
        className={classes(
          'floats pointer-events-auto flex h-11 min-w-0 items-center overflow-x-auto rounded-dialog pr-2 pl-4',
          className,
        )}
      >
        <span role="status" className="num flex-none whitespace-nowrap font-medium">
          {count.toLocaleString()} selected
        </span>
        {children}
      </div>
    </div>
  )
}

type SelectionActProps = ButtonProps & {
  /** Why it cannot be done with these now. */
  held?: string | false
}

/** What is done with all of them. On a phone its icon stands alone: words would push the last ones out of sight. */
export const SelectionAct = ({ held = false, children, ...rest }: SelectionActProps) => (
  <HeldButton {...rest} held={held} className="max-md:size-9 max-md:px-0 max-md:[&_kbd]:hidden">
    <span className="max-md:sr-only">{children}</span>
  </HeldButton>
)

type ClearSelectionProps = { onClear: () => void; className?: string }

export const ClearSelection = ({ onClear, className = '' }: ClearSelectionProps) => (
  <IconButton icon="x" label="Clear selection" keys="esc" onClick={onClear} className={className} />
)
