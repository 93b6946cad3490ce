import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A row of tabs that is wider than the screen: scrolls the open one into sight, and again when its place has moved.
 * `words`: the labels of the tabs, and so their width.
 */
export const useOpenInSight = (words: string): RefObject<HTMLElement | null> => {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address or other words, another place
  useEffect(() => {
    row.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, words])
  return row
}
