import { useEffect, useRef, useState } from 'react'
import { type FindAnswer, type SearchOrder, searchRoutes } from '#contract/lists/search.ts'
import { call, OfflineError } from '../data/client.ts'
import { useLive } from '../data/live.ts'
import { here } from '../data/viewer.ts'

const PAUSE_MS = 120
/** What others change is in the search within a second; a busy workspace is asked no more often than this. */
const AGAIN_MS = 2_000

type Asked = { words: string; size: number; order: SearchOrder }
type Answer = Asked & { found: FindAnswer | null; ms: number; failed: 'offline' | 'error' | null }
const NOTHING: Answer = { words: '', size: 0, order: 'best', found: null, ms: 0, failed: null }

export type Find = {
  status: 'idle' | 'loading' | 'ready' | 'offline' | 'error'
  /** Of the words before, until those of these words are there. */
  found: FindAnswer | null
  ms: number
  again: () => void
}

/** What the server finds of everything that the viewer sees; `size`: so many hits at most. */
export const useFind = (typed: string, size: number, order: SearchOrder = 'best'): Find => {
  const [answer, setAnswer] = useState(NOTHING)
  const [tries, setTries] = useState(0)
  const live = useLive()
  const isOffline = live.status === 'offline'
  const changes = live.at.workspace
  const asked = useRef(changes)
  const words = typed.trim()
  useEffect(() => {
    if (words === '' || asked.current === changes) return
    const timer = setTimeout(() => {
      asked.current = changes
      setTries(count => count + 1)
    }, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [words, changes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each try the same is asked again
  useEffect(() => {
    if (words === '' || isOffline) return
    let isWaiting = true
    const timer = setTimeout(() => {
      const begun = performance.now()
      call(searchRoutes.find, {
        params: { ws: here().slug },
        query: { q: typed.trimStart(), per_page: String(size), order },
      }).then(
        ({ body }) =>
          isWaiting &&
          setAnswer({
            words,
            size,
            order,
            found: body,
            ms: Math.round(performance.now() - begun),
            failed: null,
          }),
        (error: unknown) =>
          isWaiting &&
          setAnswer({
            ...NOTHING,
            words,
            size,
            order,
            failed: error instanceof OfflineError ? 'offline' : 'error',
          }),
      )
    }, PAUSE_MS)
    return () => {
      isWaiting = false
      clearTimeout(timer)
    }
  }, [words, size, order, isOffline, tries])
  const again = () => {
    setAnswer(NOTHING)
    setTries(count => count + 1)
  }
  const { found, ms } = answer
  if (words === '') return { status: 'idle', found: null, ms: 0, again }
  if (isOffline) return { status: 'offline', found: null, ms: 0, again }
  if (answer.words !== words || answer.size !== size || answer.order !== order)
    return { status: 'loading', found, ms, again }
  return { status: answer.failed ?? 'ready', found, ms, again }
}
