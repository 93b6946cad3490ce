import { useLayoutEffect, useRef } from 'react'

/**
 * For a popup's `initialFocus`. The library gives the focus a frame after the popup stands: what is typed within that frame
 * acts on what lies behind, and a key that has moved the focus within the popup is undone. It asks who is to have it in a
 * microtask, soon enough for no key to come between; so the focus is given there, and the library is told to leave it.
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
 * The same for what stands in a popup that cannot be told, or comes after it: in a microtask as well, so that the library has
 * seen who had the focus before.
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
