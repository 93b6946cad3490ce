import { useState } from 'react'
import { useRow } from '../data/rows.ts'
import { useKeys } from '../shell/keyboard.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/Toast.tsx'
import { type EditorPerson, IssueDetail } from './IssueDetail.tsx'
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

export const IssuePeek = ({ issueId, ...frame }: IssuePeekProps) => {
  const [status, setStatus] = useState('')
  const [people, setPeople] = useState<EditorPerson[]>([])
  const found = useLoadedIssue(issueId)
  const issue = useRow('issue', issueId)
  const project = useRow('project', issue?.project_id)
  useKeys({ esc: frame.onClose })
  const copy = async () => {
    await navigator.clipboard.writeText(location.href)
    toast.fact('Link copied')
  }
  return (
    <PeekFrame
      {...frame}
      label={issue && project ? `${project.identifier}-${issue.sequence_id}` : 'Issue'}
      status={status}
      people={people}
      controls={<IconButton icon={'link' as never} label="Copy link" onClick={() => void copy()} />}
    >
      {found === 'missing' ? (
        <p className="py-8 text-ink-2">
          This issue is not there: it was deleted, or it is not shared with you.
        </p>
      ) : (
        issue && (
          <IssueDetail
            issueId={issueId}
            onStatus={(next, here) => {
              setStatus(next)
              setPeople(here)
            }}
          />
        )
      )}
    </PeekFrame>
  )
}
