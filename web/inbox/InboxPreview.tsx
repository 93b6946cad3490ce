import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { isWaiting } from '#contract/work/intake.ts'
import { useEditorStatus } from '../editor/sync/useEditorStatus.ts'
import { useSender } from '../intake/useIntake.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { useLoadedIssue } from '../issues/acts/useLoadedIssue.ts'
import { LastLooked, type Looked } from '../issues/fields/lastLooked.ts'
import { Composer } from '../issues/one/activity/Composer.tsx'
import { IssueControls } from '../issues/one/IssueControls.tsx'
import { IssueDetail } from '../issues/one/IssueDetail.tsx'
import { Presence } from '../ui/marks/Presence.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import type { Group } from './inbox.ts'
import { markRead } from './inboxActions.ts'
import { PagePreview } from './PagePreview.tsx'
import { Pane, type PreviewProps } from './PreviewPane.tsx'
import { WaitingRequest } from './WaitingRequest.tsx'
import { wasThen } from './wasBefore.ts'

/** An open group is read, and so is news that comes while it is open; one marked as unread again stays so. */
const useReading = ({ latest, rows }: Group) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once with each that arrives, not with each that changes
  useEffect(() => markRead(rows), [latest.id])
}

/** When its person last read something of it; with nothing read, all that waits is new. */
const lookedAt = ({ rows, unread }: Group): Looked | null => {
  if (unread === 0) return null
  const read = rows
    .flatMap(row => row.read_at ?? [])
    .sort()
    .at(-1)
  if (read) return { at: read, known: true }
  const first = rows.findLast(row => row.read_at === null)
  return first ? { at: new Date(Date.parse(first.created_at) - 1).toISOString(), known: false } : null
}

export const InboxPreview = (props: PreviewProps) => {
  // As it was when it was opened: from then on it is read.
  const [opened] = useState(() => lookedAt(props.group))
  const { rows } = props.group
  const looked = useMemo(() => opened && { ...opened, was: wasThen(rows, opened.at) }, [opened, rows])
  useReading(props.group)
  return (
    <LastLooked value={looked}>
      {props.group.of === 'import' ? (
        <ImportPreview {...props} />
      ) : props.group.of === 'page' ? (
        <PagePreview {...props} />
      ) : (
        <OfIssue {...props} />
      )}
    </LastLooked>
  )
}

const OfIssue = (props: PreviewProps) => {
  const { id } = props.group
  const go = useNavigate()
  const { status, people, onStatus } = useEditorStatus()
  const { issue, isMissing } = useLoadedIssue(id)
  const sender = useSender(id)
  return (
    <Pane
      {...props}
      label={issue ? keyOf(issue) : 'Issue'}
      controls={
        <>
          {status && <span className="mr-2 text-12 text-ink-3 max-desk:hidden">{status}</span>}
          <Presence people={people} />
          {issue && (
            <IssueControls issue={issue} onExpand={() => void go(addressOf(issue))} onGone={props.onClose} />
          )}
        </>
      }
      foot={issue && <Composer key={id} issue={issue} />}
    >
      {isMissing ? (
        <p className="py-8 text-ink-2">Issue not found. It was deleted, or it is not shared with you.</p>
      ) : (
        issue && (
          <>
            {isWaiting(issue) && <WaitingRequest key={`request ${id}`} issue={issue} />}
            <IssueDetail
              key={id}
              issueId={id}
              visitor={sender?.name}
              onStatus={onStatus}
              onGone={props.onClose}
            />
          </>
        )
      )}
    </Pane>
  )
}
