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
