/**
 * Keeps keys typed between asking for a field and its arrival for that field, instead of letting them act on the screen
 * behind.
 */
import { useLayoutEffect } from 'react'

const PATIENCE = 10_000
type Typed = { text: string; isEntered: boolean }
let kept: (Typed & { until: number }) | null = null
const NOTHING: Typed = { text: '', isEntered: false }
/** Keys typed before a popup had come whose field is still on its way. */
let handedOn = NOTHING

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

const keep = (event: KeyboardEvent) => {
  if (!kept || kept.until < Date.now() || isField(event.target)) {
    kept = null
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  // Enter is meant for the awaited field as well; the screen behind must not take it.
  if (event.key.length === 1) kept.text += event.key
  else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
  else if (event.key === 'Enter') kept.isEntered = true
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}
if (typeof window !== 'undefined') window.addEventListener('keydown', keep, { capture: true })

/** Stands where a field is being loaded. */
export const ExpectTyping = () => {
  useLayoutEffect(() => {
    kept = { ...handedOn, until: Date.now() + PATIENCE }
  }, [])
  return null
}

/**
 * Stands first in a part that has come: keys that no field took while it was drawn are nobody's, and the next keys are
 * its own.
 */
export const KeepNoTyping = () => {
  useLayoutEffect(() => {
    // A field that is awaited in it says so in the same breath.
    handedOn = kept ?? NOTHING
    queueMicrotask(() => {
      handedOn = NOTHING
    })
    kept = null
  }, [])
  return null
}

/** Takes the keys typed for the field that now stands, and tells whether Enter was pressed; once. */
export const takeKeys = (): Typed => {
  const { text, isEntered } = kept ?? NOTHING
  kept = null
  return { text, isEntered }
}

/** Takes the words typed for the field that now stands; once. */
export const takeTyped = () => takeKeys().text
