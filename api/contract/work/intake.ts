/** The intake of a project: a request waits there, hidden from every list, until an admin decides. */
import { z } from 'zod'
import { belongsToIssue, ofIssue, ProjectLite } from '../belongs.ts'
import { givenJson, ids, json } from '../bounds.ts'
import { audit, blankable, datetime, entity, id, pageOf, revision, route, text, uuid } from '../define.ts'
import { IssueListQuery } from '../lists/issueLists.ts'
import { anchored, any, MEMBER, projectRole } from '../rules.ts'
import { ACCEPTED, DECLINED, DUPLICATE, PENDING, SNOOZED } from './intakeStatus.ts'
import { Issue, IssueInput, IssuePatch } from './issues.ts'

/** So many that came by the form may wait in one project. */
export const MAX_WAITING = 1000
/** A project has so many at most, so that every browser of its members holds them all. */
export const MAX_INTAKES = 200
const MAX_PROPS = 2000

/** With the project's settings of it on the default one. */
export const Intake = entity({
  name: 'intake',
  table: 'intakes',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  kept: 'snapshot',
  read: any(projectRole(MEMBER), anchored('intake', 'id')),
  shape: {
    id,
    ...audit,
    workspace: id,
    project: id,
    name: z.string(),
    description: z.string(),
    is_default: z.boolean(),
    view_props: json,
    logo_props: json,
    /** The last part of the form's address. */
    anchor: z.string().nullable(),
    is_in_app_enabled: z.boolean(),
    is_form_enabled: z.boolean(),
    ...revision,
  },
})
export type Intake = z.infer<typeof Intake.schema>

/** The intake's row of an issue, under the issue's own id. */
export const IntakeIssue = entity({
  name: 'intake_issue',
  table: 'intake_issues',
  ...belongsToIssue,
  kept: 'asked',
  shape: {
    id,
    ...audit,
    ...ofIssue,
    status: z.number().int(),
    duplicate_to: id.nullable(),
    snoozed_till: datetime.nullable(),
    /** IN_APP or FORM. */
    source: z.string(),
    ...revision,
  },
})
export type IntakeIssue = z.infer<typeof IntakeIssue.schema>

/** The status at a moment: a snoozed request waits again once its time has come, without anybody's act. */
export const statusNow = (
  { status, snoozed_till }: Pick<IntakeIssue, 'status' | 'snoozed_till'>,
  now: number,
): number =>
  status === SNOOZED && snoozed_till !== null && Date.parse(snoozed_till) <= now ? PENDING : status

/** Is it still to be decided? What is decided stays so. */
export const isUndecided = ({ status }: Pick<IntakeIssue, 'status'>): boolean =>
  status === PENDING || status === SNOOZED

/** Does it wait at the intake, hidden from all else? */
export const isWaiting = ({ intake_status }: Pick<Issue, 'intake_status'>): boolean =>
  intake_status !== null && isUndecided({ status: intake_status })

export const IntakeRow = z.object({
  ...IntakeIssue.schema.shape,
  issue: Issue.schema,
  /** The sender of the form, for viewers who may know. */
  source_name: z.string().nullable(),
})
const IntakeIssueLite = Issue.schema.pick({
  id: true,
  name: true,
  priority: true,
  sequence_id: true,
  project_id: true,
  created_at: true,
  label_ids: true,
  created_by: true,
})
export const IntakeDetail = z.object({
  ...IntakeIssue.schema.shape,
  issue: z.object({ ...Issue.schema.shape, description_html: z.string(), is_subscribed: z.boolean() }),
  /** Null where there is none, or the caller does not see it. */
  duplicate_issue_detail: IntakeIssueLite.nullable(),
  /** The sender's address, for viewers who may know addresses. */
  source_email: z.string().nullable(),
  source_name: z.string().nullable(),
})
export const IntakeAnswer = z.object({
  ...Intake.schema.shape,
  project_detail: ProjectLite,
  pending_issue_count: z.number().int(),
})
const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const oneIssue = { in: 'project', target: IntakeIssue, param: 'intakeIssueId' } as const
const oneIntake = { in: 'project', target: Intake, param: 'intakeId' } as const

// The handler judges these two fields: existing clients know its words for them.
const issueOfNew = z.object({
  ...IssueInput.shape,
  name: blankable(255).optional(),
  priority: z.string().nullable().optional(),
})
const issueOfChange = z.object({
  ...IssuePatch.shape,
  cycle_id: uuid.nullable().optional(),
  module_ids: ids.optional(),
})
/** What its sender knows of it besides; changed by admins of the project. */
const brought = {
  source_email: z.email().max(320).nullable().optional(),
  extra: givenJson(MAX_PROPS).optional(),
  external_id: z.string().max(255).nullable().optional(),
  external_source: z.string().max(255).nullable().optional(),
}
export type BroughtWith = z.infer<z.ZodObject<typeof brought>>
const status = z.union([
  z.literal(PENDING),
  z.literal(DECLINED),
  z.literal(SNOOZED),
  z.literal(ACCEPTED),
  z.literal(DUPLICATE),
])

/** The issues of the intake, below either name. */
export const issueRoutesAt = (name: 'inbox-issues' | 'intake-issues') => ({
  list: route({
    method: 'GET',
    path: `${p}/${name}/`,
    action: 'intake.list',
    in: 'project',
    query: IssueListQuery.extend({ status: z.string().optional() }),
    answer: pageOf(z.array(IntakeRow)),
    summary:
      'What was brought to the project, by status (-2 unless said otherwise, with those that slept long enough) and the filters of issues.',
    exposes: { v1: `${name}/` },
  }),
  create: route({
    method: 'POST',
    path: `${p}/${name}/`,
    action: 'intake.create',
    in: 'project',
    creates: IntakeIssue,
    body: z.object({ issue: issueOfNew.optional(), ...brought }),
    status: 200,
    answer: IntakeDetail,
    summary: 'Adds a request to the project, hidden from its lists until it is decided.',
    exposes: { v1: `${name}/` },
  }),
  get: route({
    ...oneIssue,
    method: 'GET',
    path: `${p}/${name}/:intakeIssueId/`,
    action: 'intake.list',
    answer: IntakeDetail,
    summary: 'One issue of the intake, by the issue’s id.',
    exposes: { v1: `${name}/:intakeIssueId/` },
  }),
  update: route({
    ...oneIssue,
    method: 'PATCH',
    path: `${p}/${name}/:intakeIssueId/`,
    action: 'intake.update',
    settles: 'issue',
    body: z.object({
      issue: issueOfChange.optional(),
      status: status.optional(),
      snoozed_till: z.string().nullable().optional(),
      duplicate_to: uuid.nullable().optional(),
      ...brought,
    }),
    answer: IntakeDetail,
    summary: 'Changes the issue, and decides: accepted 1, declined -1, snoozed 0, duplicate 2.',
    exposes: { v1: `${name}/:intakeIssueId/` },
  }),
  remove: route({
    ...oneIssue,
    method: 'DELETE',
    path: `${p}/${name}/:intakeIssueId/`,
    action: 'intake.delete',
    summary: 'Deletes it with its issue; of an accepted one the issue stays.',
    exposes: { v1: `${name}/:intakeIssueId/` },
  }),
})
export const inboxIssueRoutes = issueRoutesAt('inbox-issues')

const fields = {
  description: z.string().max(2000).optional(),
  view_props: givenJson(MAX_PROPS).optional(),
  logo_props: givenJson(MAX_PROPS).optional(),
}
/** The project’s intakes, below either name. */
export const intakeRoutesAt = (name: 'inboxes' | 'intakes') => ({
  listIntakes: route({
    method: 'GET',
    path: `${p}/${name}/`,
    action: 'intake.settings',
    in: 'project',
    answer: IntakeAnswer,
    summary: 'The project’s default intake.',
  }),
  createIntake: route({
    method: 'POST',
    path: `${p}/${name}/`,
    action: 'intake.set',
    in: 'project',
    creates: Intake,
    body: z.object({ name: text(255), ...fields }),
    status: 201,
    answer: IntakeAnswer,
    summary: 'Adds an intake.',
  }),
  getIntake: route({
    ...oneIntake,
    method: 'GET',
    path: `${p}/${name}/:intakeId/`,
    action: 'intake.settings',
    answer: IntakeAnswer,
    summary: 'One intake.',
  }),
  updateIntake: route({
    ...oneIntake,
    method: 'PATCH',
    path: `${p}/${name}/:intakeId/`,
    action: 'intake.set',
    body: z.object({ name: text(255).optional(), ...fields }),
    answer: IntakeAnswer,
    summary: 'Changes an intake.',
  }),
  removeIntake: route({
    ...oneIntake,
    method: 'DELETE',
    path: `${p}/${name}/:intakeId/`,
    action: 'intake.set',
    summary: 'Deletes an intake, if it is not the default one.',
  }),
})
export const inboxRoutes = intakeRoutesAt('inboxes')
