/**
 * People who work by keys have a place on the screen. Where the thing with the focus goes away, and nothing else takes the
 * focus, whatever is in its place takes it; where nothing does, the screen as a whole.
 */
import { useEffect } from 'react'
import { MAIN } from '../ui/nowhere.ts'
import { isPopupOpen } from '../ui/popups/isPopupOpen.ts'

// Never a field, nor a toast: the next key is meant for the screen. The one would take it as a letter, the other take back
// what was just done.
const FOCUSABLE =
  ':is(a[href], button, [tabindex="0"]):not(:disabled, input, textarea, select, [contenteditable="true"], [aria-hidden="true"] *, [data-toast] *)'

/** Where something was: its elements from within outwards, each with those that followed it. */
type Spot = { element: Element; after: readonly Element[] }

const followersOf = (element: Element): Element[] => {
  const all = [...(element.parentElement?.children ?? [])]
  return all.slice(all.indexOf(element) + 1)
}

const spotsOf = (target: Element, main: Element): Spot[] => {
  const spots: Spot[] = []
  for (let at: Element | null = target; at && at !== main; at = at.parentElement)
    spots.push({ element: at, after: followersOf(at) })
  return spots
}

const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

const firstIn = (element: Element): HTMLElement | undefined =>
  [...(element.matches(FOCUSABLE) ? [element] : []), ...element.querySelectorAll(FOCUSABLE)].find(isSeen) as
    | HTMLElement
    | undefined

/** The first thing in or behind the place of what has gone, from within outwards; at last the screen as a whole. */
const heirOf = (spots: readonly Spot[]): HTMLElement | null => {
  for (const { element, after } of spots) {
    if (element.isConnected) {
      const within = firstIn(element)
      if (within) return within
    }
    const next = after.filter(one => one.isConnected).flatMap(one => firstIn(one) ?? [])[0]
    if (next) return next
  }
  return document.getElementById(MAIN)
}

/** So often it is looked at, and no longer than this after the last key. */
const LOOK_MS = 200
/** For longer than these looks a popup or a list does not take to give the focus on by itself. */
const LOOKS = 4
const KEYS_MS = 30_000

export const useKeptFocus = () =>
  useEffect(() => {
    let spots: readonly Spot[] = []
    let [timer, until, lost] = [0, 0, 0]
    // A popup has the focus from the screen as a whole; as it closes, its library would pass it to the first link there.
    let isLent = false
    const note = ({ target, relatedTarget }: FocusEvent) => {
      const main = document.getElementById(MAIN)
      if (!main || !(target instanceof Element)) return
      const isWithin = main.contains(target)
      const isBack = isLent && target === firstIn(main)
      isLent = !isWithin && (isLent || relatedTarget === main)
      if (isBack) main.focus({ preventScroll: true })
      else if (isWithin && target !== main) spots = spotsOf(target, main)
    }
    const stop = () => {
      clearInterval(timer)
      timer = 0
      lost = 0
    }
    const look = () => {
      if (performance.now() > until) return stop()
      lost = document.activeElement !== document.body || isPopupOpen() ? 0 : lost + 1
      if (lost > LOOKS) heirOf(spots)?.focus({ preventScroll: true })
    }
    const wait = () => {
      until = performance.now() + KEYS_MS
      timer ||= window.setInterval(look, LOOK_MS)
    }
    const away = new AbortController()
    const { signal } = away
    const early = { capture: true, signal }
    document.addEventListener('focusin', note, { signal })
    document.addEventListener('keydown', wait, early)
    // A person with a pointer may leave everything.
    document.addEventListener('pointerdown', stop, early)
    return () => {
      stop()
      away.abort()
    }
  }, [])
