import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { noteOut, useInstance } from './instance.ts'

/** One page of what a call finds. */
type Page<Row> = {
  results: readonly Row[]
  total_count: number
  next_cursor: string
  next_page_results: boolean
}
type Found<Row> = { rows: readonly Row[]; total: number; next: string | null }

const PAUSE_MS = 200

/** What a call finds by these words, a page more each time; an answer that was overtaken is dropped. */
export const useFound = <Row extends { id: string }>(
  words: string,
  ask: (cursor: { cursor?: string }) => Promise<Page<Row>>,
) => {
  const { me } = useInstance()
  const [found, setFound] = useState<Found<Row> | null>(null)
  const [isFailed, setFailed] = useState(false)
  const asked = useRef(0)
  const read = async (before: readonly Row[], cursor: string | null) => {
    const mine = ++asked.current
    try {
      const page = await ask(cursor ? { cursor } : {})
      if (mine !== asked.current) return
      const known = new Set(before.map(({ id }) => id))
      const rows = [...before, ...page.results.filter(({ id }) => !known.has(id))]
      setFound({ rows, total: page.total_count, next: page.next_page_results ? page.next_cursor : null })
      setFailed(false)
    } catch (failure) {
      if (mine !== asked.current) return
      noteOut(failure)
      if (found) toast.failure(messageOf(failure))
      else setFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the words or the admin change
  useEffect(() => {
    if (!me) return
    const wait = setTimeout(() => void read([], null), PAUSE_MS)
    return () => {
      asked.current++
      clearTimeout(wait)
    }
  }, [words, me?.id])
  return {
    found,
    isFailed,
    again: () => void read([], null),
    more: () => void (found?.next && read(found.rows, found.next)),
    /** Of one row something is known without asking. */
    change: (id: string, patch: Partial<Row>) =>
      setFound(
        now => now && { ...now, rows: now.rows.map(row => (row.id === id ? { ...row, ...patch } : row)) },
      ),
  }
}
