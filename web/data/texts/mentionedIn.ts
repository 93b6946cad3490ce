/** The texts that mention an issue or a page: asked for while somebody looks, and again when a text was written. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from '#contract/rules.ts'
import { type MentionedIn, mentionedInRoutes } from '#contract/text/mentionedIn.ts'
import { isSame } from '../changes.ts'
import { call } from '../client.ts'
import { useLive } from '../live.ts'
import { applyRow, onRows } from '../rows.ts'
import { here } from '../viewer.ts'

export type Named = { kind: MentionedIn['kind']; id: string; project_id: string }
export type Naming = { kind: MentionedIn['kind']; id: string }

const PAGE = 20
/** Milliseconds from a change to the question, and between one question and the next: texts are stored all the time. */
const SOON = 250
const PAUSE = 3_000

const STAMPS = ['revision', 'updated_at', 'updated_by']
// Only a text's readers are given its mentions. A stored text shows by its noun, which gets new stamps and no other
// change; a new noun brings its text along.
const mayName = (before: Row | null, after: Row | null): boolean =>
  after !== null &&
  (before === null ||
    Object.keys(after).every(name => STAMPS.includes(name) || isSame(after[name], before[name])))

const ask = ({ kind, id, project_id }: Named, size: number) => {
  const [place, query] = [{ ws: here().slug, p: project_id }, { per_page: String(size) }]
  return kind === 'issue'
    ? call(mentionedInRoutes.issue, { params: { ...place, issueId: id }, query })
    : call(mentionedInRoutes.page, { params: { ...place, pageId: id }, query })
}

/**
 * The mentioning nouns, the last changed first. After a failed request the known ones stay, and the next change asks
 * again.
 */
export const useMentionedIn = ({ kind, id, project_id }: Named) => {
  const { loads, status } = useLive()
  const [pages, setPages] = useState(1)
  const [found, setFound] = useState<{ of: string; total: number; by: Naming[] }>({
    of: id,
    total: 0,
    by: [],
  })
  const taking = useRef(false)
  const asked = useRef(0)
  const read = useCallback(async () => {
    const mine = ++asked.current
    try {
      const { body } = await ask({ kind, id, project_id }, pages * PAGE)
      if (mine !== asked.current) return
      taking.current = true
      for (const { kind: entity, row } of body.results) applyRow(entity, row)
      taking.current = false
      setFound({
        of: id,
        total: body.total_count,
        by: body.results.map(({ kind: of, row }) => ({ kind: of, id: row.id })),
      })
    } catch {
      // See above.
    }
  }, [kind, id, project_id, pages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each snapshot is to be asked after
  useEffect(() => {
    if (status !== 'live') return
    void read()
    let timer = 0
    let last = 0
    const later = (before: Row | null, after: Row | null) => {
      if (taking.current || timer !== 0 || !mayName(before, after)) return
      const wait = Math.max(SOON, last + PAUSE - Date.now())
      timer = window.setTimeout(() => {
        timer = 0
        last = Date.now()
        void read()
      }, wait)
    }
    const stops = (['issue', 'page'] as const).map(entity => onRows(entity, later))
    return () => {
      clearTimeout(timer)
      asked.current++
      for (const stop of stops) stop()
    }
  }, [read, status, loads])
  const here = found.of === id
  return {
    by: here ? found.by : [],
    total: here ? found.total : 0,
    more: () => setPages(pages + 1),
  }
}
