import type { ReactElement, ReactNode, RefObject } from 'react'
import { later } from './later.tsx'
import { WhenLoaded } from './WhenLoaded.tsx'

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
   * function where the trigger stands in each row of a long list: the popup is made with the first press.
   */
  children: ReactNode | (() => ReactNode)
}

const Loaded = later(() => import('./LoadedPopover.tsx').then(module => module.LoadedPopover), 'soon')

export const Popover = ({ children, ...props }: PopoverProps) => (
  <WhenLoaded trigger={props.trigger} popup="dialog" open={props.open} onOpenChange={props.onOpenChange}>
    {(wanted, waiting, button) => {
      const isMade = typeof children !== 'function'
      if (!isMade && !wanted) return waiting
      return (
        <Loaded {...props} {...{ button, wanted }} meanwhile={waiting} unhurried={!wanted && !props.open}>
          {isMade ? children : children()}
        </Loaded>
      )
    }}
  </WhenLoaded>
)
