import { useEffect, useRef } from 'react'
import { type Looked, newWords } from '../../fields/lastLooked.ts'

type NewSinceProps = {
  count: number
  looked: Looked /** Known things stand above it: it comes into view. */
  leads?: boolean
}

/** Above what is new: how much of it, and since when. */
export const NewSince = ({ count, looked, leads = false }: NewSinceProps) => {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const whole = leads && line.current?.closest('[data-detail]')
    if (!whole) return
    // The text above comes later, and moves it out of sight again; whoever scrolls or types stays where they are.
    const grown = new ResizeObserver(() => line.current?.scrollIntoView({ block: 'center' }))
    grown.observe(whole)
    const ended = new AbortController()
    const end = () => {
      grown.disconnect()
      ended.abort()
    }
    for (const act of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      addEventListener(act, end, { capture: true, signal: ended.signal })
    return end
  }, [leads])
  return (
    <p
      ref={line}
      className="flex h-8 items-center gap-3 font-medium text-12 text-accent-text after:h-px after:flex-1 after:bg-line"
    >
      {newWords(count, looked)}
    </p>
  )
}
