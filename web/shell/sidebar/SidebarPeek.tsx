import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPopupOpen } from '../../ui/popups/isPopupOpen.ts'

const EDGE_PX = 4

/** A sidebar that is shut lies over the work while the mouse is at its edge, and goes with it; a drag does not call it. */
export const SidebarPeek = ({ children }: { children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = ({ clientX, buttons, pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0) return
      if (clientX < EDGE_PX) return setOpen(true)
      // Its menus lie beside it.
      const isWithin = target instanceof Node && shown.current?.contains(target)
      if (!isWithin && !isPopupOpen('menu', 'dialog')) setOpen(false)
    }
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [])
  return (
    isOpen && (
      <div
        ref={shown}
        className="absolute inset-y-0 left-0 z-[14] w-(--sidebar) overflow-hidden bg-sunken shadow-float max-desk:hidden"
      >
        {children}
      </div>
    )
  )
}
