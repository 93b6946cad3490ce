/** Figures that the server reckons: asked when they are shown, with other filters, and when they have become stale. */
import { useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { OfflineError } from '../data/client.ts'
import { onLeaving } from '../data/entered.ts'
import { useLive } from '../data/live.ts'
import type { Freshness } from './freshness.ts'

type Status = 'loading' | 'ready' | 'error' | 'offline'
type Held<T> = { key: string; value: T | null; status: Status; error: string }

/** The last answers: on return they show at once, while the figures are asked again. */
const kept = new Map<string, object>()
const MOST_KEPT = 24
onLeaving(() => kept.clear())
const keep = (key: string, value: object) => {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest)
}

export type Figures<T> = {
  value: T | null
  status: Status
  error: string
  /** The shown figures answer other words; those asked for are on their way. */
  isOld: boolean
  retry: () => void
}

export const useFigures = <T extends object>(
  key: string,
  ask: () => Promise<T>,
  { tick, note }: Freshness,
): Figures<T> => {
  const { loads, status: live } = useLive()
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Held<T>>(() => ({
    key,
    value: (kept.get(key) as T | undefined) ?? null,
    status: 'loading',
    error: '',
  }))
  const isLoading = live === 'loading'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question
  useEffect(() => {
    if (isLoading) return
    let isMeant = true
    const read = async () => {
      const known = kept.get(key) as T | undefined
      if (known) setHeld({ key, value: known, status: 'ready', error: '' })
      else setHeld(now => ({ ...now, status: now.value ? 'ready' : 'loading' }))
      try {
        const value = await ask()
        keep(key, value)
        if (!isMeant) return
        setHeld({ key, value, status: 'ready', error: '' })
        note()
      } catch (failure) {
        if (!isMeant) return
        const status = failure instanceof OfflineError ? 'offline' : 'error'
        const error = messageOf(failure)
        // Of the same words the last answer counts; of others it would be a wrong one.
        setHeld(now => (now.key === key && now.value ? now : { key, value: null, status, error }))
      }
    }
    void read()
    return () => {
      isMeant = false
    }
  }, [key, tick, loads, live, tries, isLoading])
  return {
    value: held.value,
    status: held.value ? 'ready' : held.status,
    error: held.error,
    isOld: held.value !== null && held.key !== key,
    retry: () => setTries(now => now + 1),
  }
}
