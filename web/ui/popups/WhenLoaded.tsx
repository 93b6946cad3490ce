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
import { ExpectTyping } from './typeAhead.tsx'

type WhenLoadedProps = {
  /** The button that opens it. */
  trigger: ReactElement | undefined
  popup: 'menu' | 'dialog'
  /** It has been asked for by something else than its button. */
  open?: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /**
   * The loaded part; `wanted` when the button was pressed before it had come, `waiting` to stand there until then, `button`
   * for the one that stands there afterwards.
   */
  children: (wanted: boolean, waiting: ReactNode, button: RefCallback<HTMLElement>) => ReactNode
}

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

/** The button stands at once, its popup comes after the first screen; a press in between is not lost. */
export const WhenLoaded = ({ trigger, popup, open, onOpenChange, children }: WhenLoadedProps) => {
  const [wanted, setWanted] = useState(false)
  const press = () => {
    setWanted(true)
    onOpenChange?.(true)
  }
  const ref = useHeldFocus()
  const button = trigger as ReactElement<Record<string, unknown>> | undefined
  const both = useBoth(ref, button?.props.ref as Ref<HTMLElement> | undefined)
  const alone =
    button &&
    cloneElement(button, { ref: both, onClick: press, 'aria-haspopup': popup, 'aria-expanded': wanted })
  const waiting = (
    <>
      {alone}
      {(wanted || open) && <ExpectTyping />}
    </>
  )
  return children(wanted, waiting, ref)
}
