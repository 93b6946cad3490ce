import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/marks/Banner.tsx'

type OfflineBannerProps = {
  /** Changes kept here until the server is back. */
  waiting?: number
  onRetry?: () => void
}

export const OfflineBanner = ({ waiting = 0, onRetry }: OfflineBannerProps) => (
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
    {waiting > 0
      ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} here and will be sent when the server answers.`
      : 'You are seeing what is stored on this device. It updates once the server can be reached.'}
  </Banner>
)
