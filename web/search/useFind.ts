import { useEffect, useState } from 'react'
import { type FindAnswer, searchRoutes } from '#contract/lists/search.ts'
import { call, OfflineError } from '../data/client.ts'
import { useLive } from '../data/live.ts'
import { here } from '../data/viewer.ts'

const PAUSE_MS = 120

type Asked = { words: string; size: number }
type Answer = Asked & { found: FindAnswer | null; ms: number; failed: 'offline' | 'error' | null }
const NOTHING: Answer = { words: '', size: 0, found: null, ms: 0, failed: null }

export type Find = {
  status: 'idle' | 'loading' | 'ready' | 'offline' | 'error'
  /** Of the words before, until those of these words are there. */
  found: FindAnswer | null
  ms: number
  again: () => void
}

/** What the server finds of everything that the viewer sees; `size`: so many hits at most. */
export const useFind = (typed: string, size: number): Find => {
  const [answer, setAnswer] = useState(NOTHING)
  const [tries, setTries] = useState(0)
  const isOffline = useLive().status === 'offline'
  const words = typed.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try the same is asked again
  useEffect(() => {
    if (words === '' || isOffline) return
    let isWaiting = true
    const timer = setTimeout(() => {
      const begun = performance.now()
      call(searchRoutes.find, {
        params: { ws: here().slug },
        query: { q: typed.trimStart(), per_page: String(size) },
      }).then(
        ({ body }) =>
          isWaiting &&
          setAnswer({ words, size, found: body, ms: Math.round(performance.now() - begun), failed: null }),
        (error: unknown) =>
          isWaiting &&
          setAnswer({ ...NOTHING, words, size, failed: error instanceof OfflineError ? 'offline' : 'error' }),
      )
    }, PAUSE_MS)
    return () => {
      isWaiting = false
      clearTimeout(timer)
    }
  }, [words, size, isOffline, tries])
  const again = () => {
    setAnswer(NOTHING)
    setTries(count => count + 1)
  }
  const { found, ms } = answer
  if (words === '') return { status: 'idle', found: null, ms: 0, again }
  if (isOffline) return { status: 'offline', found: null, ms: 0, again }
  if (answer.words !== words || answer.size !== size) return { status: 'loading', found, ms, again }
  return { status: answer.failed ?? 'ready', found, ms, again }
}
