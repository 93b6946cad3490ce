import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { isNowhere } from './nowhere.ts'

const PATIENCE = 600

/** Focuses what is drawn in another place after a change: an issue in another week, the parts of a home to be arranged. */
export const useFocusAfter = (root?: RefObject<HTMLElement | null>) => {
  const wanted = useRef<{ selector: string; until: number } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { selector, until } = wanted.current
    const { activeElement } = document
    // A person who has gone elsewhere meanwhile keeps the focus there.
    const gone = !isNowhere(activeElement) && !root?.current?.contains(activeElement)
    if (gone || Date.now() > until) wanted.current = null
    else (root ? root.current : document)?.querySelector<HTMLElement>(selector)?.focus()
  })
  return useCallback(
    (selector: string) => {
      wanted.current = { selector, until: Date.now() + PATIENCE }
      ;(root ? root.current : document)?.querySelector<HTMLElement>(selector)?.focus()
    },
    [root],
  )
}
