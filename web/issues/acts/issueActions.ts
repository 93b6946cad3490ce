/** The one door for edits of issues, of one or of many, with the way back. */

import type { Row } from '#contract/rules.ts'
import { inboxIssueRoutes, isWaiting } from '#contract/work/intake.ts'
import { type Issue, type IssueChange, issueRoutes, MAX_BULK } from '#contract/work/issues.ts'
import { type FieldChange, isSame } from '../../data/changes.ts'
import { mutateMany } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { remember } from '../../data/undo.ts'
import { here, may } from '../../data/viewer.ts'
import { datesText } from '../../ui/dates/day-words.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { columnInSentence } from '../fields/fields.ts'
import { noteOwnEdit } from './crossedEdits.ts'
import { keyOf } from './issueAddress.ts'

/** The fields that an edit may set: the issue's own, and its cycle and modules. Arrays replace. */
type IssueDates = Pick<Issue, 'start_date' | 'target_date'>

const STEP = 10_000

export const paramsOf = (issue: Pick<Issue, 'id' | 'project_id'>) => ({
  ws: here().slug,
  p: issue.project_id,
  issueId: issue.id,
})
export const placeOf = (issue: Issue) => ({ workspace: issue.workspace_id, project: issue.project_id })
/** "BER-3", or "3 issues". */
export const subjectOf = (issues: readonly Issue[]) =>
  issues.length === 1 && issues[0] ? keyOf(issues[0]) : `${issues.length.toLocaleString()} issues`

/** Issues by project: every call is about one. */
export const byProject = (issues: readonly Issue[]): Map<string, Issue[]> => {
  const all = new Map<string, Issue[]>()
  for (const issue of issues) {
    const beside = all.get(issue.project_id)
    if (beside) beside.push(issue)
    else all.set(issue.project_id, [issue])
  }
  return all
}

// The fields that the server derives from a new state or cycle show at once as well.
const derived = (issue: Issue, patch: IssueChange): Row => {
  const { cycle_id, cycle_added_at } = patch
  const added =
    cycle_id === undefined || cycle_id === issue.cycle_id
      ? {}
      : { cycle_added_at: cycle_id && (cycle_added_at ?? new Date().toISOString()) }
  const state = getRow('state', patch.state_id)
  if (!state) return added
  const done = state.group === 'completed'
  return {
    ...added,
    state__group: state.group,
    completed_at: done ? (issue.completed_at ?? new Date().toISOString()) : null,
  }
}

const sentence = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`
const wordOf = (patch: IssueChange) => columnInSentence(Object.keys(patch)[0] ?? '') ?? 'issue'

// Cycles and modules are set by the call for many, which guests have not.
const isOwnOnly = (patch: IssueChange) => !('cycle_id' in patch) && !('module_ids' in patch)
export const mayChange = (issue: Issue, patch: IssueChange) =>
  isOwnOnly(patch)
    ? may('issue.update', issue, placeOf(issue))
    : may('issue.bulk', issue, placeOf(issue)) && may('issue.update', issue, placeOf(issue))

const writeRequest = (issue: Issue, { sort_order: _, cycle_added_at: __, ...patch }: IssueChange) =>
  mutateMany({
    entity: 'issue',
    doing: 'Changing a request',
    failure: `The ${wordOf(patch)} was not changed.`,
    targetOf: id => ({ id, patch: { ...patch, ...derived(issue, patch) } }),
    route: inboxIssueRoutes.update,
    rowIn: body => body.issue,
    params: { ws: here().slug, p: issue.project_id, intakeIssueId: issue.id },
    ids: [issue.id],
    chunk: 1,
    bodyOf: () => ({ issue: patch }),
  })

type Patches = ReadonlyMap<Issue, IssueChange>
type TargetOf = (id: string) => { id: string; patch: Row }

/** What of each shows at once. */
const targetsOf = (patches: Patches): TargetOf => {
  const byId = new Map(
    [...patches].map(([issue, patch]) => [issue.id, { ...patch, ...derived(issue, patch) }]),
  )
  return id => ({ id, patch: byId.get(id) ?? {} })
}

const write = async (patches: Patches): Promise<string[]> => {
  const { slug } = here()
  for (const [issue, { sort_order: _, cycle_added_at: __, ...fields }] of patches)
    noteOwnEdit(issue.id, fields, field => columnInSentence(field) ?? '')
  const done: string[] = []
  const all = [...patches.keys()]
  const targetOf = targetsOf(patches)
  // What waits at the intake is hidden from all other calls.
  for (const issue of all.filter(isWaiting))
    done.push(...(await writeRequest(issue, patches.get(issue) ?? {})))
  for (const [projectId, issues] of byProject(all.filter(issue => !isWaiting(issue)))) {
    const patchOf = new Map(issues.map(issue => [issue.id, patches.get(issue) ?? {}]))
    const alone = issues.length === 1 && [...patchOf.values()].every(isOwnOnly)
    const params = { ws: slug, p: projectId }
    const common = {
      entity: 'issue' as const,
      doing: 'Changing issues',
      failure:
        patches.size === 1
          ? `The ${wordOf(patchOf.values().next().value ?? {})} was not changed.`
          : `${subjectOf(issues)} were not changed.`,
      targetOf,
    }
    if (!alone && may('issue.bulk', {}, { workspace: issues[0]?.workspace_id ?? '', project: projectId }))
      done.push(
        ...(await mutateMany({
          ...common,
          route: issueRoutes.bulkUpdate,
          params,
          ids: [...patchOf.keys()],
          chunk: MAX_BULK,
          bodyOf: ids => ({ updates: ids.map(id => ({ id, ...patchOf.get(id) })) }),
        })),
      )
    else
      for (const id of patchOf.keys())
        done.push(
          ...(await mutateMany({
            ...common,
            route: issueRoutes.update,
            params: { ...params, issueId: id },
            ids: [id],
            chunk: 1,
            bodyOf: () => ({ ...patchOf.get(id) }),
          })),
        )
  }
  return done
}

const rowOf = (id: string) => getRow('issue', id) as Row | null
const patchesOf = (changes: readonly FieldChange[]): Patches =>
  new Map(
    changes.flatMap(({ id, after }): [Issue, IssueChange][] => {
      const issue = getRow('issue', id)
      return issue ? [[issue, after]] : []
    }),
  )

type ChangeOptions = {
  /** The words of the undo, when they say more than "State changed on BER-3". */
  message?: string
  /** Offers the way back in a toast; of many it is always offered. */
  tell?: boolean
  /** Edits of the same key, one shortly after the other, are one to take back. */
  key?: string
  /** Part of something else that has its own way back. */
  within?: boolean
  /** Goes there by a call of its own, which does more than set these fields, and answers the ids of the issues changed. */
  by?: (ids: readonly string[], targetOf: TargetOf) => Promise<readonly string[]>
}

/**
 * Sets fields of issues: the same of all, or of each its own. Rows that hold the values already are not sent, rows that the
 * viewer may not change are left out and counted.
 */
export const changeIssues = async (
  issues: readonly Issue[],
  patch: IssueChange | ((issue: Issue) => IssueChange),
  options: ChangeOptions = {},
): Promise<boolean> => {
  const patches = new Map<Issue, IssueChange>()
  let refused = 0
  for (const issue of issues) {
    const given = Object.entries(typeof patch === 'function' ? patch(issue) : patch)
    const own = Object.fromEntries(
      given.filter(([name, value]) => !isSame(issue[name as keyof Issue], value)),
    )
    if (Object.keys(own).length === 0) continue
    if (mayChange(issue, own)) patches.set(issue, own)
    else refused++
  }
  const changed = [...patches.keys()]
  if (changed.length === 0) {
    if (refused > 0) toast.failure(`You may not change ${refused === 1 ? 'this issue' : 'these issues'}.`)
    return refused === 0
  }
  const first = patches.values().next().value ?? {}
  const changes = [...patches].map(([issue, after]) => ({
    id: issue.id,
    before: {
      ...Object.fromEntries(Object.keys(after).map(name => [name, issue[name as keyof Issue]])),
      // On its way back to a cycle it says since when it was there.
      ...('cycle_id' in after ? { cycle_added_at: issue.cycle_added_at } : {}),
    },
    after,
  }))
  const { by } = options
  const go = (all: Patches) =>
    by
      ? by(
          [...all.keys()].map(({ id }) => id),
          targetsOf(all),
        )
      : write(all)
  const sent = go(patches)
  const isDone = sent.then(done => done.length > 0)
  if (options.within) return isDone
  const left = refused > 0 ? `; ${refused.toLocaleString()} left out because you may not change them` : ''
  remember(
    {
      message: `${options.message ?? `${sentence(wordOf(first))} changed on ${subjectOf(changed)}`}${left}`,
      sent,
      changes,
      rowOf,
      write: all => write(patchesOf(all)),
      again: all => go(patchesOf(all)),
      ...(options.key === undefined ? {} : { key: options.key }),
    },
    { tell: changed.length > MAX_BULK ? 'done' : options.tell || changed.length > 1 || refused > 0 },
  )
  return isDone
}

export const updateIssue = (issue: Issue, patch: IssueChange) =>
  changeIssues([issue], patch, { key: `${issue.id} ${Object.keys(patch)}` })

/** Moves an issue in time; `step` is one of several by keys that belong together. */
export const moveDates = (issue: Issue, dates: IssueDates, { step = false } = {}) =>
  void changeIssues([issue], dates, {
    message: `${keyOf(issue)}: ${datesText(dates)}`,
    tell: true,
    ...(step ? { key: `dates ${issue.id}` } : {}),
  })

/** Places between two neighbours, evenly for several; a step beyond the end. */
export const placesBetween = (above: Issue | null, below: Issue | null, count: number): number[] => {
  const [from, to] = above
    ? [above.sort_order, below?.sort_order ?? above.sort_order + STEP * (count + 1)]
    : [
        (below?.sort_order ?? 65_535 + STEP * count) - STEP * (count + 1),
        below?.sort_order ?? 65_535 + STEP * count,
      ]
  return Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 1)) / (count + 1))
}
