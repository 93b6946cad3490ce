import {
  type BulkUpdate,
  type Issue,
  type IssueInput,
  type IssuePatch,
  issueRoutes,
} from '#contract/issues.ts'
import type { Row } from '#contract/permissions.ts'
import { mutate } from '../data/mutate.ts'
import { getRow, getRows } from '../data/rows.ts'
import { here, viewer } from '../data/viewer.ts'
import { datesText } from '../ui/day-words.ts'
import { toast } from '../ui/Toast.tsx'
import { keyOf } from './issueAddress.ts'

const STEP = 10_000

/** Cycle and modules are written by the call for many alone. */
type Plans = Pick<BulkUpdate, 'cycle_id' | 'module_ids'>
export type IssueChange = IssuePatch & Plans

export const paramsOf = (issue: Issue) => ({ ws: here().slug, p: issue.project_id, issueId: issue.id })

// What the server derives from a new state is shown at once as well.
const derived = (issue: Issue, patch: IssueChange): Row => {
  const state = getRow('state', patch.state_id)
  if (!state) return {}
  const done = state.group === 'completed'
  return {
    state__group: state.group,
    completed_at: done ? (issue.completed_at ?? new Date().toISOString()) : null,
  }
}

const say: Record<string, string> = {
  name: 'The title was not changed.',
  state_id: 'The state was not changed.',
  priority: 'The priority was not changed.',
  assignee_ids: 'The assignees were not changed.',
  label_ids: 'The labels were not changed.',
  target_date: 'The due date was not changed.',
  start_date: 'The start date was not changed.',
  sort_order: 'The issue was not moved.',
  estimate_point: 'The estimate was not changed.',
  cycle_id: 'The cycle was not changed.',
  module_ids: 'The modules were not changed.',
  parent_id: 'The parent was not changed.',
}

export const updateIssue = (issue: Issue, patch: IssueChange) => {
  const { ws, p } = paramsOf(issue)
  const common = {
    entity: 'issue' as const,
    id: issue.id,
    patch: { ...patch, ...derived(issue, patch) },
    failure: say[Object.keys(patch)[0] ?? ''] ?? 'The issue was not changed.',
  }
  return 'cycle_id' in patch || 'module_ids' in patch
    ? mutate({
        ...common,
        route: issueRoutes.bulkUpdate,
        params: { ws, p },
        body: { updates: [{ id: issue.id, ...patch }] },
      })
    : mutate({ ...common, route: issueRoutes.update, params: paramsOf(issue), body: patch })
}

/** The same with a way back: what the fields were, offered for undo. */
export const updateWithUndo = (issue: Issue, patch: IssueChange, message: string) => {
  const old = Object.fromEntries(
    Object.keys(patch).map(name => [name, issue[name as keyof Issue]]),
  ) as IssueChange
  void updateIssue(issue, patch)
  toast.undo(message, () => {
    const now = getRow('issue', issue.id)
    if (now) void updateIssue(now, old)
  })
}

/** Dates moved one after another by keys are one change to take back. */
let burst: { id: string; old: IssueDates; until: number } | null = null
type IssueDates = Pick<Issue, 'start_date' | 'target_date'>
const BURST = 5_000

const setDates = (issue: Issue, dates: IssueDates) =>
  mutate({
    route: issueRoutes.dates,
    params: { ws: here().slug, p: issue.project_id },
    body: { updates: [{ id: issue.id, ...dates }] },
    entity: 'issue',
    id: issue.id,
    patch: dates,
    failure: 'The dates were not changed.',
  })

/** Moves an issue in time, with one way back; `step` is one of several that belong together. */
export const moveDates = (issue: Issue, dates: IssueDates, { step = false } = {}) => {
  const now = Date.now()
  const old =
    step && burst?.id === issue.id && burst.until > now
      ? burst.old
      : { start_date: issue.start_date, target_date: issue.target_date }
  burst = step ? { id: issue.id, old, until: now + BURST } : null
  void setDates(issue, dates)
  toast.undo(`${keyOf(issue)}: ${datesText(dates)}`, () => {
    burst = null
    const present = getRow('issue', issue.id)
    if (present) void setDates(present, old)
  })
}

/** Shows the new issue at once, under the id that the server will give it. */
export const createIssue = async (
  projectId: string,
  { cycle_id, module_ids, ...input }: IssueInput & Plans,
): Promise<Issue | undefined> => {
  const states = getRows('state')
    .filter(state => state.project_id === projectId)
    .sort((a, b) => a.sequence - b.sequence)
  const state = states.find(one => one.id === input.state_id) ?? states.find(one => one.default) ?? states[0]
  const project = getRow('project', projectId)
  if (!state || !project) return undefined
  const now = new Date().toISOString()
  const patch: Omit<Issue, 'id' | 'revision'> = {
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: viewer()?.id ?? null,
    updated_by: viewer()?.id ?? null,
    name: input.name,
    sequence_id: 0,
    sort_order: Number.MAX_SAFE_INTEGER,
    state_id: state.id,
    state__group: state.group,
    priority: input.priority ?? 'none',
    estimate_point: input.estimate_point ?? null,
    start_date: input.start_date ?? null,
    target_date: input.target_date ?? null,
    completed_at: null,
    archived_at: null,
    is_draft: false,
    project_id: projectId,
    workspace_id: project.workspace,
    parent_id: input.parent_id ?? null,
    cycle_id: cycle_id ?? null,
    module_ids: module_ids ?? [],
    label_ids: input.label_ids ?? [],
    assignee_ids: input.assignee_ids ?? [],
    sub_issues_count: 0,
    attachment_count: 0,
    link_count: 0,
    type_id: null,
    intake_status: null,
    external_id: null,
    external_source: null,
  }
  const made = (await mutate({
    route: issueRoutes.create,
    params: { ws: here().slug, p: projectId },
    body: input,
    entity: 'issue',
    patch,
    failure: 'The issue was not created.',
  })) as Issue | undefined
  const plans = { ...(cycle_id ? { cycle_id } : {}), ...(module_ids?.length ? { module_ids } : {}) }
  if (made && Object.keys(plans).length > 0) void updateIssue(made, plans)
  return made
}

const restoreIssue = (issue: Issue) =>
  mutate({
    route: issueRoutes.restore,
    params: paramsOf(issue),
    entity: 'issue',
    id: issue.id,
    patch: issue,
    failure: 'The issue was not brought back.',
  })

/** Deletes an issue with what hangs below it, and offers the way back. */
export const deleteIssue = (issue: Issue) => {
  const done = mutate({
    route: issueRoutes.remove,
    params: paramsOf(issue),
    entity: 'issue',
    id: issue.id,
    patch: {},
    removes: true,
    failure: 'The issue was not deleted.',
  })
  // Brought back only after it was deleted: the two calls must not overtake each other.
  toast.undo(`${keyOf(issue)} deleted`, () => void done.then(() => restoreIssue(issue)))
  return done
}

const setArchived = (issue: Issue, isArchived: boolean) =>
  mutate({
    route: isArchived ? issueRoutes.archive : issueRoutes.unarchive,
    params: paramsOf(issue),
    entity: 'issue',
    id: issue.id,
    patch: { archived_at: isArchived ? new Date().toISOString().slice(0, 10) : null },
    failure: isArchived ? 'The issue was not archived.' : 'The issue was not taken out of the archive.',
  })

export const archiveIssue = (issue: Issue) => {
  const done = setArchived(issue, true)
  toast.undo(`${keyOf(issue)} archived`, () => void done.then(() => setArchived(issue, false)))
}

export const unarchiveIssue = (issue: Issue) => void setArchived(issue, false)

/** Place between two neighbours: midpoint, or a step beyond the end. */
export const placeBetween = (above: Issue | null, below: Issue | null): number => {
  if (above && below) return (above.sort_order + below.sort_order) / 2
  if (above) return above.sort_order + STEP
  if (below) return below.sort_order - STEP
  return 65_535
}
