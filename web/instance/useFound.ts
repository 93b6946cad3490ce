import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { noteOut, useInstance } from './instance.ts'

/** One page of what a call finds. */
type Page<Row> = {
  results: readonly Row[]
  total_count: number
  next_cursor: string
  next_page_results: boolean
}
type Found<Row> = { rows: readonly Row[]; total: number; next: string | null }
type Ask<Row> = (cursor: { cursor?: string }) => Promise<Page<Row>>

const PAUSE_MS = 200

/** Adds pages to rows that are known, until there are so many: one at least. */
const pagesOf = async <Row extends { id: string }>(
  ask: Ask<Row>,
  before: readonly Row[],
  cursor: string | null,
  least: number,
): Promise<Found<Row>> => {
  const page = await ask(cursor ? { cursor } : {})
  const known = new Set(before.map(({ id }) => id))
  const rows = [...before, ...page.results.filter(({ id }) => !known.has(id))]
  const next = page.next_page_results ? page.next_cursor : null
  if (next !== null && rows.length < least) return pagesOf(ask, rows, next, least)
  return { rows, total: page.total_count, next }
}

/** What a call finds by these words, a page more each time; an answer that was overtaken is dropped. */
export const useFound = <Row extends { id: string }>(words: string, ask: Ask<Row>) => {
  const { me } = useInstance()
  const [found, setFound] = useState<Found<Row> | null>(null)
  const [isFailed, setFailed] = useState(false)
  /** How many rows are shown; none before the first answer. */
  const shown = useRef<number | null>(null)
  const asked = useRef(0)
  const underWay = useRef(0)
  /** Something may have changed while an answer was on its way. */
  const isStale = useRef(false)

  const show = (answer: Found<Row>) => {
    shown.current = answer.rows.length
    setFound(answer)
  }
  const read = async (before: readonly Row[], cursor: string | null) => {
    const mine = ++asked.current
    underWay.current++
    try {
      const answer = await pagesOf(ask, before, cursor, 0)
      if (mine !== asked.current) return
      show(answer)
      setFailed(false)
    } catch (failure) {
      if (mine !== asked.current) return
      noteOut(failure)
      if (found) toast.failure(messageOf(failure))
      else setFailed(true)
    } finally {
      underWay.current--
      if (isStale.current) setTimeout(refresh)
    }
  }
  /** Reads again as much as is shown, once at a time; nobody has asked for it, so a failure is disclosed to nobody. */
  const refresh = useSteady(async (): Promise<void> => {
    isStale.current = underWay.current > 0
    if (isStale.current || shown.current === null) return
    const mine = asked.current
    underWay.current++
    try {
      const answer = await pagesOf(ask, [], null, shown.current)
      // What somebody asked for meanwhile may be older than the change.
      if (mine === asked.current) show(answer)
      else isStale.current = true
    } catch (failure) {
      noteOut(failure)
    } finally {
      underWay.current--
      if (isStale.current) setTimeout(refresh)
    }
  })
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
    refresh: () => void refresh(),
    again: () => void read([], null),
    more: () => void (found?.next && read(found.rows, found.next)),
    /** Of one row something is known without asking. */
    change: (id: string, patch: Partial<Row>) =>
      setFound(
        now => now && { ...now, rows: now.rows.map(row => (row.id === id ? { ...row, ...patch } : row)) },
      ),
  }
}
