import { z } from 'zod'
import { json } from '../bounds.ts'
import { audit, datetime, id } from '../define.ts'
import { issueListRoutes } from '../lists/issueLists.ts'
import { Cycle, cycleRoutes } from '../planning/cycles.ts'
import { face, shownExternal } from './face.ts'
import { IssueV1, notYoursToDelete, ordered, orderInOurs } from './issues.ts'

const count = z.number().int()
/** What a cycle or module holds, by the groups of states. */
export const counted = {
  total_issues: count,
  completed_issues: count,
  cancelled_issues: count,
  started_issues: count,
  unstarted_issues: count,
  backlog_issues: count,
}

export const CycleV1 = z.object({
  ...audit,
  id,
  name: z.string(),
  description: z.string(),
  start_date: datetime.nullable(),
  end_date: datetime.nullable(),
  owned_by: id,
  view_props: json,
  sort_order: z.number(),
  ...shownExternal,
  progress_snapshot: json,
  archived_at: datetime.nullable(),
  logo_props: json,
  timezone: z.string(),
  version: z.number().int(),
  project: id,
  workspace: id,
  ...counted,
})
/** With the points of its issues. */
export const ArchivedCycleV1 = CycleV1.extend({
  total_estimates: z.number(),
  completed_estimates: z.number(),
  started_estimates: z.number(),
})
export const CycleIssueV1 = z.object({
  ...audit,
  id,
  issue: id,
  cycle: id,
  project: id,
  workspace: id,
  sub_issues_count: count,
})

const {
  list,
  create,
  get,
  update,
  remove,
  transfer,
  listArchived,
  archive,
  unarchive,
  addIssues,
  issue,
  removeIssue,
} = cycleRoutes
const row = { tells: 'row', shape: CycleV1 } as const
const inView = ({ status, end_date }: Record<string, unknown>, view: string | undefined) => {
  if (view === 'incomplete') return !end_date || status !== 'completed'
  return !['current', 'upcoming', 'completed', 'draft'].includes(view ?? '') || status === view
}

export const cycleFaces = [
  face(list, {
    shape: CycleV1,
    tells: query => (query.cycle_view === 'current' ? 'rows' : 'page'),
    order: Cycle,
    query: z.object({ cycle_view: z.string().optional() }),
    finds: (cycle, query) => inView(cycle, query.cycle_view),
  }),
  face(create, { ...row, body: create.body! }),
  face(get, row),
  face(update, {
    ...row,
    body: update.body!,
    words: { 'cycle.archived': { error: 'Archived cycle cannot be edited' } },
  }),
  face(remove, { tells: 'nothing', words: { 'cycle.foreignDelete': notYoursToDelete('cycle') } }),
  face(transfer, { tells: 'same', body: transfer.body! }),
  face(listArchived, { shape: ArchivedCycleV1, tells: 'page', order: Cycle }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
  face(issueListRoutes.cycle, {
    shape: IssueV1,
    tells: 'page',
    query: ordered,
    asks: orderInOurs('created_at'),
  }),
  face(addIssues, { shape: CycleIssueV1, tells: 'rows', status: 200, body: addIssues.body! }),
  face(issue, { shape: CycleIssueV1, tells: 'row' }),
  face(removeIssue, { tells: 'nothing', takesOutOf: 'cycle_id' }),
]
