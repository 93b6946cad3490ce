import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { ExpectTyping } from './typeAhead.tsx'

type WhenLoadedProps = {
  /** The button that opens it. */
  trigger: ReactElement | undefined
  popup: 'menu' | 'dialog'
  /** It has been asked for by something else than its button. */
  open?: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /** The loaded part; `wanted` when the button was pressed before it had come, `waiting` to stand there until then. */
  children: (wanted: boolean, waiting: ReactNode) => ReactNode
}

/** The button stands at once, its popup comes after the first screen; a press in between is not lost. */
export const WhenLoaded = ({ trigger, popup, open, onOpenChange, children }: WhenLoadedProps) => {
  const [wanted, setWanted] = useState(false)
  const press = () => {
    setWanted(true)
    onOpenChange?.(true)
  }
  const button = trigger as ReactElement<Record<string, unknown>> | undefined
  const alone =
    button && cloneElement(button, { onClick: press, 'aria-haspopup': popup, 'aria-expanded': wanted })
  const waiting = (
    <>
      {alone}
      {(wanted || open) && <ExpectTyping />}
    </>
  )
  return children(wanted, waiting)
}
