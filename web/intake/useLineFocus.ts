import { useEffect, useRef } from 'react'
import { isNowhere } from '../ui/nowhere.ts'
import type { Asking } from './useTriage.ts'

/**
 * The line of the open request has the focus once keys have led to it, or have ended a question about it; the focus is
 * never pulled back.
 */
export const useLineFocus = (at: string | null, asking: Asking) => {
  const before = useRef<string | null>(null)
  useEffect(() => {
    const isOpenedByItself = before.current === null
    before.current = at
    if (isOpenedByItself || at === null || asking) return
    const { activeElement } = document
    const isFree = isNowhere(activeElement) || activeElement?.closest('[data-request]')
    if (isFree)
      document.querySelector<HTMLElement>(`[data-request="${at}"] button`)?.focus({ preventScroll: true })
  }, [at, asking])
}
