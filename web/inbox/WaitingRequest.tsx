import { useEffect } from 'react'
import { Link } from 'react-router'
import { isUndecided } from '#contract/work/intake.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useLive } from '../data/live.ts'
import { useRow } from '../data/rows.ts'
import { here, useMay } from '../data/viewer.ts'
import { accepted, decide, declined } from '../intake/decisions.ts'
import { OPEN_REQUEST } from '../intake/intakeList.ts'
import { Brought } from '../intake/RequestRow.tsx'
import { loadRequest, useSender } from '../intake/useIntake.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'

/** The sender of a request that waits at the intake, and the two decisions that need no more words. */
export const WaitingRequest = ({ issue }: { issue: Issue }) => {
  const { id, project_id: projectId, workspace_id: workspace } = issue
  const row = useRow('intake_issue', id)
  const sender = useSender(id)
  const { loads, status } = useLive()
  const mayDecide = useMay()('intake.decide', {}, { workspace, project: projectId })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each snapshot
  useEffect(() => {
    // Without it the issue is there to be read all the same.
    if (status === 'live') loadRequest(projectId, id).catch(() => {})
  }, [projectId, id, loads, status])
  if (row && !isUndecided(row)) return null
  const address = `${to('intake', { slug: here().slug, projectId })}?${OPEN_REQUEST}=${id}`
  return (
    <section
      aria-label="Request"
      className="mb-4 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 rounded-card bg-sunken px-3.5 py-2 shadow-[inset_0_0_0_1px_var(--edge)]"
    >
      {row && <Brought row={row} />}
      <span className="min-w-40 flex-1 text-12 text-ink-3">{sender?.email ?? 'waits in the intake'}</span>
      <Link to={address} className="flex h-7 items-center rounded-control px-2 hover:bg-hover max-md:h-11">
        Open in Intake
      </Link>
      {row && mayDecide && (
        <>
          <Button variant="neutral" icon="x" onClick={() => decide([row], declined)} className="max-md:h-11">
            Decline
          </Button>
          <Button variant="primary" onClick={() => decide([row], accepted)} className="max-md:h-11">
            Accept
          </Button>
        </>
      )}
    </section>
  )
}
