import { useEffect, useRef, useState } from 'react'
import { type FoundPage, pageRoutes } from '#contract/text/pages.ts'
import { call, OfflineError } from '../../data/client.ts'
import { useLive } from '../../data/live.ts'
import { here } from '../../data/viewer.ts'

const PAUSE_MS = 150
/** The least time between searches for others' new words. */
const AGAIN_MS = 1_000
const FIRST = 20
const MOST = 100

type Answer = {
  words: string
  found: readonly FoundPage[]
  total: number
  failed: 'offline' | 'error' | null
}
const NOTHING: Answer = { words: '', found: [], total: 0, failed: null }

export type TextSearch = {
  status: 'idle' | 'loading' | 'ready' | 'offline' | 'error'
  found: readonly FoundPage[]
  /** Asks for more of them, while there are more to have. */
  more: (() => void) | null
}

/** Counts up some time after its value has changed: soon enough, and not with each change of many. */
const useNews = (value: string) => {
  const [news, setNews] = useState(0)
  const wait = useRef(0)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    wait.current ||= window.setTimeout(() => {
      wait.current = 0
      setNews(count => count + 1)
    }, AGAIN_MS)
  }, [value])
  useEffect(() => () => clearTimeout(wait.current), [])
  return news
}

/** Pages with these words in their texts, as the server finds them; `newest`: when a page was last changed. */
export const useTextSearch = (projectId: string, words: string, newest: string): TextSearch => {
  const [answer, setAnswer] = useState(NOTHING)
  const [asked, setAsked] = useState({ words: '', size: FIRST })
  const isOffline = useLive().status === 'offline'
  const wanted = words.trim()
  const size = asked.words === wanted ? asked.size : FIRST
  const news = useNews(wanted ? newest : '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with news the same is asked again
  useEffect(() => {
    if (wanted === '' || isOffline) return
    let isWaiting = true
    const fail = (error: unknown) =>
      isWaiting &&
      setAnswer({ ...NOTHING, words: wanted, failed: error instanceof OfflineError ? 'offline' : 'error' })
    const timer = setTimeout(() => {
      call(pageRoutes.search, {
        params: { ws: here().slug, p: projectId },
        query: { search: wanted, within: 'text', per_page: String(size) },
      }).then(
        ({ body }) =>
          isWaiting &&
          setAnswer({ words: wanted, found: body.results, total: body.total_count, failed: null }),
        fail,
      )
    }, PAUSE_MS)
    return () => {
      isWaiting = false
      clearTimeout(timer)
    }
  }, [projectId, wanted, size, isOffline, news])
  if (wanted === '') return { status: 'idle', found: [], more: null }
  if (isOffline) return { status: 'offline', found: [], more: null }
  if (answer.words !== wanted) return { status: 'loading', found: [], more: null }
  const mayMore = answer.found.length < Math.min(answer.total, MOST)
  return {
    status: answer.failed ?? 'ready',
    found: answer.found,
    more: mayMore ? () => setAsked({ words: wanted, size: Math.min(size + FIRST, MOST) }) : null,
  }
}
