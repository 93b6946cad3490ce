import { useRef } from 'react'
import { SelectionBar } from '../../shell/SelectionBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { isReady } from './draftActions.ts'
import type { DraftSelection } from './useDraftSelection.ts'

/** The actions on the selected drafts. */
export const DraftBar = ({ selection, chosen, known, publish, remove }: DraftSelection) => (
  <SelectionBar what="drafts" count={chosen.length} onClear={selection.clear}>
    <Button onClick={() => publish(chosen)} disabled={!known(chosen).every(isReady)}>
      Add to project
    </Button>
    <Button variant="danger" icon="trash-2" keys="#" onClick={() => remove(chosen)}>
      Delete
    </Button>
  </SelectionBar>
)

/** The question before many are deleted. */
export const DeleteDrafts = ({ asking, cancel, confirm }: DraftSelection) => {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onOpenChange={open => open || cancel()}
      title={`Delete ${asking.length} drafts?`}
      text="You can undo this."
      initialFocus={button}
      actions={
        <Answers onCancel={cancel} ref={button} variant="danger" icon="trash-2" onClick={confirm}>
          Delete {asking.length} drafts
        </Answers>
      }
    />
  )
}
