import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import type { Freshness } from './freshness.ts'

const MINUTE = 60_000

const agoOf = (at: number) => {
  const minutes = Math.floor((performance.now() - at) / MINUTE)
  if (minutes < 1) return 'Refreshed now'
  return minutes < 60 ? `Refreshed ${minutes} min ago` : `Refreshed ${Math.floor(minutes / 60)} h ago`
}

/** How old the figures are, and whether something has changed since; pressed they are asked again at once. */
export const Refreshed = ({ fresh }: { fresh: Freshness }) => {
  const { at, isStale, refresh } = fresh
  const [, tell] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tell(now => now + 1), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return null
  return (
    <Tooltip label={isStale ? 'Issues have changed since: refresh' : 'Refresh'}>
      <Button onClick={refresh} className="max-md:size-11 max-md:px-0">
        <RefreshCw size={16} strokeWidth={1.75} className="text-ink-3 max-md:size-5" aria-hidden="true" />
        <span className="max-desk:sr-only">{isStale ? 'Changed since' : agoOf(at)}</span>
      </Button>
    </Tooltip>
  )
}
