import { Popover as Base } from '@base-ui/react/popover'
import { type RefObject, useLayoutEffect } from 'react'
import { classes } from './classes.ts'
import type { PopoverProps } from './Popover.tsx'

/**
 * The library gives the focus a frame after the popup stands; what is typed within that frame would act on what lies
 * behind. A microtask is soon enough for no key to come between, and late enough for the library to have seen who had the
 * focus before.
 */
const FocusAtOnce = ({ field }: { field: RefObject<HTMLElement | null> }) => {
  useLayoutEffect(() => queueMicrotask(() => field.current?.focus({ preventScroll: true })), [field])
  return null
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
}: PopoverProps & { wanted: boolean }) => (
  <Base.Root open={open} defaultOpen={wanted} onOpenChange={onOpenChange && (next => onOpenChange(next))}>
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
          finalFocus={finalFocus}
          className={classes('floats max-h-(--available-height) outline-none', className)}
        >
          {children}
          {initialFocus && <FocusAtOnce field={initialFocus} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
