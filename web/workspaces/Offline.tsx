import { retryNow } from '../data/live.ts'
import { useWaiting } from '../data/mutate.ts'
import { useWaitingTexts } from '../data/texts/keptTexts.ts'
import { OfflineBanner } from '../shell/OfflineBanner.tsx'

/** The waiting calls and texts. They are counted here alone: the count of a text moves with each letter. */
export const Offline = () => {
  const [calls, texts] = [useWaiting(), useWaitingTexts()]
  return <OfflineBanner waiting={calls + texts} onRetry={retryNow} />
}
