/** Writes issues of an import, a batch at a time, parents before their sub-issues. */

import { setImmediate } from 'node:timers/promises'
import { Issue } from '#contract/work/issues.ts'
import { Link } from '#contract/work/links.ts'
import { takeTurn } from '../../../db/order.ts'
import { insertAll } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { insertTexts } from '../../../text/documents/store.ts'
import type { Text } from '../../../text/documents/textTasks.ts'
import { runTask } from '../../../text/documents/threads.ts'
import { follow } from '../../../work/activity/subscribers.ts'
import { belonging } from '../../../work/comments/comment.service.ts'
import { linkNew } from '../../../work/issues/issue.service.ts'
import { cleanUrl } from '../../../work/links/link.service.ts'
import type { Draft } from '../draft.ts'
import { own } from '../named.ts'
import type { Plan } from '../plan.ts'
import { markDone, markMatched } from '../staging/beside.ts'
import { keepMade } from '../staging/made.ts'
import { draftsBy, type ImportRow, type WholeRow } from '../staging/rows.ts'
import { folded } from '../values.ts'
import { type Held, heldIn } from './held.ts'
import { addressesOf, describe, keysIn, linked } from './texts.ts'
import { comparable, estimateOf, labelsOf, nameOf, priorityOf, stateOf } from './values.ts'

const ISSUES_OF_STEP = 100
const STEP = 10_000
const MOST_LINKS = 100

type One = { row: ImportRow; draft: Draft; html: string }

export type Where = { slug: string }

/** The rows that are to be written next, of one project. */
const nextRows = async (work: Work, row: WholeRow): Promise<ImportRow[]> => {
  const rows: ImportRow[] = await work
    .trx('import_rows')
    .where({ import: row.id, verdict: 'new', is_done: false })
    .orderBy(['depth', 'nth'])
    .limit(ISSUES_OF_STEP)
  return rows.filter(one => one.target === rows[0]!.target)
}

const personOf = (plan: Plan, key: string | undefined): string | null => {
  const person = key === undefined ? undefined : own(plan.people, key)
  return person && person.to !== 'none' ? (person.id ?? null) : null
}

const pointOf = (draft: Draft, plan: Plan, held: Held): string | null => {
  const value = estimateOf(draft, plan)
  return value === null ? null : (held.points.get(folded(value))?.id ?? null)
}

/** What stays in the text: people whom the plan leaves as text, assignees who cannot have the issue, an estimate that no scale holds. */
const keptAsText = (draft: Draft, plan: Plan, held: Held, { choices }: WholeRow): Draft['lines'] => {
  const { lost } = assigneesOf(draft, plan, held)
  const isLeftOut = own(choices.estimates, draft.estimate)?.value === null
  const isLost = draft.estimate && !isLeftOut && pointOf(draft, plan, held) === null
  return [
    ...(draft.author && !personOf(plan, draft.author.key)
      ? [{ name: 'Author', value: draft.author.name }]
      : []),
    ...(lost.length > 0 ? [{ name: 'Assignees', value: lost.join(', ') }] : []),
    ...(isLost ? [{ name: 'Estimate', value: draft.estimate }] : []),
  ]
}

export const assigneesOf = (draft: Pick<Draft, 'assignees'>, plan: Plan, held: Held) => {
  const ids: string[] = []
  const lost: string[] = []
  for (const person of draft.assignees) {
    const id = personOf(plan, person.key)
    const isMember = own(plan.people, person.key)?.to === 'member'
    if (id && (!isMember || held.people.has(id))) ids.push(id)
    else lost.push(person.name)
  }
  return { ids: [...new Set(ids)], lost }
}

const idsBy = (held: Map<string, { id: string }>, names: string[]) => [
  ...new Set(names.flatMap(name => held.get(folded(name))?.id ?? [])),
]

/** Files of a service are fetched once the issue is there; of a file of lines their addresses are all that is known. */
const linksOf = ({ connection }: WholeRow, draft: Draft) => {
  const seen = new Set<string>()
  const files = connection === null ? draft.files.map(({ url, name }) => ({ url, title: name })) : []
  return [...draft.links, ...files]
    .flatMap(({ url, title }) => {
      const clean = cleanUrl(url.slice(0, 2048))
      if (!clean || seen.has(clean)) return []
      seen.add(clean)
      return { url: clean, title: title.slice(0, 255) || null }
    })
    .slice(0, MOST_LINKS)
}

/** The parents of a batch: rows of this import that are written, or issues that were here. */
const parentsOf = async (work: Work, row: WholeRow, rows: readonly ImportRow[]) => {
  const found: { nth: number; issue: string }[] = await work
    .trx('import_rows')
    .where('import', row.id)
    .whereRaw('nth = any(?)', [rows.flatMap(({ parent_nth }) => parent_nth ?? [])])
    .select('nth', 'issue')
  const byNth = new Map(found.map(({ nth, issue }) => [nth, issue]))
  return (one: ImportRow) =>
    one.parent_nth === null ? one.parent_issue : (byNth.get(one.parent_nth) ?? null)
}

const valuesOf = (work: Work, row: WholeRow, plan: Plan, held: Held, { row: own, draft }: One) => {
  const state = held.states.get(folded(stateOf(draft, plan))) ?? held.first
  const created = draft.created ?? work.now
  const updated = draft.updated ?? created
  const author = personOf(plan, draft.author?.key) ?? work.viewer.id
  const cycle = draft.cycle ? held.cycles.get(folded(draft.cycle.name)) : undefined
  const { ids } = assigneesOf(draft, plan, held)
  return {
    id: own.issue!,
    created_at: created,
    updated_at: [created, updated].toSorted()[1]!,
    created_by: author,
    updated_by: author,
    name: nameOf(draft),
    sequence_id: own.number!,
    sort_order: own.number! * STEP,
    state_id: state.id,
    state__group: state.group,
    priority: priorityOf(draft, plan),
    estimate_point: pointOf(draft, plan, held),
    start_date: draft.start && draft.target && draft.start > draft.target ? null : draft.start,
    target_date: draft.start && draft.target && draft.start > draft.target ? null : draft.target,
    completed_at: state.group === 'completed' ? (draft.completed ?? updated) : null,
    archived_at: draft.archived?.slice(0, 10) ?? null,
    is_draft: false,
    project_id: own.target!,
    workspace_id: row.workspace,
    cycle_id: cycle?.id ?? null,
    cycle_added_at: cycle ? work.now : null,
    module_ids: idsBy(held.modules, draft.modules),
    label_ids: idsBy(held.labels, labelsOf(draft, plan)),
    assignee_ids: ids,
    sub_issues_count: own.children,
    link_count: linksOf(row, draft).length,
    external_id: own.key,
    external_source: row.source,
  }
}

/** The text of an issue as the source has it now. */
export const textOf = async (
  { work, row, where, plan, held }: { work: Work; row: WholeRow; where: Where; plan: Plan; held: Held },
  own: ImportRow,
  draft: Draft,
): Promise<string> => {
  const place = { origin: row.origin, slug: where.slug, project: own.target! }
  const html = await describe(draft, place, keptAsText(draft, plan, held, row))
  return linked(html, await addressesOf(work.trx, row, where.slug, keysIn(html)))
}

const beginTexts = async (
  row: WholeRow,
  where: Where,
  plan: Plan,
  held: Held,
  rows: readonly ImportRow[],
  work: Work,
) => {
  const draftOf = draftsBy(row)
  const given: One[] = []
  for (const own of rows) {
    const draft = draftOf(own.cells)
    const place = { origin: row.origin, slug: where.slug, project: own.target! }
    given.push({ row: own, draft, html: await describe(draft, place, keptAsText(draft, plan, held, row)) })
    await setImmediate()
  }
  const addressOf = await addressesOf(work.trx, row, where.slug, [
    ...new Set(given.flatMap(({ html }) => keysIn(html))),
  ])
  const texts = new Map<string, Text>()
  for (const one of given) {
    one.html = linked(one.html, addressOf)
    if (!one.html) continue
    const text = await runTask('beginHtml', { html: one.html })
    if (!('refused' in text)) texts.set(one.row.issue!, text)
    await setImmediate()
  }
  return { given, texts }
}

/** Keys that another import has brought since the dry run: these issues are here already. */
const broughtSince = async (
  work: Work,
  row: WholeRow,
  rows: readonly ImportRow[],
): Promise<Map<number, string>> => {
  const found: { id: string; external_id: string }[] = await work
    .trx('issues')
    .where({ project_id: rows[0]!.target, external_source: row.source })
    .whereRaw('external_id = any(?)', [rows.flatMap(({ key }) => key ?? [])])
    .whereNull('deleted_at')
    .select('id', 'external_id')
  const ids = new Map(found.map(one => [one.external_id, one.id]))
  return new Map(rows.flatMap(({ nth, key }) => (ids.has(key ?? '') ? [[nth, ids.get(key!)!] as const] : [])))
}

/** Writes the next batch; answers how many, none when all are there. */
export const writeIssues = async (work: Work, row: WholeRow, plan: Plan, where: Where): Promise<number> => {
  const found = await nextRows(work, row)
  if (found.length === 0) return 0
  const projectId = found[0]!.target!
  // Two imports of one source take turns from here on.
  await takeTurn(work, `imports ${projectId} ${row.source}`)
  const here = await broughtSince(work, row, found)
  await markMatched(work, row.id, here)
  const rows = found.filter(({ nth }) => !here.has(nth))
  if (rows.length === 0) return found.length
  const held = await heldIn(work.trx, projectId)
  const { given, texts } = await beginTexts(row, where, plan, held, rows, work)
  const parentOf = await parentsOf(work, row, rows)
  const issues = await insertAll(
    Issue,
    given.map(one => ({
      work,
      values: { ...valuesOf(work, row, plan, held, one), parent_id: parentOf(one.row) },
    })),
  )
  await linkNew(work, issues)
  await insertTexts(
    work,
    issues.flatMap(issue => {
      const text = texts.get(issue.id)
      const { id, workspace_id, project_id, created_by: by, created_at: at } = issue
      return text ? [{ id, kind: 'issue' as const, workspace_id, project_id, text, at, by }] : []
    }),
  )
  await insertAll(
    Link,
    issues.flatMap((issue, at) =>
      linksOf(row, given[at]!.draft).map(link => ({
        work,
        values: { ...belonging(issue), ...link, metadata: {} },
      })),
    ),
  )
  await follow(
    issues.flatMap(issue => issue.assignee_ids.map(person => ({ work, issue, person, again: true }))),
  )
  await keepMade(
    work,
    row.id,
    Issue,
    issues.map((issue, at) => ({ ...issue, given: comparable(given[at]!.draft, plan) })),
  )
  await markDone(
    work,
    row.id,
    rows.map(({ nth }) => nth),
  )
  return found.length
}
