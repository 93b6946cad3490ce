import { retryNow } from '../data/live.ts'
import { useWaitingCalls } from '../data/mutate.ts'
import { useWaitingTexts } from '../data/texts/keptTexts.ts'
import { OfflineBanner } from '../shell/OfflineBanner.tsx'
import { later } from '../ui/popups/later.tsx'

const Waiting = later(() => import('./Waiting.tsx').then(module => module.Waiting), 'soon')

/** What waits is read here alone: that of a text moves with each letter. */
export const Offline = () => {
  const [calls, texts] = [useWaitingCalls(), useWaitingTexts()]
  const waiting = calls.length + texts.length > 0 && (
    // Without the server it cannot be fetched: then the words are fewer.
    <Waiting {...{ calls, texts }} unhurried meanwhile="Your changes are kept here until they can be sent." />
  )
  return <OfflineBanner waiting={waiting || undefined} onRetry={retryNow} />
}
