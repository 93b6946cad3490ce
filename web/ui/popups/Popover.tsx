import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefCallback, RefObject } from 'react'
import { classes } from '../classes.ts'
import { focusAtOnce } from './focusAtOnce.ts'
import { OncePressed } from './OncePressed.tsx'

export type PopoverProps = {
  label: string
  /** A button, when the popover has one of its own. */
  trigger?: ReactElement
  /** Its anchor when a key opens it. */
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  alignOffset?: number
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes when it closes, if not back where it came from; false when that is done. */
  finalFocus?: () => HTMLElement | false
  className?: string
  /**
   * Stays as long as the popup: one that loses its content while it closes takes the focus back from where it went. A
   * function where the trigger is in each row of a long list: it is made when the popover is opened.
   */
  children: ReactNode | (() => ReactNode)
}

const Content = ({ children }: Pick<PopoverProps, 'children'>) =>
  typeof children === 'function' ? children() : children

type ShownProps = PopoverProps & { isPressed: boolean; button: RefCallback<HTMLElement> }

const Shown = ({
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
  isPressed,
  button,
}: ShownProps) => (
  // Without an anchor it would be in the corner, unseen: it waits for one.
  <Base.Root
    open={open && (trigger !== undefined || anchor !== null)}
    defaultOpen={isPressed}
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
          <Content>{children}</Content>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

export const Popover = (props: PopoverProps) => (
  <OncePressed trigger={props.trigger} popup="dialog" open={props.open} onOpenChange={props.onOpenChange}>
    {(isPressed, button) => <Shown {...props} {...{ isPressed, button }} />}
  </OncePressed>
)
