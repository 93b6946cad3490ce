import { type Issue, type IssueInput, type IssuePatch, issueRoutes } from '#contract/issues.ts'
import type { Row } from '#contract/permissions.ts'
import { mutate } from '../data/mutate.ts'
import { getRow, getRows } from '../data/rows.ts'
import { here, viewer } from '../data/viewer.ts'
import { datesText } from '../ui/day-words.ts'
import { toast } from '../ui/Toast.tsx'

const STEP = 10_000

const paramsOf = (issue: Issue) => ({ ws: here().slug, p: issue.project_id, issueId: issue.id })

// What the server derives from a new state is shown at once as well.
const derived = (issue: Issue, patch: IssuePatch): Row => {
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
}

export const updateIssue = (issue: Issue, patch: IssuePatch) =>
  mutate({
    route: issueRoutes.update,
    params: paramsOf(issue),
    body: patch,
    entity: 'issue',
    id: issue.id,
    patch: { ...patch, ...derived(issue, patch) },
    failure: say[Object.keys(patch)[0] ?? ''] ?? 'The issue was not changed.',
  })

/** The same with a way back: what the fields were, offered for undo. */
export const updateWithUndo = (issue: Issue, patch: IssuePatch, message: string) => {
  const old = Object.fromEntries(
    Object.keys(patch).map(name => [name, issue[name as keyof Issue]]),
  ) as IssuePatch
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

/** Moves an issue in time, with one way back. */
export const moveDates = (issue: Issue, dates: IssueDates) => {
  const now = Date.now()
  const old =
    burst?.id === issue.id && burst.until > now
      ? burst.old
      : { start_date: issue.start_date, target_date: issue.target_date }
  burst = { id: issue.id, old, until: now + BURST }
  const project = getRow('project', issue.project_id)
  void updateIssue(issue, dates)
  toast.undo(`${project?.identifier}-${issue.sequence_id}: ${datesText(dates)}`, () => {
    burst = null
    const present = getRow('issue', issue.id)
    if (present) void updateIssue(present, old)
  })
}

/** Shows the new issue at once, under the id that the server will give it. */
export const createIssue = (projectId: string, input: IssueInput) => {
  const states = getRows('state')
    .filter(state => state.project_id === projectId)
    .sort((a, b) => a.sequence - b.sequence)
  const state = states.find(one => one.id === input.state_id) ?? states.find(one => one.default) ?? states[0]
  const project = getRow('project', projectId)
  if (!state || !project) return Promise.resolve(undefined)
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
    estimate_point: null,
    start_date: input.start_date ?? null,
    target_date: input.target_date ?? null,
    completed_at: null,
    archived_at: null,
    is_draft: false,
    project_id: projectId,
    workspace_id: project.workspace,
    parent_id: input.parent_id ?? null,
    cycle_id: null,
    module_ids: [],
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
  return mutate({
    route: issueRoutes.create,
    params: { ws: here().slug, p: projectId },
    body: input,
    entity: 'issue',
    patch,
    failure: 'The issue was not created.',
  })
}

export const deleteIssue = (issue: Issue) =>
  mutate({
    route: issueRoutes.remove,
    params: paramsOf(issue),
    entity: 'issue',
    id: issue.id,
    patch: {},
    removes: true,
    failure: 'The issue was not deleted.',
  })

/** Place between two neighbours: midpoint, or a step beyond the end. */
export const placeBetween = (above: Issue | null, below: Issue | null): number => {
  if (above && below) return (above.sort_order + below.sort_order) / 2
  if (above) return above.sort_order + STEP
  if (below) return below.sort_order - STEP
  return 65_535
}
