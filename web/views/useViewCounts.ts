/** How many issues the views on the screen hold: asked of the server, again when issues change. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { viewRoutes } from '#contract/planning/views.ts'
import { call } from '../data/client.ts'
import { onRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'

const SETTLED_MS = 600
/** More are not on a screen, and not in a call. */
const MOST = 50

export const useViewCounts = (projectId: string | null) => {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const seen = useRef(new Set<string>())
  const timer = useRef(0)
  const ask = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const ids = [...seen.current].slice(0, MOST)
      if (!projectId || ids.length === 0) return
      const params = { ws: here().slug, p: projectId }
      // A figure that could not be had is asked for again with the next change.
      call(viewRoutes.counts, { params, query: { ids: ids.join() } })
        .then(({ body }) => setCounts(now => ({ ...now, ...body })))
        .catch(() => {})
    }, SETTLED_MS)
  }, [projectId])
  useEffect(() => {
    const stops = [onRows('issue', ask), onRows('view', ask)]
    return () => {
      clearTimeout(timer.current)
      for (const stop of stops) stop()
    }
  }, [ask])
  /** Tells which of the rows are in sight. */
  const watch = useCallback(
    (box: HTMLElement | null) => {
      if (!box || !projectId) return
      const observer = new IntersectionObserver(entries => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute('data-view') ?? ''
          if (isIntersecting) seen.current.add(id)
          else seen.current.delete(id)
        }
        ask()
      })
      const observe = (within: Element) => {
        for (const row of within.querySelectorAll('[data-view]')) observer.observe(row)
      }
      observe(box)
      // Each scroll of a long list draws a few: those alone.
      const added = new MutationObserver(changes => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node instanceof Element) observe(node)
      })
      added.observe(box, { childList: true, subtree: true })
      return () => {
        observer.disconnect()
        added.disconnect()
        seen.current.clear()
      }
    },
    [ask, projectId],
  )
  return { counts, watch }
}
