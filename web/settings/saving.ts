/** The state of saving on a screen of settings: the header says it. */
import { useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { OfflineError } from '../data/client.ts'
import { refusalOf } from '../forms/refusal.ts'
import { toast } from '../ui/popups/Toast.tsx'

const state = proxy<{ underWay: number; last: 'saved' | 'failed' | null }>({ underWay: 0, last: null })

/** Another screen begins with nothing saved yet. */
export const useSavingWords = (): string | null => {
  const { underWay, last } = useSnapshot(state)
  useEffect(() => {
    state.last = null
  }, [])
  if (underWay > 0) return 'Saving…'
  return last === 'saved' ? 'Saved' : last === 'failed' ? 'Not saved' : null
}

/** Follows a call that saves; its caller gets the outcome unchanged. */
export const saving = async <A>(sent: Promise<A>): Promise<A> => {
  state.underWay++
  try {
    const answer = await sent
    state.last = 'saved'
    return answer
  } catch (failure) {
    state.last = 'failed'
    throw failure
  } finally {
    state.underWay--
  }
}

const TICK_MS = 2_000

/**
 * Saves single values, each by itself as soon as it is chosen: a refusal is shown as `error` beside its field, an unsent
 * value is offered once more.
 */
export const useSave = (name = 'value') => {
  const [error, setError] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), TICK_MS)
    return () => clearTimeout(timer)
  }, [isSaved])

  const save = async (send: () => Promise<unknown>): Promise<boolean> => {
    setError(null)
    setSaved(false)
    try {
      await saving(send())
    } catch (failure) {
      const { fields, general } = refusalOf(failure, [name])
      setError(fields[name] ?? general)
      if (failure instanceof OfflineError)
        toast.failure('It was not saved. The server cannot be reached.', { retry: () => void save(send) })
      return false
    }
    setSaved(true)
    return true
  }
  return { save, error, isSaved, forgive: () => setError(null) }
}
