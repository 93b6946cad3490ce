import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'

export type PopoverProps = {
  label: string
  /** A button, when the popover has one of its own. */
  trigger?: ReactElement
  /** What it stands beside when it is opened by a key instead. */
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  alignOffset?: number
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

export const Popover = ({
  label,
  trigger,
  anchor,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  alignOffset = 0,
  initialFocus,
  className,
  children,
}: PopoverProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange && (next => onOpenChange(next))}>
    {trigger && <Base.Trigger render={trigger} />}
    <Base.Portal>
      <Base.Positioner
        className="z-20"
        anchor={anchor ?? undefined}
        side={side}
        align={align}
        alignOffset={alignOffset}
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus}
          className={classes('floats max-h-(--available-height) outline-none', className)}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
