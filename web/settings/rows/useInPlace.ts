import { type KeyboardEvent, useRef, useState } from 'react'

type InPlace<Field> = {
  /** The field that F2 edits. */
  first: Field
  mayEdit?: boolean
  mayStep?: boolean
  onStep: (by: -1 | 1) => void
}

/** A row whose fields are edited in place, and which keys move. Its menu has the focus once the field is closed. */
export const useInPlace = <Field extends string>({
  first,
  mayEdit = true,
  mayStep = true,
  onStep,
}: InPlace<Field>) => {
  const [edited, setEdited] = useState<Field | null>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const press = (event: KeyboardEvent) => {
    if (!mayEdit || edited) return
    if (event.key === 'F2') setEdited(first)
    else if (mayStep && event.altKey && event.key === 'ArrowUp') onStep(-1)
    else if (mayStep && event.altKey && event.key === 'ArrowDown') onStep(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => {
    setEdited(null)
    requestAnimationFrame(() => menu.current?.focus())
  }
  return { edited, edit: setEdited, end, press, menu }
}
