import { useRow } from '../data/rows.ts'
import { useEditorStatus } from '../editor/useEditorStatus.ts'
import { useKeys } from '../shell/keyboard.ts'
import { IssueDetail } from './IssueDetail.tsx'
import { keyOf } from './issueAddress.ts'
import { Composer } from './parts/Composer.tsx'
import { IssueControls } from './parts/IssueControls.tsx'
import { PeekFrame } from './parts/PeekFrame.tsx'
import { useLoadedIssue } from './useLoadedIssue.ts'

type IssuePeekProps = {
  issueId: string
  place?: { at: number; of: number }
  onClose: () => void
  onPrevious?: () => void
  onNext?: () => void
  onExpand: () => void
}

export const IssuePeek = ({ issueId, onExpand, ...frame }: IssuePeekProps) => {
  const { status, people, onStatus } = useEditorStatus()
  const found = useLoadedIssue(issueId)
  const issue = useRow('issue', issueId)
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
      foot={issue && <Composer key={issueId} issue={issue} />}
    >
      {found === 'missing' ? (
        <p className="py-8 text-ink-2">
          This issue is not there: it was deleted, or it is not shared with you.
        </p>
      ) : (
        issue && <IssueDetail issueId={issueId} onStatus={onStatus} />
      )}
    </PeekFrame>
  )
}
