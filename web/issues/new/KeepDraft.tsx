import { useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'

type KeepDraftProps = { isDraft: boolean; onKeep: () => void; onDiscard: () => void; onBack: () => void }

/** Before something written is left: one question, however it is left. */
export const KeepDraft = ({ isDraft, onKeep, onDiscard, onBack }: KeepDraftProps) => {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={open => open || onBack()}
      title={isDraft ? 'Save your changes?' : 'Save as a draft?'}
      text="Drafts are yours alone until they become issues."
      initialFocus={first}
      actions={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
          <span className="flex-1" />
          <Button onClick={onBack}>Keep editing</Button>
          <Button ref={first} variant="primary" onClick={onKeep}>
            Save draft
          </Button>
        </>
      }
    />
  )
}
