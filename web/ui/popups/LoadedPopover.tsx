import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefCallback } from 'react'
import { classes } from '../classes.ts'
import { focusAtOnce } from './focusAtOnce.ts'
import type { PopoverProps } from './Popover.tsx'
import { KeepNoTyping } from './typeAhead.tsx'

type LoadedPopoverProps = Omit<PopoverProps, 'children'> & {
  children: ReactNode
  wanted: boolean
  button: RefCallback<HTMLElement>
}

export const LoadedPopover = ({
  label,
  trigger,
  anchor,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  alignOffset = 0,
  initialFocus,
  finalFocus,
  className,
  children,
  wanted,
  button,
}: LoadedPopoverProps) => (
  // Without an anchor it would stand in the corner, unseen: it waits for one.
  <Base.Root
    open={open && (trigger !== undefined || anchor !== null)}
    defaultOpen={wanted}
    onOpenChange={onOpenChange && (next => onOpenChange(next))}
  >
    {trigger && <Base.Trigger ref={button} render={trigger} />}
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
          initialFocus={initialFocus && focusAtOnce(() => initialFocus.current)}
          finalFocus={finalFocus}
          className={classes('floats max-h-(--available-height) outline-none', className)}
        >
          <KeepNoTyping />
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
