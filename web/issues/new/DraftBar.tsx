import { useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { isReady } from './draftActions.ts'
import type { DraftSelection } from './useDraftSelection.ts'

/** The actions on the selected drafts. */
export const DraftBar = ({ selection, chosen, known, publish, remove }: DraftSelection) => (
  <div className="pointer-events-none absolute inset-x-2 bottom-4 flex justify-center">
    <div
      role="toolbar"
      aria-label="Selected drafts"
      className="floats pointer-events-auto flex h-11 items-center gap-1 rounded-dialog pr-2 pl-4"
    >
      <span role="status" className="num font-medium">
        {chosen.length} selected
      </span>
      <IconButton icon="x" label="Clear selection" keys="esc" onClick={selection.clear} />
      <Button onClick={() => publish(chosen)} disabled={!known(chosen).every(isReady)}>
        Add to project
      </Button>
      <Button variant="danger" icon="trash-2" keys="#" onClick={() => remove(chosen)}>
        Delete
      </Button>
    </div>
  </div>
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
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button ref={button} variant="danger" icon="trash-2" onClick={confirm}>
            Delete {asking.length} drafts
          </Button>
        </>
      }
    />
  )
}
