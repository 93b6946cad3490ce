import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  useCallback,
  useRef,
  useState,
} from 'react'

/**
 * The button is made anew with its popup, and the new one takes the focus that the former had: a dialog around it, which
 * sees the focus go nowhere, would take it a frame later from the popup, and the popup could not give it back.
 */
const useHeldFocus = (): RefCallback<HTMLElement> => {
  const had = useRef(false)
  return useCallback(button => {
    if (!button) return
    if (had.current) button.focus({ preventScroll: true })
    had.current = false
    return () => {
      had.current = document.activeElement === button
    }
  }, [])
}

/** The held focus of a button that has a reference of its own, too. */
const useBoth = (
  held: RefCallback<HTMLElement>,
  own: Ref<HTMLElement> | undefined,
): RefCallback<HTMLElement> =>
  useCallback(
    button => {
      const letGo = held(button)
      const give = (element: HTMLElement | null) => {
        if (typeof own === 'function') own(element)
        else if (own) own.current = element
      }
      give(button)
      return () => {
        give(null)
        letGo?.()
      }
    },
    [held, own],
  )

type OncePressedProps = {
  /** The button that opens it; without one the popup is opened by what draws it. */
  trigger: ReactElement | undefined
  popup: 'menu' | 'dialog'
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /** The popup with its button, which gets the reference; `isPressed`: it opens at once. */
  children: (isPressed: boolean, button: RefCallback<HTMLElement>) => ReactNode
}

/**
 * A popup is made with the first press of its button: a screen has dozens of them, and to make them all takes its first rows
 * 100 ms and more.
 */
export const OncePressed = ({ trigger, popup, open, onOpenChange, children }: OncePressedProps) => {
  const [isPressed, setPressed] = useState(false)
  const ref = useHeldFocus()
  const button = trigger as ReactElement<Record<string, unknown>> | undefined
  const both = useBoth(ref, button?.props.ref as Ref<HTMLElement> | undefined)
  if (!button || isPressed || open) return children(isPressed, ref)
  const press = () => {
    setPressed(true)
    onOpenChange?.(true)
  }
  return cloneElement(button, { ref: both, onClick: press, 'aria-haspopup': popup, 'aria-expanded': false })
}
