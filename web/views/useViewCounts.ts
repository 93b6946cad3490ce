/** How many issues the views on the screen hold: asked of the server, again when issues change. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { viewRoutes } from '#contract/planning/views.ts'
import { call } from '../data/client.ts'
import { onRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'

const PAUSE_MS = 600
/** More are not on a screen, and not in a call. */
const MOST = 50

const inSight = (box: HTMLElement): string[] => {
  const { top, bottom } = box.getBoundingClientRect()
  return [...box.querySelectorAll<HTMLElement>('[data-row]')]
    .filter(row => {
      const at = row.getBoundingClientRect()
      return at.bottom > top && at.top < bottom
    })
    .map(row => row.dataset.row ?? '')
}

/** `ask` goes to the box of the rows as `onScroll`; `shown` is all that says which rows are there. */
export const useViewCounts = (
  projectId: string | null,
  box: RefObject<HTMLElement | null>,
  shown: string,
) => {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const timer = useRef(0)
  const isAsked = useRef(false)
  // The first figures come at once; where issues change all the time, new ones come after each pause none the less.
  const ask = useCallback(() => {
    if (timer.current !== 0) return
    timer.current = window.setTimeout(
      () => {
        timer.current = 0
        const ids = box.current ? inSight(box.current).slice(0, MOST) : []
        if (!projectId || ids.length === 0) return
        isAsked.current = true
        const params = { ws: here().slug, p: projectId }
        // A figure that could not be had is asked for again with the next change.
        call(viewRoutes.counts, { params, query: { ids: ids.join() } })
          .then(({ body }) => setCounts(now => ({ ...now, ...body })))
          .catch(() => {})
      },
      isAsked.current ? PAUSE_MS : 0,
    )
  }, [projectId, box])
  useEffect(() => {
    const stops = [onRows('issue', ask), onRows('view', ask)]
    addEventListener('resize', ask)
    return () => {
      clearTimeout(timer.current)
      timer.current = 0
      removeEventListener('resize', ask)
      for (const stop of stops) stop()
    }
  }, [ask])
  useEffect(() => {
    if (shown) ask()
  }, [shown, ask])
  return { counts, ask }
}
