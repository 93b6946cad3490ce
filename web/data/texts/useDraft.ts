import { useEffect, useRef, useState } from 'react'

type DraftOptions = {
  /** Milliseconds after the last key. */
  delay: number
  save: (text: string) => void
  /** The tab is closing: only requests that the browser finishes by itself still arrive. */
  saveOnLeave?: (text: string) => void
}

/** Text being typed, saved after a pause, on leaving the field, when its screen closes and when the tab does. */
export const useDraft = (options: DraftOptions) => {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef({ draft, options })
  useEffect(() => {
    latest.current = { draft, options }
  })
  const flush = useRef(() => {
    const { draft: text, options: now } = latest.current
    latest.current = { draft: null, options: now }
    setDraft(null)
    if (text !== null) now.save(text)
  }).current
  useEffect(() => {
    if (draft === null) return
    const wait = setTimeout(flush, options.delay)
    return () => clearTimeout(wait)
  }, [draft, options.delay, flush])
  useEffect(() => {
    const leave = () => {
      const { draft: text, options: now } = latest.current
      if (text !== null) (now.saveOnLeave ?? now.save)(text)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      flush()
    }
  }, [flush])
  return { draft, setDraft, flush }
}
