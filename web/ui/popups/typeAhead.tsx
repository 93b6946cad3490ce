/**
 * Keeps keys typed between asking for a field and its arrival for that field, instead of letting them act on the screen
 * behind.
 */
import { useLayoutEffect } from 'react'

const PATIENCE = 10_000
type Typed = { text: string; isEntered: boolean }
/** `passed`: since it was asked for, the focus has gone to a field, or to a control. */
let kept: (Typed & { until: number; passed?: 'field' | 'control' }) | null = null
const NOTHING: Typed = { text: '', isEntered: false }

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

const isControl = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches(
    'a[href], button, summary, [role="button"], [role^="menuitem"], [role="option"], [role="tab"]',
  )

/** The field has come, or something else has taken its place: a control that has the focus now is pressed by its own keys. */
const notePassing = ({ target }: FocusEvent) => {
  if (kept && isField(target)) kept.passed = 'field'
  else if (kept && isControl(target)) kept.passed ??= 'control'
}

const keep = (event: KeyboardEvent) => {
  if (!kept || kept.until < Date.now() || isField(event.target) || kept.passed === 'field') {
    kept = null
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const presses = event.key === 'Enter' || event.key === ' '
  // Behind words it is theirs.
  if (presses && kept.passed === 'control' && kept.text === '' && isControl(event.target)) return
  // Enter is meant for the awaited field as well; the screen behind must not take it.
  if (event.key.length === 1) kept.text += event.key
  else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
  else if (event.key === 'Enter') kept.isEntered = true
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', keep, { capture: true })
  window.addEventListener('focusin', notePassing, { capture: true })
}

/** Shown where a field is being loaded. */
export const ExpectTyping = () => {
  useLayoutEffect(() => {
    kept = { ...NOTHING, until: Date.now() + PATIENCE }
  }, [])
  return null
}

/** Takes the keys typed for the field that is now open, and says whether Enter was pressed; once. */
export const takeKeys = (): Typed => {
  const { text, isEntered } = kept ?? NOTHING
  kept = null
  return { text, isEntered }
}

/** Takes the words typed for the field that is now open; once. */
export const takeTyped = () => takeKeys().text
