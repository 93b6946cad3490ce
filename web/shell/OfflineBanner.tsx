import type { ReactNode } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/marks/Banner.tsx'

type OfflineBannerProps = {
  /** What is kept here until the server is back, in words. */
  waiting?: ReactNode
  onRetry?: () => void
}

export const OfflineBanner = ({ waiting, onRetry }: OfflineBannerProps) => (
  <Banner
    wide
    tone="warn"
    icon="wifi-off"
    action={
      onRetry && (
        <Button size="small" onClick={onRetry}>
          Try now
        </Button>
      )
    }
  >
    Offline.{' '}
    {waiting ?? 'You are seeing what is stored on this device. It updates once the server can be reached.'}
  </Banner>
)
