/** Issues that an earlier import brought: what is new in the source, where nobody has changed it here since. */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../../db/locked.ts'
import type { Work } from '../../../db/work.ts'
import { updateIssues } from '../../../work/issues/issue.service.ts'
import type { Draft } from '../draft.ts'
import type { Plan } from '../plan.ts'
import { keepFaults, type NewFault } from '../staging/faults.ts'
import { keepMade, NOT_UNDONE } from '../staging/made.ts'
import { draftsBy, type ImportRow, rowsAfter, type WholeRow } from '../staging/rows.ts'
import { folded } from '../values.ts'
import { KEPT, rewrite, type TextMade, textsOf } from './again.ts'
import { type Held, heldIn } from './held.ts'
import { assigneesOf, textOf, type Where } from './issues.ts'
import type { Next } from './parts.ts'
import { type Comparable, comparable } from './values.ts'

const ROWS_OF_STEP = 100

type Given = { row_id: string; given: Comparable }
type News = { own: ImportRow; draft: Draft; was: Comparable; now: Comparable }

/** Who people of the source are here. */
const idsOf = (keys: readonly string[], plan: Plan, held: Held) =>
  assigneesOf({ assignees: keys.map(key => ({ key, name: key, address: null })) }, plan, held).ids.toSorted()

/** The fields of an issue as the source names them, for comparing with what it gave before. */
const presentOf = (issue: Issue, held: Held) => {
  const nameOf = (from: Map<string, { id: string; name: string }>, id: string | null) =>
    [...from.values()].find(one => one.id === id)?.name ?? null
  return {
    name: issue.name,
    state: nameOf(held.states, issue.state_id),
    priority: issue.priority,
    start: issue.start_date,
    target: issue.target_date,
    estimate: nameOf(held.points, issue.estimate_point),
    cycle: nameOf(held.cycles, issue.cycle_id),
    labels: issue.label_ids.flatMap(id => nameOf(held.labels, id) ?? []).toSorted(),
    modules: issue.module_ids.flatMap(id => nameOf(held.modules, id) ?? []).toSorted(),
  }
}
type Field = keyof ReturnType<typeof presentOf>

const fieldWords: Record<Field | 'assignees' | 'text', string> = {
  name: 'title',
  state: 'state',
  priority: 'priority',
  start: 'start date',
  target: 'due date',
  estimate: 'estimate',
  cycle: 'cycle',
  labels: 'labels',
  modules: 'modules',
  assignees: 'assignees',
  text: 'text',
}

const changesOf = (issue: Issue, { was, now }: News, plan: Plan, held: Held) => {
  const present = presentOf(issue, held)
  const kept: (Field | 'assignees')[] = []
  /** New in the source, and here as the source had it before; what is new on both sides is kept as it is here. */
  const isNews = (field: Field) => {
    if (isDeepStrictEqual(now[field], was[field]) || isDeepStrictEqual(present[field], now[field]))
      return false
    const isUntouched = isDeepStrictEqual(present[field], was[field])
    if (!isUntouched) kept.push(field)
    return isUntouched
  }
  const idsBy = (from: Map<string, { id: string }>, names: readonly string[]) =>
    names.flatMap(name => from.get(folded(name))?.id ?? [])
  const state = held.states.get(folded(now.state))
  const point = now.estimate === null ? null : held.points.get(folded(now.estimate))?.id
  const cycle = now.cycle === null ? null : held.cycles.get(folded(now.cycle))?.id
  const people = idsOf(now.assignees, plan, held)
  const isReassigned =
    !isDeepStrictEqual(now.assignees, was.assignees) &&
    !isDeepStrictEqual(people, issue.assignee_ids.toSorted())
  const areTheirs = isDeepStrictEqual(idsOf(was.assignees, plan, held), issue.assignee_ids.toSorted())
  if (isReassigned && !areTheirs) kept.push('assignees')
  const values = {
    ...(isNews('name') && { name: now.name }),
    ...(isNews('state') && state && { state_id: state.id }),
    ...(isNews('priority') && { priority: now.priority }),
    ...(isNews('start') && { start_date: now.start }),
    ...(isNews('target') && { target_date: now.target }),
    ...(isNews('estimate') && point !== undefined && { estimate_point: point }),
    ...(isNews('cycle') && cycle !== undefined && { cycle_id: cycle }),
    ...(isNews('labels') && { label_ids: idsBy(held.labels, now.labels) }),
    ...(isNews('modules') && { module_ids: idsBy(held.modules, now.modules) }),
    ...(isReassigned && areTheirs && { assignee_ids: people }),
  }
  return { issue, values, kept }
}

/** What is new in the source of these rows, by their issues. */
const newsOf = async (work: Work, row: WholeRow, plan: Plan, rows: readonly ImportRow[]) => {
  const given: Given[] = await work
    .trx('import_made')
    .whereRaw('row_id = any(?)', [rows.flatMap(({ issue }) => issue ?? [])])
    .where('entity', 'issue')
    .whereNotNull('given')
    .whereRaw(NOT_UNDONE)
    .orderBy('nth')
    .select('row_id', 'given')
  const before = new Map(given.map(one => [one.row_id, one.given]))
  const draftOf = draftsBy(row)
  const news = new Map<string, News>()
  for (const [at, own] of rows.entries()) {
    if (at % 20 === 19) await setImmediate()
    const draft = draftOf(own.cells)
    const now = comparable(draft, plan)
    const was = before.get(own.issue!)
    if (was && !isDeepStrictEqual(was, now)) news.set(own.issue!, { own, draft, was, now })
  }
  return news
}

type Target = { work: Work; row: WholeRow; plan: Plan; where: Where }

/** Texts that are new in the source; those that people changed here stay. */
const rewriteTexts = async (
  { work, row, plan, where }: Target,
  issues: readonly Issue[],
  news: ReadonlyMap<string, News>,
  held: Held,
) => {
  const due = issues.filter(({ id }) => news.get(id)!.was.text !== news.get(id)!.now.text)
  const texts = await textsOf(
    work,
    due.map(({ id }) => id),
  )
  const made = new Map<string, TextMade>()
  const kept = new Set<string>()
  for (const issue of due) {
    const { own, draft } = news.get(issue.id)!
    if (!texts.isUntouched(issue.id)) {
      kept.add(issue.id)
      continue
    }
    const html = await textOf({ work, row, where, plan, held }, own, draft)
    made.set(issue.id, await rewrite(work, issue, html, texts.of(issue.id)))
    await setImmediate()
  }
  return { made, kept }
}

/** Brings what is new of the next issues that were here. */
export const updateMatched = async (
  work: Work,
  row: WholeRow,
  plan: Plan,
  { slug, nth }: { slug: string; nth: number },
): Promise<Next> => {
  const rows: ImportRow[] = await rowsAfter(work, row, { nth, most: ROWS_OF_STEP, verdicts: ['matched'] })
  const next = { nth: rows.at(-1)?.nth ?? nth, isOver: rows.length < ROWS_OF_STEP }
  const faults: NewFault[] = []
  let done = 0
  for (const [projectId, here] of Map.groupBy(rows, one => one.target!)) {
    const held = await heldIn(work.trx, projectId)
    const news = await newsOf(work, row, plan, here)
    const issues = await locked(work, Issue, found =>
      found.whereRaw('issues.id = any(?)', [[...news.keys()]]),
    )
    const target = { work, row, plan, where: { slug } }
    const { made, kept: keptTexts } = await rewriteTexts(target, issues, news, held)
    // Their rows are others once their texts are.
    const present = await locked(work, Issue, found =>
      found.whereRaw('issues.id = any(?)', [issues.map(({ id }) => id)]),
    )
    const changes = present.map(issue => changesOf(issue, news.get(issue.id)!, plan, held))
    for (const { issue, kept } of changes) {
      const fields = [...kept, ...(keptTexts.has(issue.id) ? (['text'] as const) : [])]
      if (fields.length === 0) continue
      const { own, draft } = news.get(issue.id)!
      const words = fields.map(field => fieldWords[field]).join(', ')
      faults.push({ line: own.line, key: draft.key, said: 'Changed here and there', words, effect: KEPT })
    }
    const real = changes.filter(({ values }) => Object.keys(values).length > 0)
    const updated = await updateIssues(work, projectId, real)
    const after = new Map([...present, ...updated].map(issue => [issue.id, issue]))
    const changed = changes.filter(
      ({ issue, values }) => Object.keys(values).length > 0 || made.has(issue.id),
    )
    done += changed.length
    await keepMade(
      work,
      row.id,
      Issue,
      changed.map(({ issue, values }) => {
        const former = Object.fromEntries(Object.keys(values).map(name => [name, issue[name as keyof Issue]]))
        const text = made.get(issue.id)
        return {
          ...after.get(issue.id)!,
          isNew: false,
          given: news.get(issue.id)!.now,
          before: { was: former, now: values, ...(text && { text }) },
        }
      }),
    )
  }
  await keepFaults(work, row.id, faults)
  return { ...next, done }
}
