/** Long work that somebody has asked for: it goes on while they do other things, and after a restart. */
import { z } from 'zod'
import { ids } from '../bounds.ts'
import { audit, datetime, entity, id, pageOf, revision, route } from '../define.ts'
import { IssueListQuery } from '../lists/issueLists.ts'
import { UserLite } from '../people/users.ts'
import { seesJob } from './actions.ts'

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const Phase = z.object({ name: z.string(), done: z.number().int(), total: z.number().int() })
export const Fault = z.object({ line: z.number().int(), said: z.string() })
export type Fault = z.infer<typeof Fault>

/** The most faults that a job keeps; `fault_count` is their whole number. */
export const MOST_FAULTS = 1000

export const Job = entity({
  name: 'job',
  table: 'jobs',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  kept: 'asked',
  read: seesJob,
  shape: {
    id,
    ...audit,
    workspace: id,
    project: id.nullable(),
    user: id,
    kind: z.string(),
    input: z.record(z.string(), z.unknown()),
    state: z.enum(jobStates),
    phases: z.array(Phase),
    result: z.record(z.string(), z.unknown()).nullable(),
    said: z.string().nullable(),
    fault_count: z.number().int(),
    ended_at: datetime.nullable(),
    ...revision,
  },
})
export type Job = z.infer<typeof Job.schema>

const ws = '/api/workspaces/:ws' as const
const at = `${ws}/jobs` as const
const one = { in: 'workspace', target: Job, param: 'jobId', action: 'job.own' } as const

export const jobRoutes = {
  list: route({
    method: 'GET',
    path: `${at}/`,
    action: 'job.list',
    in: 'workspace',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(Job.schema)),
    summary: 'The caller’s jobs, and for admins the exports and imports of others, the newest first.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${at}/:jobId/`,
    answer: z.object({ ...Job.schema.shape, faults: z.array(Fault) }),
    summary: `One job with the faults of its lines, the first ${MOST_FAULTS} of them.`,
  }),
  cancel: route({
    ...one,
    method: 'POST',
    path: `${at}/:jobId/cancel/`,
    answer: Job.schema,
    summary: 'Ends a job that is not over. What it has done so far stays.',
  }),
  file: route({
    ...one,
    method: 'GET',
    path: `${at}/:jobId/file/`,
    /** With any value a file of one kind comes in an archive too, as other clients read it. */
    query: z.object({ zip: z.string().optional() }),
    raw: 'application/octet-stream',
    summary: 'The file that a job has made, for seven days.',
  }),
}

/** A list as a file holds so many issues at most. */
export const MOST_LINES = 100_000
export const listFormats = ['csv', 'xlsx'] as const
/** The columns of a list's file, and their heads; each line begins with the key and the title. */
export const listColumns = {
  project: 'Project',
  state: 'State',
  priority: 'Priority',
  assignees: 'Assignees',
  labels: 'Labels',
  cycle: 'Cycle',
  modules: 'Modules',
  start_date: 'Start date',
  target_date: 'Due date',
  estimate: 'Estimate',
  sub_issues_count: 'Sub-issues',
  attachment_count: 'Attachments',
  link_count: 'Links',
  cycle_added_at: 'Added to cycle',
  created_at: 'Created',
  updated_at: 'Updated',
  completed_at: 'Completed',
  archived_at: 'Archived',
} as const
export type ListColumn = keyof typeof listColumns

const listFile = {
  method: 'GET',
  scope: 'issues',
  raw: 'application/octet-stream',
  query: IssueListQuery.extend({
    format: z.enum(listFormats).optional(),
    columns: z.string().max(1_000).optional(),
  }),
  summary:
    'The issues of a list as a file, in its order: CSV, or XLSX by `format`, with these `columns`, by commas between them.',
} as const

export const listFileRoutes = {
  ofProject: route({
    ...listFile,
    path: `${ws}/projects/:p/issues-file/`,
    action: 'issue.list',
    in: 'project',
  }),
  ofWorkspace: route({
    ...listFile,
    path: `${ws}/issues-file/`,
    action: 'issue.listAcross',
    in: 'workspace',
  }),
}

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** So long the file of an export is kept. */
export const FILE_DAYS = 7

/** An export as other clients know it. */
export const Export = z.object({
  id,
  created_at: datetime,
  updated_at: datetime,
  created_by: id.nullable(),
  updated_by: id.nullable(),
  project: z.array(id),
  provider: z.enum(exportFormats),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  /** Its file, while that is kept. */
  url: z.string().nullable(),
  reason: z.string(),
  initiated_by: id,
  initiated_by_detail: UserLite,
})

export const exportRoutes = {
  exports: route({
    method: 'GET',
    path: `${ws}/export-issues/`,
    action: 'issue.export',
    in: 'workspace',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(Export)),
    summary:
      'The caller’s exports, for admins those of others, too, the newest first; `per_page` and `cursor` are required.',
  }),
  countExport: route({
    method: 'GET',
    path: `${ws}/export-issues/count/`,
    action: 'issue.export',
    in: 'workspace',
    query: z.object({ project: z.string().max(20_000).optional() }),
    answer: z.object({ issues: z.number().int() }),
    summary:
      'How many issues an export of these projects (by commas between their ids), or of all that the caller has joined, would hold.',
  }),
  exportIssues: route({
    method: 'POST',
    path: `${ws}/export-issues/`,
    action: 'issue.export',
    in: 'workspace',
    creates: Job,
    body: z.object({ provider: z.string(), project: ids.optional(), multiple: z.boolean().optional() }),
    answer: z.object({ message: z.string() }),
    says: { message: 'Once the export is ready you will be able to download it' },
    summary:
      'Begins a job that writes the issues of projects, or of all that the caller has joined, into one file (csv, xlsx or json); `multiple`: an archive with one for each project.',
  }),
}
