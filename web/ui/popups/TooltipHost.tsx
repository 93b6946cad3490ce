import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { Kbd } from '../marks/Kbd.tsx'
import { hideTooltip, type Told, useTooltip } from './tooltips.ts'

const Shown = ({ anchor, told }: { anchor: Element; told: Told }) => (
  <Base.Root open onOpenChange={() => hideTooltip()}>
    <Base.Portal>
      <Base.Positioner
        anchor={anchor}
        side={told.side}
        sideOffset={6}
        collisionPadding={8}
        className="pointer-events-none z-40"
      >
        <Base.Popup
          role="tooltip"
          className={`floats flex min-h-7 max-w-90 items-center gap-2 rounded-control py-1 pl-2.5 text-12 text-ink ${told.keys ? 'pr-1.5' : 'pr-2.5'}`}
        >
          {told.label}
          {told.keys && <Kbd keys={told.keys} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

/** Once around the app: the tooltip that is open now. */
export const TooltipHost = () => {
  const shown = useTooltip()
  useEffect(() => {
    if (!shown) return
    const away = () => hideTooltip()
    const press = (event: KeyboardEvent) => event.key === 'Escape' && away()
    window.addEventListener('keydown', press, { capture: true })
    window.addEventListener('pointerdown', away, { capture: true })
    window.addEventListener('wheel', away, { passive: true })
    window.addEventListener('blur', away)
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      window.removeEventListener('pointerdown', away, { capture: true })
      window.removeEventListener('wheel', away)
      window.removeEventListener('blur', away)
    }
  }, [shown])
  if (!shown) return null
  return <Shown anchor={shown.anchor} told={shown.told} />
}
