import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { ExpectTyping } from './typeAhead.tsx'

type WhenLoadedProps = {
  /** The button that opens it. */
  trigger: ReactElement | undefined
  popup: 'menu' | 'dialog'
  /** It has been asked for by something else than its button. */
  open?: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /** What is loaded; `wanted` when the button was pressed before it had come, `shown` says what stands there until then. */
  children: (wanted: boolean, shown: { meanwhile: ReactNode; unhurried: boolean }) => ReactNode
}

/** The button stands at once, what it opens comes after the first screen; a press in between is not lost. */
export const WhenLoaded = ({ trigger, popup, open, onOpenChange, children }: WhenLoadedProps) => {
  const [wanted, setWanted] = useState(false)
  const press = () => {
    setWanted(true)
    onOpenChange?.(true)
  }
  const button = trigger as ReactElement<Record<string, unknown>> | undefined
  const alone =
    button && cloneElement(button, { onClick: press, 'aria-haspopup': popup, 'aria-expanded': wanted })
  const isAsked = wanted || open === true
  const meanwhile = (
    <>
      {alone}
      {isAsked && <ExpectTyping />}
    </>
  )
  return children(wanted, { meanwhile, unhurried: !isAsked })
}
