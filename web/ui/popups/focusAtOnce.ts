import { useLayoutEffect, useRef } from 'react'

/**
 * For a popup's `initialFocus`. The library moves the focus a frame after the popup opens: a key within that frame
 * acts on the screen behind, and a key that moved the focus within the popup is undone. It asks for the first focus in
 * a microtask, soon enough for no key to come between; so the focus moves there, and the library is asked to leave it.
 */
export const focusAtOnce = (find: () => HTMLElement | null | undefined) => (): boolean => {
  const wanted = find()
  if (!wanted) return true
  // It asks again when its parts change; by then someone may be elsewhere in it.
  if (!wanted.closest('[role=dialog], [role=alertdialog]')?.contains(document.activeElement))
    wanted.focus({ preventScroll: true })
  return false
}

/**
 * The same for an element that a popup cannot be given, or that comes after it: in a microtask as well, so that the
 * library has seen the former focus.
 */
export const useFocusAtOnce = (find: () => HTMLElement | null | undefined) => {
  const asked = useRef(find)
  useLayoutEffect(
    () =>
      queueMicrotask(() => {
        const wanted = asked.current()
        if (wanted && !wanted.contains(document.activeElement)) wanted.focus({ preventScroll: true })
      }),
    [],
  )
}
