import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { Issue, type IssueInput, type IssuePatch } from '#contract/issues.ts'
import { MEMBER } from '#contract/permissions.ts'
import { insert, remove, update } from '../db/rows.ts'
import type { Work } from '../db/work.ts'
import { writeHtml } from '../documents/write.ts'
import { judgeDates, judgeParent, judgeValues } from './issue.rules.ts'

type Slot = {
  last_sequence: number
  state_id: string | null
  state__group: string | null
  top: number | null
  default_assignee: string | null
}

const STEP = 10_000

// One statement takes the next number (the counter's row lock makes creations of a project queue here, so numbers have
// no gap and no double), finds the state, and the highest place in it.
const takeSlot = async (work: Work, projectId: string, stateId: string | null): Promise<Slot> => {
  const { rows } = await work.trx.raw<{ rows: Slot[] }>(
    `with taken as (
       update project_counters set last_sequence = last_sequence + 1 where project_id = :projectId returning last_sequence
     ), state as (
       select id, "group" from states
        where project_id = :projectId and deleted_at is null and (id = :stateId::uuid or :stateId::uuid is null)
        order by "default" desc, sequence limit 1
     )
     select taken.last_sequence, state.id as state_id, state."group" as state__group,
            (select case when m.is_active then p.default_assignee end from projects p
               left join project_members m on m.project = p.id and m.member = p.default_assignee
              where p.id = :projectId) as default_assignee,
            (select i.sort_order from issues i where i.project_id = :projectId and i.state_id = state.id
                and i.deleted_at is null and i.archived_at is null order by i.sort_order desc limit 1) as top
       from taken left join state on true`,
    { projectId, stateId },
  )
  return must(rows[0], 'the project’s counter')
}

const link = async (
  work: Work,
  issueId: string,
  table: 'issue_labels' | 'issue_assignees',
  ids: string[],
) => {
  const column = table === 'issue_labels' ? 'label_id' : 'user_id'
  if (ids.length > 0) await work.trx(table).insert(ids.map(id => ({ issue_id: issueId, [column]: id })))
}

/** Counts an issue's children anew; the parent's revision tells everyone. */
const recount = async (work: Work, parentId: string | null) => {
  if (!parentId) return
  const parent = (await work.trx('issues').where('id', parentId).forUpdate().first(Issue.columns)) as
    | Issue
    | undefined
  if (!parent) return
  const [counted] = (await work
    .trx('issues')
    .where('parent_id', parentId)
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .select(work.trx.raw('count(*)::int as total'))) as { total: number }[]
  await update(work, Issue, parent, { sub_issues_count: counted!.total })
}

export const createIssue = async (
  work: Work,
  place: { workspaceId: string; projectId: string },
  input: IssueInput,
): Promise<Issue> => {
  judgeDates(input.start_date, input.target_date)
  await judgeValues(work, place.projectId, input)
  if (input.parent_id) await judgeParent(work, place.workspaceId, null, input.parent_id)
  const slot = await takeSlot(work, place.projectId, input.state_id ?? null)
  if (!slot.state_id) failFields({ state_id: [missingPk(input.state_id)] })
  const assignees = input.assignee_ids?.length
    ? [...new Set(input.assignee_ids)]
    : slot.default_assignee
      ? [slot.default_assignee]
      : []
  const labels = [...new Set(input.label_ids ?? [])]
  const issue = await insert(work, Issue, {
    ...(work.mutationId ? { id: work.mutationId } : {}),
    name: input.name,
    sequence_id: slot.last_sequence,
    sort_order: slot.top === null ? (input.sort_order ?? 65535) : slot.top + STEP,
    state_id: slot.state_id!,
    state__group: slot.state__group!,
    completed_at: slot.state__group === 'completed' ? work.now : null,
    priority: input.priority ?? 'none',
    start_date: input.start_date ?? null,
    target_date: input.target_date ?? null,
    parent_id: input.parent_id ?? null,
    project_id: place.projectId,
    workspace_id: place.workspaceId,
    label_ids: labels,
    assignee_ids: assignees,
    external_id: input.external_id ?? null,
    external_source: input.external_source ?? null,
  })
  await link(work, issue.id, 'issue_labels', labels)
  await link(work, issue.id, 'issue_assignees', assignees)
  if (input.parent_id) await recount(work, input.parent_id)
  if (input.description_html) await writeHtml(work, 'issue', issue, input.description_html)
  return issue
}

/** Places of a state's issues, spread anew once two of them have met. */
const spread = async (work: Work, issue: Issue) => {
  const twin = await work
    .trx('issues')
    .where({ project_id: issue.project_id, state_id: issue.state_id, sort_order: issue.sort_order })
    .whereNot('id', issue.id)
    .whereNull('deleted_at')
    .first('id')
  if (!twin) return
  const rows = (await work
    .trx('issues')
    .where({ project_id: issue.project_id, state_id: issue.state_id })
    .whereNull('deleted_at')
    // The moved one stands before its twin: that is where it was dropped.
    .orderByRaw('sort_order, id = ? desc, created_at desc', [issue.id])
    .forUpdate()
    .select(Issue.columns)) as Issue[]
  for (const [at, row] of rows.entries()) await update(work, Issue, row, { sort_order: (at + 1) * STEP })
}

const stateOf = async (work: Work, projectId: string, stateId: string | null) => {
  const state = (await work
    .trx('states')
    .where('project_id', projectId)
    .whereNull('deleted_at')
    .modify(query => (stateId ? query.where('id', stateId) : query.orderByRaw('"default" desc, sequence')))
    .first('id', 'group')) as { id: string; group: string } | undefined
  return state ?? failFields({ state_id: [missingPk(stateId)] })
}

export const updateIssue = async (work: Work, issue: Issue, input: IssuePatch): Promise<void> => {
  const { description_html, ...fields } = input
  const project = work.viewer.projects[issue.project_id]!
  const beyondText = Object.keys(input).some(name => !['name', 'description_html'].includes(name))
  // A guest may correct the words of what they reported, nothing else.
  if (project.role < MEMBER && beyondText) fail('permission.denied')
  judgeDates(
    fields.start_date === undefined ? issue.start_date : fields.start_date,
    fields.target_date === undefined ? issue.target_date : fields.target_date,
  )
  await judgeValues(work, issue.project_id, input)
  if (fields.parent_id) await judgeParent(work, issue.workspace_id, issue.id, fields.parent_id)
  const state = fields.state_id === undefined ? null : await stateOf(work, issue.project_id, fields.state_id)
  const done = state ? state.group === 'completed' : issue.completed_at !== null
  for (const [table, ids] of [
    ['issue_labels', fields.label_ids],
    ['issue_assignees', fields.assignee_ids],
  ] as const) {
    if (!ids) continue
    await work.trx(table).where('issue_id', issue.id).delete()
    await link(work, issue.id, table, [...new Set(ids)])
  }
  const after = await update(work, Issue, issue, {
    ...fields,
    ...(state ? { state_id: state.id, state__group: state.group } : { state_id: undefined }),
    completed_at: done ? (issue.completed_at ?? work.now) : null,
  } as Partial<Issue>)
  if (fields.sort_order !== undefined) await spread(work, after)
  if (after.parent_id !== issue.parent_id) {
    await recount(work, issue.parent_id)
    await recount(work, after.parent_id)
  }
  if (description_html !== undefined) await writeHtml(work, 'issue', after, description_html)
}

/** Deletes the issue with its descendants of the same project, each by right; others are detached. */
export const deleteIssue = async (work: Work, issue: Issue): Promise<void> => {
  const children = (await work
    .trx('issues')
    .where('parent_id', issue.id)
    .whereNull('deleted_at')
    .orderBy('id')
    .forUpdate()
    .select(Issue.columns)) as Issue[]
  for (const child of children) {
    if (child.project_id !== issue.project_id) await update(work, Issue, child, { parent_id: null })
    else {
      const admin = work.viewer.projects[issue.project_id]!.role === 20
      if (!admin && child.created_by !== work.viewer.id) fail('permission.denied')
      await deleteIssue(work, child)
    }
  }
  await remove(work, Issue, issue)
  await recount(work, issue.parent_id)
}
