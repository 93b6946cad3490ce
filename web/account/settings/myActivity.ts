/** What one did, page by page, as the days and moments that it is shown by. */
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { dayIn } from '#contract/people/zones.ts'
import { type ActivityAnswer, activityRoutes } from '#contract/work/activity.ts'
import { call } from '../../data/client.ts'
import { useSteady } from '../../ui/useSteady.ts'

export type Done = z.infer<typeof ActivityAnswer>
/** What one request did to one issue, in the order in which it was done. */
export type Moment = { id: string; at: string; rows: readonly Done[] }
export type Day = { day: string; moments: readonly Moment[] }

const SIZE = 50

const momentsOf = (rows: readonly Done[]): Moment[] => {
  const moments: { id: string; at: string; rows: Done[] }[] = []
  for (const row of rows) {
    const last = moments.at(-1)
    const [first] = last?.rows ?? []
    if (last && first?.issue === row.issue && first.epoch === row.epoch) last.rows.unshift(row)
    else moments.push({ id: row.id, at: row.created_at, rows: [row] })
  }
  return moments
}

/** Rows come the newest first, and so do the days. */
export const daysOf = (rows: readonly Done[], zone: string): Day[] =>
  [...Map.groupBy(momentsOf(rows), ({ at }) => dayIn(zone, Date.parse(at)))].map(([day, moments]) => ({
    day,
    moments,
  }))

type Read = { rows: readonly Done[]; next: string | null }

const readPage = async (cursor: string): Promise<Read> => {
  const { body } = await call(activityRoutes.mine, { query: { per_page: String(SIZE), cursor } })
  return { rows: body.results, next: body.next_page_results ? body.next_cursor : null }
}

const joined = (newer: readonly Done[], older: readonly Done[]) => {
  const known = new Set(newer.map(row => row.id))
  return [...newer, ...older.filter(row => !known.has(row.id))]
}

/** What is new lies on what is shown, unless more came than one page: then that page is the beginning. */
const refreshed = (read: Read | null, page: Read): Read =>
  read?.rows.some(({ id }) => page.rows.some(row => row.id === id))
    ? { rows: joined(page.rows, read.rows), next: read.next }
    : page

/** Null until the first page is there; whoever comes back to the window finds what they did elsewhere. */
export const useMyActivity = () => {
  const [read, setRead] = useState<Read | null>(null)
  const [status, setStatus] = useState<'reading' | 'failed' | 'ready'>('reading')
  const failed = useRef<() => void>(undefined)
  const ask = async (cursor: string, take: (read: Read | null, page: Read) => Read) => {
    setStatus('reading')
    try {
      const page = await readPage(cursor)
      setRead(read => take(read, page))
      setStatus('ready')
    } catch {
      failed.current = () => void ask(cursor, take)
      setStatus('failed')
    }
  }
  const start = useSteady(() => void ask(`${SIZE}:0:0`, refreshed))
  useEffect(() => {
    start()
    const onReturn = () => document.visibilityState === 'visible' && start()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [start])
  const more = () => {
    if (!read?.next || status === 'reading') return
    // What was done meanwhile has pushed some of the last page into this one.
    void ask(read.next, (known, page) => ({ ...page, rows: joined(known?.rows ?? [], page.rows) }))
  }
  return {
    rows: read?.rows ?? null,
    hasMore: Boolean(read?.next),
    status,
    more,
    again: () => failed.current?.(),
  }
}
