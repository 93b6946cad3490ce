import { useEffect } from 'react'
import { later } from './later.tsx'
import { hideTooltip, useTooltip } from './tooltips.ts'

const LoadedTooltip = later(() => import('./LoadedTooltip.tsx').then(module => module.LoadedTooltip), 'soon')

/** Once around the app: the tooltip that stands now. */
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
  return <LoadedTooltip unasked anchor={shown.anchor} told={shown.told} />
}
