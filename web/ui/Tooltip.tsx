import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

/** Once around the app, so that neighbours open without a wait. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delay={400} closeDelay={0} timeout={300}>
    {children}
  </Base.Provider>
)

type TooltipProps = {
  label: ReactNode
  keys?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  disabled?: boolean
  children: ReactElement
}

export const Tooltip = ({ label, keys, side = 'bottom', disabled, children }: TooltipProps) => (
  <Base.Root disabled={disabled}>
    <Base.Trigger render={children} />
    <Base.Portal>
      <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-40">
        <Base.Popup
          role="tooltip"
          className={`floats flex min-h-7 max-w-90 items-center gap-2 rounded-control py-1 pl-2.5 text-12 text-ink ${keys ? 'pr-1.5' : 'pr-2.5'}`}
        >
          {label}
          {keys && <Kbd keys={keys} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
