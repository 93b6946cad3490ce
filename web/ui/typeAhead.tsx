/** What is typed between asking for a field and its being there is kept for it, instead of acting on what lies behind. */
import { useLayoutEffect } from 'react'

const PATIENCE = 10_000
let kept: { text: string; until: number } | null = null

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

const keep = (event: KeyboardEvent) => {
  if (!kept || kept.until < Date.now() || isField(event.target)) {
    kept = null
    return
  }
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  kept.text += event.key
  event.preventDefault()
  event.stopImmediatePropagation()
}
if (typeof window !== 'undefined') window.addEventListener('keydown', keep, { capture: true })

const expect = () => {
  kept = { text: kept?.text ?? '', until: Date.now() + PATIENCE }
}

/** Stands where a field is being loaded. */
export const ExpectTyping = () => {
  useLayoutEffect(expect, [])
  return null
}

/** For a field that stands and is about to get the focus: what is typed before it has it. */
export const useTypedBeforeFocus = (take: (typed: string) => void) => {
  useLayoutEffect(() => {
    expect()
    // Gone before it had the focus: nothing waits any more.
    return () => {
      kept = null
    }
  }, [])
  return () => {
    const typed = takeTyped()
    if (typed) take(typed)
  }
}

/** What was typed for the field that now stands; once. */
export const takeTyped = (): string => {
  const text = kept?.text ?? ''
  kept = null
  return text
}
