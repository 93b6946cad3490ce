import { type IntakeIssue, inboxIssueRoutes } from '#contract/work/intake.ts'
import { issueRoutes } from '#contract/work/issues.ts'
import { isDone } from '../data/mutate.ts'
import { remember } from '../data/undo.ts'
import { here } from '../data/viewer.ts'

/** Deletes a request, and with it its issue unless that was accepted; offers an undo where an issue went along. */
export const removeRequest = (row: IntakeIssue): void => {
  const params = { ws: here().slug, p: row.project }
  const one = { entity: 'intake_issue', id: row.id, patch: {} } as const
  const remove = () =>
    isDone({
      ...one,
      route: inboxIssueRoutes.remove,
      params: { ...params, intakeIssueId: row.id },
      removes: true,
      failure: 'The request was not deleted.',
    })
  remember(
    {
      message: 'Request deleted',
      sent: remove(),
      back: () =>
        isDone({
          route: issueRoutes.restore,
          params: { ...params, issueId: row.issue },
          entity: 'issue',
          id: row.issue,
          patch: {},
          failure: 'The request was not restored.',
        }),
      again: remove,
    },
    { tell: true },
  )
}
