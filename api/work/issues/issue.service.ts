import { fail } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Issue, type IssueInput } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { beginText, writeText } from '../../text/documents/write.ts'
import { stopTakenBack } from '../agentSessions/stop.service.ts'
import { beforeIn, returning } from './cycleDays.queries.ts'
import {
  type IssueValues,
  judgeDates,
  judgeParents,
  judgeTrees,
  judgeValues,
  lockTrees,
  type State,
  statesOf,
} from './issue.rules.ts'
import { spread } from './order.ts'
import { placeIssue } from './place.ts'
import { inState } from './stateGroup.ts'

const LINKS = [
  { table: 'issue_labels', column: 'label_id', field: 'label_ids' },
  { table: 'issue_assignees', column: 'user_id', field: 'assignee_ids' },
  { table: 'issue_modules', column: 'module_id', field: 'module_ids' },
] as const

type Linked = Partial<Record<(typeof LINKS)[number]['field'], string[]>>

// The link tables carry what the arrays of the rows are read from when a label, a member or a module goes, and more: the
// assignments of those who left, which nobody sees until they return. Only what is seen to come or go is written.
const relink = async (work: Work, given: { id: string; before: Linked; now: Linked }[]) => {
  for (const { table, column, field } of LINKS) {
    const pairs = (from: 'before' | 'now', except: 'before' | 'now') =>
      given.flatMap(one =>
        one.now[field] === undefined
          ? []
          : (one[from][field] ?? []).flatMap(linked =>
              one[except][field]?.includes(linked) ? [] : { issue_id: one.id, [column]: linked },
            ),
      )
    const gone = pairs('before', 'now')
    if (gone.length > 0)
      await work
        .trx(table)
        .whereRaw(
          `(issue_id, ${column}) in (select issue_id, ${column} from jsonb_populate_recordset(null::${table}, ?))`,
          [JSON.stringify(gone)],
        )
        .delete()
    const come = pairs('now', 'before')
    if (come.length > 0) await work.trx(table).insert(come).onConflict().ignore()
  }
}

/** Links new issues to the labels, people and modules that their rows name. */
export const linkNew = (work: Work, issues: readonly Issue[]): Promise<void> =>
  relink(
    work,
    issues.map(issue => ({ id: issue.id, before: {}, now: issue })),
  )

// An equal set is no change, in whatever order and however often its ids were sent.
const setOf = (own: string[], given: string[] | undefined): string[] | undefined => {
  if (given === undefined) return undefined
  const now = [...new Set(given)]
  return now.length === own.length && now.every(id => own.includes(id)) ? own : now
}
const setsOf = (issue: Linked, values: Linked): Linked =>
  Object.fromEntries(LINKS.map(({ field }) => [field, setOf(issue[field] ?? [], values[field])]))

// The moment at which it came into its cycle: now, or when it had come before, on its way back.
const addedIn = (
  work: Work,
  issue: Issue,
  cycleId: string | null | undefined,
  before?: string | undefined,
): Partial<Issue> =>
  cycleId === undefined || cycleId === issue.cycle_id
    ? {}
    : { cycle_added_at: cycleId === null ? null : (before ?? work.now) }

/** Counts the children of issues anew; the parents' revisions inform everyone. */
export const recount = async (work: Work, parentIds: (string | null)[]): Promise<void> => {
  const ids = [...new Set(parentIds.filter(id => id !== null))].sort()
  if (ids.length === 0) return
  const parents = await locked(work, Issue, rows => rows.whereIn('id', ids), 'any')
  const counted = await work
    .trx('issues')
    .whereIn('parent_id', ids)
    .where('active', true)
    .groupBy('parent_id')
    .select<{ parent_id: string; total: number }[]>('parent_id', work.trx.raw('count(*)::int as total'))
  const totals = new Map(counted.map(row => [row.parent_id, row.total]))
  await updateAll(
    work,
    Issue,
    parents.map(before => ({ before, patch: { sub_issues_count: totals.get(before.id) ?? 0 } })),
  )
}

export const createIssue = async (
  work: Work,
  place: { workspaceId: string; projectId: string },
  input: IssueInput & IssueValues & Partial<Pick<Issue, 'intake_status'>>,
  id?: string,
): Promise<Issue> => {
  judgeDates(input.start_date, input.target_date)
  await judgeValues(work, place.projectId, [input])
  await judgeParents(work, place.workspaceId, [input.parent_id])
  const links = {
    assignee_ids: [...new Set(input.assignee_ids)],
    label_ids: [...new Set(input.label_ids)],
    module_ids: [...new Set(input.module_ids)],
  }
  const issue = await placeIssue({
    work,
    projectId: place.projectId,
    stateId: input.state_id ?? null,
    values: {
      ...(id ? { id } : {}),
      ...links,
      name: input.name,
      sort_order: input.sort_order ?? 65535,
      priority: input.priority ?? 'none',
      delegate_id: input.delegate_id ?? null,
      estimate_point: input.estimate_point ?? null,
      start_date: input.start_date ?? null,
      target_date: input.target_date ?? null,
      parent_id: input.parent_id ?? null,
      cycle_id: input.cycle_id ?? null,
      type_id: input.type_id ?? null,
      intake_status: input.intake_status ?? null,
      project_id: place.projectId,
      workspace_id: place.workspaceId,
      external_id: input.external_id ?? null,
      external_source: input.external_source ?? null,
    },
  })
  await relink(work, [{ id: issue.id, before: {}, now: { ...links, assignee_ids: issue.assignee_ids } }])
  if (input.parent_id) await recount(work, [input.parent_id])
  await beginText(work, 'issue', issue, { description_html: input.description_html })
  return issue
}

/** One issue of a project and its new values; given arrays replace. */
export type IssueChange = { issue: Issue; values: IssueValues }

/** Changes issues of one project, loaded under lock: as many statements for a thousand as for one. */
export const updateIssues = async (work: Work, projectId: string, given: IssueChange[]): Promise<Issue[]> => {
  const inputs = given.map(({ issue, values }) => ({ ...values, ...setsOf(issue, values) }))
  for (const { issue, values } of given)
    judgeDates(
      values.start_date === undefined ? issue.start_date : values.start_date,
      values.target_date === undefined ? issue.target_date : values.target_date,
    )
  const cameBefore = await beforeIn(work, given)
  const isBack = await returning(work, projectId, given, cameBefore)
  await judgeValues(
    work,
    projectId,
    // Present values stay: a completed cycle or an archived module takes no more issues, and keeps its own; so does a person
    // without an account here.
    inputs.map(({ cycle_id, module_ids, assignee_ids, ...values }, at) => {
      const { issue } = given[at]!
      return {
        ...values,
        ...(cycle_id === issue.cycle_id || isBack.has(issue.id) ? {} : { cycle_id }),
        module_ids: module_ids?.filter(id => !issue.module_ids.includes(id)),
        assignee_ids: assignee_ids?.filter(id => !issue.assignee_ids.includes(id)),
      }
    }),
  )
  const moves = given.filter(
    ({ issue, values: { parent_id } }) => parent_id !== undefined && parent_id !== issue.parent_id,
  )
  const placed = moves.filter(({ values }) => values.parent_id !== null)
  if (placed.length > 0) {
    const { workspace_id } = placed[0]!.issue
    await lockTrees(work, workspace_id)
    await judgeParents(
      work,
      workspace_id,
      placed.map(({ values }) => values.parent_id),
    )
  }
  const asked = inputs.flatMap(values => (values.state_id === undefined ? [] : [values.state_id]))
  const states = asked.length > 0 ? await statesOf(work, projectId, asked) : new Map<string | null, State>()
  await relink(
    work,
    given.map(({ issue }, at) => ({ id: issue.id, before: issue, now: inputs[at]! })),
  )
  const rows = await updateAll(
    work,
    Issue,
    inputs.map(({ description_html: _, cycle_added_at: __, state_id, ...fields }, at) => {
      const { issue } = given[at]!
      const state = state_id === undefined ? undefined : states.get(state_id)
      return {
        before: issue,
        patch: {
          ...fields,
          ...(state ? inState(work, issue, state) : {}),
          ...addedIn(work, issue, fields.cycle_id, cameBefore.get(issue.id)),
        } as Partial<Issue>,
      }
    }),
  )
  if (placed.length > 0)
    await judgeTrees(
      work,
      placed.map(({ issue }) => issue.id),
    )
  await spread(
    work,
    rows.filter((_, at) => given[at]!.values.sort_order !== undefined),
  )
  await recount(
    work,
    moves.flatMap(({ issue, values }) => [issue.parent_id, values.parent_id ?? null]),
  )
  await stopTakenBack(
    work,
    rows.flatMap(({ id, delegate_id }, at) => {
      const was = given[at]!.issue.delegate_id
      return was && was !== delegate_id ? [{ issue: id, agent: was }] : []
    }),
  )
  for (const [at, { values }] of given.entries())
    if (values.description_html !== undefined)
      await writeText(work, 'issue', rows[at]!, { html: values.description_html })
  return rows
}

/** Puts issues, loaded under lock, into another cycle or other modules; the caller has judged them. */
export const putInto = async (
  work: Work,
  given: { issue: Issue; values: Partial<Pick<Issue, 'cycle_id' | 'cycle_added_at' | 'module_ids'>> }[],
): Promise<void> => {
  await relink(
    work,
    given.map(({ issue, values }) => ({ id: issue.id, before: issue, now: values })),
  )
  await updateAll(
    work,
    Issue,
    given.map(({ issue, values }) => ({
      before: issue,
      patch: { ...addedIn(work, issue, values.cycle_id), ...values },
    })),
  )
}

/** PATCH in the service's own words: an archived or hidden issue is not found. */
export const updateIssue = async (
  work: Work,
  issue: Issue,
  values: IssueValues,
  keep: (issue: Issue) => boolean = isActive,
): Promise<Issue> => {
  if (!keep(issue)) fail('issue.notFound')
  const [row] = await updateIssues(work, issue.project_id, [{ issue, values }])
  return row!
}
