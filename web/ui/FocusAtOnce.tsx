import { useLayoutEffect, useRef } from 'react'

/**
 * The library gives the focus a frame after a popup stands; what is typed within that frame would act on what lies behind.
 * A microtask is soon enough for no key to come between, and late enough for the library to have seen who had the focus
 * before.
 */
export const FocusAtOnce = ({ at }: { at: () => HTMLElement | null | undefined }) => {
  const find = useRef(at)
  useLayoutEffect(() => queueMicrotask(() => find.current()?.focus({ preventScroll: true })), [])
  return null
}
