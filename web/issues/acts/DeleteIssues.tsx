import { useRef } from 'react'
import { getRow } from '../../data/rows.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { deleteIssues, mayDelete } from './issueLife.ts'

type DeleteIssuesProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Many at once: how many it is, before it happens. It can still be undone. */
export const DeleteIssues = ({ ids, onClose, onDone }: DeleteIssuesProps) => {
  const first = useRef<HTMLButtonElement>(null)
  const issues = ids.flatMap(id => getRow('issue', id) ?? [])
  const own = issues.filter(mayDelete)
  const left = issues.length - own.length
  const what = own.length === 1 ? '1 issue' : `${own.length.toLocaleString()} issues`
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={`Delete ${what}?`}
      text={`Sub-issues go with them. You can undo this.${left > 0 ? ` ${left.toLocaleString()} that you may not delete stay.` : ''}`}
      initialFocus={first}
      actions={
        <Answers
          onCancel={onClose}
          ref={first}
          variant="danger"
          icon="trash-2"
          onClick={() => {
            onClose()
            deleteIssues(issues)
            onDone()
          }}
        >
          Delete {what}
        </Answers>
      }
    />
  )
}
