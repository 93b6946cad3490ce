import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { providerTestRoutes } from '#contract/people/providerTests.ts'
import { type Provider, providerLooks } from '../account/providerMarks.tsx'
import { call } from '../data/client.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { noteOut } from './instance.ts'
import type { Settings } from './useSettings.ts'

/** Between the window that shows who one is and the one that waits for it. */
const CHANNEL = 'provider tests'

type Ended = { test: string; login: string; ms: number; isRefused: boolean }

/** In the window in which a test has ended: says it to the screen that began it, and closes. */
export const useTestEnd = () => {
  const [words] = useSearchParams()
  const test = words.get('test')
  useEffect(() => {
    if (test === null) return
    const ended: Ended = {
      test,
      login: words.get('login') ?? '',
      ms: Number(words.get('ms')),
      isRefused: words.has('refused'),
    }
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(ended)
    channel.close()
    window.close()
  }, [test, words])
}

type Outcome = { is: 'ok' | 'failed' | 'waiting'; words: string }

/** Shows at the service who one is, in a window of its own, by the keys as they are in the form. */
const useTest = (provider: Provider, settings: Settings) => {
  const { name } = providerLooks[provider]
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Anybody may open an address with such words: only the test that was begun here is handled. */
  const awaited = useRef<string | null>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Ended>) => {
      if (data.test !== awaited.current) return
      awaited.current = null
      setOutcome(
        data.isRefused
          ? {
              is: 'failed',
              words: `${name} did not take these keys, or did not say who you are. The server’s log says more.`,
            }
          : { is: 'ok', words: `${name} answered as ${data.login}, ${data.ms} ms` },
      )
    }
    return () => channel.close()
  }, [name])

  const begin = async () => {
    const opened = window.open('about:blank', 'provider-test', 'popup,width=600,height=720')
    if (!opened)
      return setOutcome({
        is: 'failed',
        words: 'Your browser did not open a window. Allow windows for this site, then try again.',
      })
    setBusy(true)
    setOutcome(null)
    try {
      const body = { configuration: settings.unsaved }
      const { body: begun } = await call(providerTestRoutes.begin, { params: { provider }, body })
      awaited.current = begun.test
      // The service is not to reach back into this window.
      opened.opener = null
      opened.location.href = begun.url
      setOutcome({ is: 'waiting', words: `Go on in the window of ${name}.` })
    } catch (failure) {
      opened.close()
      noteOut(failure)
      if (!settings.showAt(failure)) setOutcome({ is: 'failed', words: messageOf(failure) })
    } finally {
      setBusy(false)
    }
  }
  return { outcome, isBusy, begin }
}

const tones = { ok: 'text-ok', failed: 'text-danger', waiting: 'text-ink-3' }

export const TestProvider = ({ provider, settings }: { provider: Provider; settings: Settings }) => {
  const { outcome, isBusy, begin } = useTest(provider, settings)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button variant="neutral" size="large" busy={isBusy} onClick={() => void begin()}>
        Test with my account
      </Button>
      <span
        role="status"
        className={`flex min-w-0 items-center gap-1.5 text-12 ${outcome ? tones[outcome.is] : ''}`}
      >
        {outcome && outcome.is !== 'waiting' && (
          <Icon name={outcome.is === 'ok' ? 'check' : 'triangle-alert'} size={14} />
        )}
        {outcome?.words}
      </span>
    </div>
  )
}
