/** Somebody's acts, page by page, the newest first; new ones are put on top of those shown. */
import { useEffect, useRef, useState } from 'react'
import { activityRoutes } from '#contract/work/activity.ts'
import { call } from '../data/client.ts'
import { onRows } from '../data/rows.ts'
import { here, viewer } from '../data/viewer.ts'
import { paced } from '../ui/paced.ts'
import { useSteady } from '../ui/useSteady.ts'
import type { Done } from './doneRows.tsx'

type Read = { rows: readonly Done[]; total: number; next: string | null }

const SETTLED_MS = 600

const readPage = async (person: string | null, cursor: string, size: number): Promise<Read> => {
  const query = { per_page: String(size), cursor }
  const { body } =
    person === null
      ? await call(activityRoutes.mine, { query })
      : await call(activityRoutes.ofPerson, { params: { ws: here().slug, userId: person }, query })
  return {
    rows: body.results,
    total: body.total_count,
    next: body.next_page_results ? body.next_cursor : null,
  }
}

const joined = (newer: readonly Done[], older: readonly Done[]) => {
  const known = new Set(newer.map(row => row.id))
  return [...newer, ...older.filter(row => !known.has(row.id))]
}

/** Of a person in this workspace; of null what one did in all of them. */
export const useDone = (person: string | null, size: number) => {
  const [read, setRead] = useState<Read | null>(null)
  const [status, setStatus] = useState<'reading' | 'failed' | 'ready'>('reading')
  const failed = useRef<() => void>(undefined)
  const ask = async (cursor: string, take: (read: Read | null, page: Read) => Read) => {
    setStatus('reading')
    try {
      const page = await readPage(person, cursor, size)
      setRead(now => take(now, page))
      setStatus('ready')
    } catch {
      failed.current = () => void ask(cursor, take)
      setStatus('failed')
    }
  }
  const start = useSteady(
    () =>
      void ask(`${size}:0:0`, (now, page) =>
        // Unless more came than one page: then that page is the beginning.
        now?.rows.some(({ id }) => page.rows.some(row => row.id === id))
          ? { ...page, rows: joined(page.rows, now.rows), next: now.next }
          : page,
      ),
  )
  useEffect(() => {
    start()
    const again = paced(start, SETTLED_MS)
    const stop = onRows('issue', (_, after) => {
      if (after?.updated_by === (person ?? viewer()?.id)) again.wish()
    })
    // A person who comes back to the window finds acts of elsewhere.
    const onReturn = () => document.visibilityState === 'visible' && start()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      again.stop()
      document.removeEventListener('visibilitychange', onReturn)
      stop()
    }
  }, [start, person])
  return {
    rows: read?.rows ?? null,
    total: read?.total ?? null,
    hasMore: Boolean(read?.next),
    status,
    more: () => {
      if (!read?.next || status === 'reading') return
      // New acts have pushed some of the last page into this one.
      void ask(read.next, (now, page) => ({ ...page, rows: joined(now?.rows ?? [], page.rows) }))
    },
    again: () => failed.current?.(),
  }
}
