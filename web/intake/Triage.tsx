import { useLayoutEffect, useState } from 'react'
import { isUndecided } from '#contract/work/intake.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { useEditorStatus } from '../editor/sync/useEditorStatus.ts'
import { IssueSearch } from '../issues/acts/IssueSearch.tsx'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { useHeading } from '../places/heading.ts'
import { useTitle } from '../places/title.ts'
import { Header, HeaderButton } from '../shell/Header.tsx'
import { type AddressChange, useListAddress } from '../shell/list/address.ts'
import { narrowed } from '../shell/list/filters.ts'
import { Button } from '../ui/controls/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { useNarrow } from '../ui/viewport.ts'
import { AcceptForm } from './AcceptForm.tsx'
import { DetailHead } from './DetailHead.tsx'
import { useIntakeFilters } from './IntakeFilters.tsx'
import { OPEN_REQUEST, readList } from './intakeList.ts'
import { ListPane } from './ListPane.tsx'
import { NewRequest } from './NewRequest.tsx'
import { Request } from './Request.tsx'
import { BulkRequests, Snoozing, TriageFoot } from './TriageBar.tsx'
import { useFormAddress } from './useFormAddress.ts'
import { useClosedTotal, useIntake } from './useIntake.ts'
import { type TriageVerbs, useTriage } from './useTriage.ts'
import { useWaitingAt } from './waiting.ts'

type Project = RowTypes['project']

/** The list and the open request, both in the address. */
const useAddress = () => {
  const [address, change] = useListAddress()
  return {
    address,
    item: address.get(OPEN_REQUEST),
    // In another list another one is open.
    change: (patch: AddressChange) => change({ ...patch, [OPEN_REQUEST]: null }),
    open: (item: string | null) => change({ [OPEN_REQUEST]: item }),
  }
}

const Nobody = ({ onNew, anchor }: { onNew: (() => void) | null; anchor: string | null }) => (
  <EmptyState
    drawing={<ListDrawing />}
    title="Nobody is waiting"
    actions={
      <>
        {onNew && (
          <Button variant="primary" size="large" keys="c" onClick={onNew}>
            New request
          </Button>
        )}
        {anchor && (
          <Button variant="neutral" size="large" icon="link" onClick={() => void copyText(anchor, 'Link')}>
            Copy form link
          </Button>
        )}
      </>
    }
  >
    Requests from the team and visitors are sorted here before they become issues.
  </EmptyState>
)

type TriageHeaderProps = { pending: number; address: string | null; onNew: (() => void) | null }

const TriageHeader = ({ pending, address, onNew }: TriageHeaderProps) => {
  const heading = useHeading()
  return (
    <Header
      {...heading}
      line
      {...(pending > 0 ? { count: pending } : {})}
      controls={
        <>
          {address && (
            <a href={address} target="_blank" rel="noreferrer" className="rounded-control">
              <HeaderButton icon="globe" tabIndex={-1}>
                Public form
              </HeaderButton>
            </a>
          )}
          {onNew && (
            <HeaderButton icon="plus" keys="c" onClick={onNew}>
              New request
            </HeaderButton>
          )}
        </>
      }
    />
  )
}

type OpenRequestProps = {
  at: string | null
  verbs: TriageVerbs
  mayDecide: boolean
  narrow: boolean
  now: number
  /** The words where none is open. */
  none: string | null
  onBack: () => void
}

/** The request that is open, with all that decides about it. */
const OpenRequest = ({ at, verbs, mayDecide, narrow, now, none, onBack }: OpenRequestProps) => {
  const issue = useRow('issue', at)
  const { status, onStatus } = useEditorStatus()
  return (
    <section
      aria-label={issue ? keyOf(issue) : 'Request'}
      className="flex min-h-0 min-w-0 flex-col border-line md:border-l"
    >
      {at ? (
        <>
          <DetailHead id={at} verbs={verbs} mayDecide={mayDecide} status={status} onBack={onBack} />
          <Request
            key={at}
            id={at}
            now={now}
            mayDecide={mayDecide}
            replying={verbs.asking === 'reply'}
            onReplying={replying => verbs.setAsking(replying ? 'reply' : null)}
            onDecline={verbs.decline}
            onSame={verbs.same}
            onStatus={onStatus}
          />
          {narrow && mayDecide && verbs.asking !== 'reply' && <OpenFoot id={at} verbs={verbs} />}
        </>
      ) : (
        none && <p className="m-auto px-8 text-ink-2">{none}</p>
      )}
    </section>
  )
}

/** Requests beside the one that is open, and the decisions about it. */
export const Triage = ({ project }: { project: Project }) => {
  const { address, item, change, open } = useAddress()
  const list = readList(address)
  const narrowing = narrowed(useIntakeFilters(project.id, useClock()), address, change)
  const narrow = useNarrow()
  const mayDo = useMay()
  const intake = useIntake(project.id, list, narrowing)
  const waiting = useWaitingAt()[project.id]
  const pending = waiting?.pending ?? 0
  const closed = useClosedTotal(project.id, `${pending} ${waiting?.snoozed ?? 0}`)
  const form = useFormAddress(project.id)
  const [creating, setCreating] = useState(false)
  const place = { workspace: project.workspace, project: project.id }
  const mayDecide = mayDo('intake.decide', {}, place)
  const onNew = mayDo('intake.create', {}, place) && form.isInApp ? () => setCreating(true) : null
  const first = intake.shown[0]?.row.id ?? null
  // On a phone one pane at a time: the list, until somebody opens one.
  const at = item ?? (narrow ? null : first)
  // The first opens by itself, and stays open whatever others decide about it. Before the next key is handled: after a
  // decision on it this would call it back, in place of the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that has nothing open
  useLayoutEffect(() => {
    if (!narrow && !item && first) open(first)
  }, [narrow, item, first])
  const verbs = useTriage({ intake, at, onOpen: open, mayDecide, onNew })
  const issue = useRow('issue', at)
  useTitle(at && issue ? issue.name : 'Intake', project.name)
  const onOpen = useSteady((id: string) => open(id))
  const onSelect = useSteady(verbs.select)
  const isIdle =
    intake.status === 'ready' &&
    intake.shown.length === 0 &&
    intake.others.length === 0 &&
    list.tab === 'open' &&
    !closed &&
    !item &&
    narrowing.count === 0
  const showsList = !narrow || !item
  const search = verbs.asking === 'duplicate' && at && (
    <IssueSearch
      issue={{ id: at, project_id: project.id }}
      what="any"
      title="Duplicate of"
      onPick={([found]) => found && verbs.same(found.id)}
      onClose={() => verbs.setAsking(null)}
    />
  )
  return (
    <>
      {showsList && <TriageHeader {...{ pending, onNew }} address={form.address} />}
      {isIdle ? (
        <Nobody onNew={onNew} anchor={form.address} />
      ) : (
        <div className="grid min-h-0 flex-1 md:grid-cols-[368px_minmax(0,1fr)] max-desk:md:grid-cols-[300px_minmax(0,1fr)]">
          {showsList && (
            <ListPane
              {...{ list, narrowing, intake, closed, at, onOpen, onSelect }}
              open={pending}
              chosen={verbs.selected}
              bulk={verbs.selected.length > 0 && mayDecide && <BulkRequests verbs={verbs} />}
            />
          )}
          {(!narrow || item) && (
            <OpenRequest
              {...{ at, verbs, mayDecide, narrow }}
              now={intake.now}
              none={
                intake.status !== 'ready'
                  ? null
                  : intake.shown.length > 0
                    ? 'Select a request.'
                    : 'Nothing is left here.'
              }
              onBack={() => open(null)}
            />
          )}
        </div>
      )}
      {search}
      {verbs.asking === 'snooze' && <Snoozing verbs={verbs} />}
      {verbs.accepting && (
        <AcceptForm
          key={verbs.accepting}
          id={verbs.accepting}
          onDone={() => verbs.accepting && verbs.wasAccepted(verbs.accepting)}
          onClose={() => verbs.setAsking(null)}
        />
      )}
      {creating && (
        <NewRequest project={project} onMade={id => open(id)} onClose={() => setCreating(false)} />
      )}
    </>
  )
}

const OpenFoot = ({ id, verbs }: { id: string; verbs: TriageVerbs }) => {
  const row = useRow('intake_issue', id)
  return row && isUndecided(row) ? <TriageFoot verbs={verbs} /> : null
}
