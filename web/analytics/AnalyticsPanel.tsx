import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ScopeOfFigures } from '../shell/overlays.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { focusAtOnce } from '../ui/popups/focusAtOnce.ts'
import { Analytics } from './Analytics.tsx'
import { useOwnTerms } from './terms.ts'

type AnalyticsPanelProps = {
  scope: ScopeOfFigures
  onClose: () => void
}

/** The same figures of one project, cycle or module, over its list; opening a figure leads back to that list. */
export const AnalyticsPanel = ({ scope, onClose }: AnalyticsPanelProps) => {
  const terms = useOwnTerms()
  const popup = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  const { key } = useLocation()
  const [opened] = useState(key)
  useEffect(() => {
    if (key !== opened) onClose()
  }, [key, opened, onClose])
  return (
    <Base.Root open onOpenChange={open => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-[15]" />
        <Base.Popup
          ref={popup}
          initialFocus={focusAtOnce(() => popup.current)}
          className={classes(
            'peek-enter fixed inset-y-0 right-0 z-20 flex flex-col bg-bg shadow-float outline-none',
            isWhole ? 'w-full' : 'w-full desk:w-[min(1080px,88vw)]',
          )}
        >
          <Analytics
            scope={scope}
            terms={terms}
            head={({ sections, controls }) => (
              <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-6 max-md:h-13 max-md:gap-0 max-md:pr-1.5 max-md:pl-4">
                <Base.Title className="cut font-medium">Analytics for {scope.name}</Base.Title>
                <span className="ml-3 flex flex-none max-md:hidden">{sections}</span>
                <span className="flex-1" />
                {controls}
                <IconButton
                  icon="maximize-2"
                  label={isWhole ? 'Leave full screen' : 'Full screen'}
                  on={isWhole}
                  aria-pressed={isWhole}
                  onClick={() => setWhole(!isWhole)}
                  className="max-desk:hidden"
                />
                <IconButton icon="x" label="Close" keys="esc" onClick={onClose} className="max-md:size-11" />
              </header>
            )}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
