/** Issues that an earlier import brought: values that are new in the source, where nobody has changed them here since. */
import { isDeepStrictEqual } from 'node:util'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../../db/locked.ts'
import type { Work } from '../../../db/work.ts'
import { updateIssues } from '../../../work/issues/issue.service.ts'
import type { Plan } from '../plan.ts'
import { keepMade } from '../staging/made.ts'
import { draftsBy, type ImportRow, type WholeRow } from '../staging/rows.ts'
import { folded } from '../values.ts'
import { type Held, heldIn } from './held.ts'
import type { Next } from './parts.ts'
import { type Comparable, comparable, labelsOf } from './values.ts'

const ROWS_OF_STEP = 100

type Given = { row_id: string; given: Comparable }

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
  }
}

const changesOf = (issue: Issue, before: Comparable, now: Comparable, held: Held) => {
  const present = presentOf(issue, held)
  /** New in the source, and here as the source had it before. */
  const isNews = (field: keyof typeof present) =>
    !isDeepStrictEqual(now[field], before[field]) && isDeepStrictEqual(present[field], before[field])
  const state = held.states.get(folded(now.state))
  const point = now.estimate === null ? null : held.points.get(folded(now.estimate))?.id
  const cycle = now.cycle === null ? null : held.cycles.get(folded(now.cycle))?.id
  return {
    ...(isNews('name') && { name: now.name }),
    ...(isNews('state') && state && { state_id: state.id }),
    ...(isNews('priority') && { priority: now.priority }),
    ...(isNews('start') && { start_date: now.start }),
    ...(isNews('target') && { target_date: now.target }),
    ...(isNews('estimate') && point !== undefined && { estimate_point: point }),
    ...(isNews('cycle') && cycle !== undefined && { cycle_id: cycle }),
    ...(isNews('labels') && {
      label_ids: now.labels.flatMap(name => held.labels.get(folded(name))?.id ?? []),
    }),
  }
}

export const updateMatched = async (work: Work, row: WholeRow, plan: Plan, nth: number): Promise<Next> => {
  const rows: ImportRow[] = await work
    .trx('import_rows')
    .where({ import: row.id, verdict: 'matched' })
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(ROWS_OF_STEP)
  const next = { nth: rows.at(-1)?.nth ?? nth, isOver: rows.length < ROWS_OF_STEP }
  const given: Given[] = await work
    .trx('import_made')
    .whereRaw('row_id = any(?)', [rows.flatMap(({ issue }) => issue ?? [])])
    .where('entity', 'issue')
    .whereNotNull('given')
    .orderBy('nth')
    .select('row_id', 'given')
  const before = new Map(given.map(one => [one.row_id, one.given]))
  const draftOf = draftsBy(row)
  let done = 0
  for (const [projectId, here] of Map.groupBy(rows, one => one.target!)) {
    const held = await heldIn(work.trx, projectId)
    const news = new Map(
      here.flatMap(own => {
        const draft = draftOf(own.cells)
        const now = comparable(draft, plan)
        const was = before.get(own.issue!)
        return was && !isDeepStrictEqual(was, now)
          ? [[own.issue!, { was, now: { ...now, labels: labelsOf(draft, plan).toSorted() } }] as const]
          : []
      }),
    )
    const issues = await locked(work, Issue, found =>
      found.whereRaw('issues.id = any(?)', [[...news.keys()]]),
    )
    const changes = issues.map(issue => {
      const { was, now } = news.get(issue.id)!
      return { issue, values: changesOf(issue, was, now, held) }
    })
    const real = changes.filter(({ values }) => Object.keys(values).length > 0)
    const after = await updateIssues(work, projectId, real)
    done += after.length
    await keepMade(
      work,
      row.id,
      Issue,
      after.map((issue, at) => {
        const { values, issue: old } = real[at]!
        const former = Object.fromEntries(Object.keys(values).map(name => [name, old[name as keyof Issue]]))
        return {
          ...issue,
          isNew: false,
          given: news.get(issue.id)!.now,
          before: { was: former, now: values },
        }
      }),
    )
  }
  return { ...next, done }
}
