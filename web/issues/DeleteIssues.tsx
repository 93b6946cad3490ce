import { useRef } from 'react'
import { getRow } from '../data/rows.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { deleteIssues } from './issueLife.ts'

type DeleteIssuesProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Many at once: how many it is, before it happens. It can still be undone. */
export const DeleteIssues = ({ ids, onClose, onDone }: DeleteIssuesProps) => {
  const first = useRef<HTMLButtonElement>(null)
  const count = ids.length.toLocaleString()
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={`Delete ${count} issues?`}
      text="Their sub-issues go with them. Undo brings all of them back."
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={first}
            variant="danger"
            icon="trash-2"
            onClick={() => {
              onClose()
              deleteIssues(ids.flatMap(id => getRow('issue', id) ?? []))
              onDone()
            }}
          >
            Delete {count} issues
          </Button>
        </>
      }
    />
  )
}
