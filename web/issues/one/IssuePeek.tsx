import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useEditorStatus } from '../../editor/sync/useEditorStatus.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { keyOf } from '../acts/issueAddress.ts'
import { useLoadedIssue } from '../acts/useLoadedIssue.ts'
import { Composer } from './activity/Composer.tsx'
import { IssueControls } from './IssueControls.tsx'
import { IssueDetail } from './IssueDetail.tsx'
import { PeekFrame } from './PeekFrame.tsx'

type IssuePeekProps = {
  /** Its id or its key. */
  issueId: string
  place?: { at: number; of: number }
  onClose: () => void
  onPrevious?: () => void
  onNext?: () => void
  onExpand: () => void
}

export const IssuePeek = ({ issueId, onExpand, ...frame }: IssuePeekProps) => {
  const { status, people, onStatus } = useEditorStatus()
  const { issue, isMissing } = useLoadedIssue(issueId)
  const [, setAddress] = useSearchParams()
  const id = issue?.id ?? issueId
  // Named by its key it opens as well; the list beside it knows it by its id.
  useEffect(() => {
    if (id === issueId) return
    setAddress(
      address => {
        address.set('peekId', id)
        return address
      },
      { replace: true },
    )
  }, [id, issueId, setAddress])
  const { onClose, onPrevious, onNext } = frame
  useKeys({
    esc: onClose,
    j: { run: () => (onNext ? onNext() : false), label: 'Next issue', group: 'Issue' },
    k: { run: () => (onPrevious ? onPrevious() : false), label: 'Previous issue', group: 'Issue' },
    enter: { run: onExpand, label: 'Open as page', group: 'Issue' },
  })
  return (
    <PeekFrame
      {...frame}
      label={issue ? keyOf(issue) : 'Issue'}
      status={status}
      people={people}
      controls={issue && <IssueControls issue={issue} onExpand={onExpand} onGone={onClose} />}
      foot={issue && <Composer key={id} issue={issue} />}
    >
      {isMissing ? (
        <p className="py-8 text-ink-2">Issue not found. It was deleted, or it is not shared with you.</p>
      ) : (
        issue && <IssueDetail key={id} issueId={id} onStatus={onStatus} onGone={onClose} />
      )}
    </PeekFrame>
  )
}
