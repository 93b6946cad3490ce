import { Tooltip } from '../popups/Tooltip.tsx'
import { Button, type ButtonProps } from './Button.tsx'

type HeldButtonProps = ButtonProps & {
  /** Why it cannot be pressed now. */
  held: string | false
}

/** A button that is reached while it cannot be pressed, and then says why: one that is disabled informs nobody. */
export const HeldButton = ({ held, onClick, ...rest }: HeldButtonProps) => (
  <Tooltip label={held || ''} disabled={!held}>
    <Button
      {...rest}
      aria-disabled={held !== false || undefined}
      aria-description={held || undefined}
      onClick={event => held || onClick?.(event)}
    />
  </Tooltip>
)
