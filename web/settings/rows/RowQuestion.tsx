import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'

type RowQuestionProps = {
  /** The words of the button that does it. */
  action: string
  /** Below the question: what follows from it. */
  text?: ReactNode
  children: ReactNode
  onCancel: () => void
  onGo: () => void
}

/** The question below a row that goes. Left by Escape or Cancel it gives the focus back to what asked it. */
export const RowQuestion = ({ action, text, children, onCancel, onGo }: RowQuestionProps) => {
  const [asker] = useState(() => document.activeElement)
  const cancel = () => {
    if (asker instanceof HTMLElement) asker.focus()
    onCancel()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no form of its own
    <div
      role="group"
      aria-label={action}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        cancel()
      }}
      className="px-2 pb-2 md:pl-8"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {children}
        <span className="flex-1" />
        <Button autoFocus onClick={cancel} className="max-md:h-11">
          Cancel
        </Button>
        <Button variant="danger" onClick={onGo} className="bg-raised max-md:h-11">
          {action}
        </Button>
      </div>
      {text && <p className="text-12 text-ink-2">{text}</p>}
    </div>
  )
}
