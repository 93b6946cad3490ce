import { Tooltip as Base } from '@base-ui/react/tooltip'
import { Kbd } from '../marks/Kbd.tsx'
import { hideTooltip, type Told } from './tooltips.ts'

export const LoadedTooltip = ({ anchor, told }: { anchor: Element; told: Told }) => (
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
