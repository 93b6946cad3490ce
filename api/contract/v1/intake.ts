import { z } from 'zod'
import { json } from '../bounds.ts'
import { audit, datetime, id } from '../define.ts'
import { inboxIssueRoutes } from '../work/intake.ts'
import { intakeIssueRoutes } from '../work/intakeAliases.ts'
import { intakeStatuses } from '../work/intakeStatus.ts'
import { face, shownExternal } from './face.ts'
import { IssuePatchV1, issueInOurs, issueWords, notYoursToDelete } from './issues.ts'

export const IntakeIssueV1 = z.object({
  ...audit,
  id,
  status: z.number().int(),
  snoozed_till: datetime.nullable(),
  source: z.string(),
  source_email: z.string().nullable(),
  ...shownExternal,
  extra: json,
  intake: id.nullable(),
  inbox: id.nullable(),
  issue: id,
  duplicate_to: id.nullable(),
  project: id,
  workspace: id,
  issue_detail: z.record(z.string(), z.unknown()),
})

const row = { tells: 'row', shape: IntakeIssueV1 } as const
const read = ({ issue, ...rest }: { issue?: unknown }) => ({
  ...rest,
  ...(issue === undefined ? {} : { issue: issueInOurs(issue as Record<string, unknown>) }),
})

/** The same calls below either name. */
export const intakeFaces = [inboxIssueRoutes, intakeIssueRoutes].flatMap(
  ({ list, create, get, update, remove }) => [
    face(list, {
      ...row,
      tells: 'page',
      asks: ({ fields: _, expand: __, ...query }) => ({ ...query, status: intakeStatuses.join(',') }),
    }),
    face(create, { ...row, body: create.body! }),
    face(get, row),
    face(update, {
      ...row,
      ...issueWords,
      body: update.body!.extend({ issue: IssuePatchV1.optional() }),
      read,
    }),
    face(remove, { tells: 'nothing', words: { 'permission.denied': notYoursToDelete('issue') } }),
  ],
)
