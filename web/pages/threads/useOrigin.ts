import { useRef } from 'react'
import type { OpenText } from '../../editor/DocumentEditor.tsx'

/** Where the focus came from, and goes back to: the text, or the button that opened the threads. */
export const useOrigin = (open: OpenText | null) => {
  const origin = useRef<Element | null>(null)
  const comeFrom = () => {
    const { activeElement } = document
    if (!activeElement?.closest('[data-talk]')) origin.current = activeElement
  }
  const goBack = () => {
    const to = origin.current
    if (open && to === open.editor.view.dom) open.editor.view.focus()
    else if (to instanceof HTMLElement) to.focus()
  }
  return { comeFrom, goBack }
}
