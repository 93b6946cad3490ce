import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type IntakeIssue, isUndecided, statusNow } from '#contract/work/intake.ts'
import { ACCEPTED, DUPLICATE, SNOOZED } from '#contract/work/intakeStatus.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useClock } from '../data/clock.ts'
import { useLive } from '../data/live.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { DescriptionEditor } from '../editor/DescriptionEditor.tsx'
import type { EditorPerson } from '../editor/sync/presence.ts'
import { addressOf, keyOf } from '../issues/acts/issueAddress.ts'
import { useSimilar } from '../issues/acts/similar.ts'
import { Attachments } from '../issues/one/Attachments.tsx'
import { ActivitySection } from '../issues/one/activity/ActivitySection.tsx'
import { Composer } from '../issues/one/activity/Composer.tsx'
import { IssueTitle } from '../issues/one/IssueTitle.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { useWide } from '../ui/viewport.ts'
import { Duplicates } from './Duplicates.tsx'
import { doneWords, putBack } from './decisions.ts'
import { Fields } from './Fields.tsx'
import { statusIcons, statusNames } from './intakeList.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { Brought, useWhen } from './RequestRow.tsx'
import { loadRequest, useSender } from './useIntake.ts'
import { wakeText } from './wakeText.ts'

/** The decision and its author: also one that somebody else has taken under the reader's eyes. */
const Outcome = ({ row, mayDecide }: { row: IntakeIssue; mayDecide: boolean }) => {
  const by = useRow('user', row.updated_by)
  const issue = useRow('issue', row.issue)
  const original = useRow('issue', row.duplicate_to)
  const when = useWhen()
  return (
    <Banner
      icon={statusIcons[row.status] ?? 'check'}
      action={
        <span className="flex items-center gap-1">
          {mayDecide && <Button onClick={() => putBack(row)}>Reopen</Button>}
          {row.status === ACCEPTED && issue && (
            <Link
              to={addressOf(issue)}
              className="flex h-7 items-center rounded-control bg-press px-2 text-ink hover:brightness-[.97]"
            >
              Open issue
            </Link>
          )}
        </span>
      }
    >
      {by?.display_name ?? 'Somebody'} {doneWords[row.status]?.replace('marked', 'marked this')}
      {row.status === DUPLICATE && original ? (
        <>
          {' of '}
          <Link to={addressOf(original)} className="num underline">
            {keyOf(original)}
          </Link>
        </>
      ) : (
        row.status !== DUPLICATE && ' this'
      )}
      , {when(row.updated_at)}.
    </Banner>
  )
}

const Head = ({ row, issue, now }: { row: IntakeIssue; issue: Issue; now: number }) => {
  const when = useWhen()
  const { today } = useClock()
  const status = statusNow(row, now)
  const sender = useSender(row.id)
  return (
    <>
      <div className="mt-1 flex h-5 items-center gap-1.5 text-12 text-ink-3 max-md:hidden">
        <StateIcon
          group={isUndecided(row) ? 'backlog' : issue.state__group}
          label={statusNames[status]}
          size={14}
        />
        <span className="num">{keyOf(issue)}</span>
        <span aria-hidden="true">·</span>
        <span>
          {status === SNOOZED && row.snoozed_till
            ? `snoozed until ${wakeText(row.snoozed_till, today)}`
            : isUndecided(row)
              ? `waiting since ${when(issue.created_at)}`
              : statusNames[status]}
        </span>
      </div>
      <div className="mt-1 mb-2">
        <Title row={row} issue={issue} />
      </div>
      <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-ink-2 [&>span:nth-child(2)]:font-medium [&>span:nth-child(2)]:text-ink">
        <Brought row={row} />
        <span>{row.source === 'FORM' ? 'through the public form' : 'in the project'}</span>
        {sender?.email && <span className="text-12 text-ink-3">{sender.email}</span>}
      </div>
    </>
  )
}

const useMayEdit = (row: IntakeIssue) =>
  useMay()('intake.update', row, { workspace: row.workspace, project: row.project }) && isUndecided(row)

const Title = ({ row, issue }: { row: IntakeIssue; issue: Issue }) => (
  <IssueTitle issue={issue} readOnly={!useMayEdit(row)} />
)

type RequestProps = {
  id: string
  now: number
  replying: boolean
  onReplying: (open: boolean) => void
  onDecline: (reply?: string) => void
  onSame: (id: string) => void
  onStatus: (status: string, people: EditorPerson[]) => void
  mayDecide: boolean
}

/** One request: its words, its sender, and the facts for a decision. */
export const Request = (props: RequestProps) => {
  const { id, now, replying, onReplying, onDecline, onSame, onStatus, mayDecide } = props
  const row = useRow('intake_issue', id)
  const issue = useRow('issue', id)
  if (!row || !issue)
    return (
      <div className="flex flex-col gap-3 px-8 pt-4 max-md:px-4">
        <Skeleton className="h-7 w-80 max-w-full" />
        <Skeleton className="h-4 w-120 max-w-full" />
        <Skeleton className="h-4 w-100 max-w-full" />
      </div>
    )
  return <Whole {...{ row, issue, now, replying, onReplying, onDecline, onSame, onStatus, mayDecide }} />
}

const Whole = ({
  row,
  issue,
  now,
  ...props
}: Omit<RequestProps, 'id'> & { row: IntakeIssue; issue: Issue }) => {
  const { replying, onReplying, onDecline, onSame, onStatus, mayDecide } = props
  const box = useRef<HTMLDivElement>(null)
  const { loads, status } = useLive()
  const wide = useWide()
  const mayDo = useMay()
  const place = { workspace: row.workspace, project: row.project }
  const mayEdit = useMayEdit(row)
  const isOpen = isUndecided(row)
  const similar = useSimilar(issue)
  const sender = useSender(row.id)
  const person = useRow('user', row.created_by)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each snapshot
  useEffect(() => {
    // The row in the list is enough to read; its details are asked again when the next one is opened.
    if (status === 'live') loadRequest(row.project, row.id).catch(() => {})
  }, [row.project, row.id, row.duplicate_to, loads, status])
  const duplicates = isOpen && (
    <Duplicates name={issue.name} similar={similar} {...(mayDecide ? { onSame } : {})} />
  )
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_280px]">
      <div className="flex min-h-0 flex-col">
        <div
          ref={box}
          className="min-h-0 flex-1 overflow-y-auto bg-bg pt-2 pr-6 pb-6 pl-8 max-md:px-4 max-md:pt-0"
        >
          {!isOpen && (
            <div className="mb-3">
              <Outcome row={row} mayDecide={mayDecide} />
            </div>
          )}
          <Head row={row} issue={issue} now={now} />
          <div className="mt-3 max-w-170">
            <DescriptionEditor
              name={`issue.${issue.id}`}
              issue={issue}
              mayWrite={mayEdit}
              onStatus={onStatus}
            />
          </div>
          <div className="mt-3">
            <Fields
              issue={issue}
              mayEdit={mayEdit && mayDo('issue.updateFields', issue, place)}
              title={isOpen ? 'When accepted' : 'Properties'}
            />
          </div>
          <div className="mt-3 -ml-2">
            <Attachments issue={issue} box={box} readOnly={!mayEdit} />
          </div>
          {!wide && <div className="mt-3">{duplicates}</div>}
          <div className="mt-3">
            <ActivitySection issue={issue} visitor={row.source === 'FORM' ? sender?.name : undefined} />
          </div>
        </div>
        {replying && isOpen && mayDecide ? (
          <ReplyBox
            id={row.id}
            projectId={row.project}
            name={sender?.name ?? person?.display_name ?? 'whoever sent it'}
            email={sender?.email ?? null}
            onDecline={onDecline}
            onClose={() => onReplying(false)}
          />
        ) : (
          <div className="flex-none pr-6 pb-5 pl-8 max-md:hidden">
            <Composer issue={issue} />
          </div>
        )}
      </div>
      {wide && (
        <aside aria-label="Likely duplicates" className="min-h-0 overflow-y-auto py-3 pr-4 pl-2">
          {duplicates}
        </aside>
      )}
    </div>
  )
}

/** Why somebody sees no buttons. */
export const MayNotDecide = () => (
  <span className="flex items-center gap-1.5 text-12 text-ink-3">
    <Icon name="lock" size={14} />
    Admins of the project decide
  </span>
)
