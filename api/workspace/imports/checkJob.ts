/** The dry run: each record gets its answer (new, matched, skipped), and nothing of the workspace is written. */

import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { v7 } from 'uuid'
import { Import, type ImportOutcome, type ImportSource } from '#contract/workspace/imports.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import type { JobAtWork, Kind, Step } from '../jobs/runner.ts'
import { claimKeys, inheritProjects } from './claims.ts'
import type { Draft, Unread } from './draft.ts'
import { spellingsOf } from './keys.ts'
import { planOf, sourceNames } from './match.ts'
import { addOnce, own, put } from './named.ts'
import { checkPages } from './pages/check.ts'
import type { Plan } from './plan.ts'
import type { Access } from './read/open.ts'
import { comparable, estimateOf } from './run/values.ts'
import { clearVerdicts, keepBeside, keepVerdicts } from './staging/beside.ts'
import { keepFaults, MOST_FAULTS, type NewFault } from './staging/faults.ts'
import { NOT_UNDONE } from './staging/made.ts'
import { linkParents } from './staging/parents.ts'
import { draftsBy, matchesOf, type WholeRow, wholeRow } from './staging/rows.ts'
import { noteUsed, nothingUsed } from './used.ts'

export const IMPORT_CHECK = 'import_check'

const ROWS_OF_STEP = 250
/** So many cycles or modules are counted by name. */
const MOST_PLANS = 1_000

type Sums = Record<string, { rows: number; new: number; matched: number; skipped: number; comments: number }>
type Counts = {
  comments: number
  relations: number
  parents: number
  cycles: string[]
  modules: string[]
  files: number
  changed: number
}
type At = {
  phase: 'rows' | 'parents' | 'relations'
  nth: number
  began: string
  sums: Sums
  counts: Counts
  faults: number
  empty: number
  used: Plan['used']
}

const begin = (now: string): At => ({
  ...{ phase: 'rows', nth: -1, began: now, sums: {}, faults: 0, empty: 0, used: {} },
  counts: { comments: 0, relations: 0, parents: 0, cycles: [], modules: [], files: 0, changed: 0 },
})

type Raw = { nth: number; line: number; cells: unknown; fault: string | null }
type Judged = Raw & {
  draft: Draft | null
  key: string
  project: string
  verdict: 'new' | 'matched' | 'skipped'
  issue: string | null
  target: string | null
}

const rowsAfter = (work: Work, row: WholeRow, nth: number): Promise<Raw[]> =>
  work
    .trx('import_rows')
    .where('import', row.id)
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(ROWS_OF_STEP)
    .select('nth', 'line', 'cells', 'fault')

type Known = { id: string; project_id: string; external_id: string }

/** Issues that an earlier import brought under these keys, of the projects that this one goes to. */
const knownIssues = async (
  work: Work,
  source: ImportSource,
  projects: string[],
  keys: string[],
): Promise<Map<string, Known>> => {
  const rows: Known[] = await work
    .trx('issues')
    .whereRaw('project_id = any(?) and external_source = ? and external_id = any(?)', [
      projects,
      source,
      keys,
    ])
    .whereNull('deleted_at')
    .select('id', 'project_id', 'external_id')
  return new Map(rows.map(one => [`${one.project_id} ${one.external_id}`, one]))
}

const skip = (one: Judged, said: string, words: string): NewFault => {
  one.verdict = 'skipped'
  return { line: one.line, key: one.draft?.key ?? '', said, words, effect: 'skipped' }
}

const judgeRow = (raw: Raw, draft: Draft | null, plan: Plan, faults: NewFault[]): Judged => {
  const one: Judged = {
    ...raw,
    draft,
    key: '',
    project: draft?.project ?? '',
    verdict: 'new',
    issue: null,
    target: null,
  }
  if (raw.fault && draft) {
    faults.push(skip(one, raw.fault, draft.name))
    return one
  }
  if (!draft) {
    const words = Array.isArray(raw.cells) ? `…${String(raw.cells.at(-1) ?? '').slice(-40)}` : ''
    faults.push(skip(one, raw.fault!, words))
    return one
  }
  const project = own(plan.projects, draft.project)
  if (!draft.name) faults.push(skip(one, 'No title', 'The title is empty'))
  else if (!project || project.to === 'skip') one.verdict = 'skipped'
  else one.target = project.id ?? null
  return one
}

const judgeValues = (one: Judged, { choices }: WholeRow, plan: Plan, faults: NewFault[]): number => {
  const { draft, line } = one
  if (!draft || one.verdict === 'skipped') return 0
  const unread = [...draft.unread]
  if (draft.start && draft.target && draft.start > draft.target)
    unread.push({ said: 'Due date is before the start date', words: draft.target, effect: 'No due date' })
  if (draft.estimate && estimateOf(draft, plan) === null && !own(choices.estimates, draft.estimate))
    unread.push({
      said: 'Estimate is not on the scale',
      ...{ words: draft.estimate, effect: 'It stays in the text' },
    })
  faults.push(...unread.map(fault => ({ line, key: draft.key, ...fault })))
  return unread.length
}

const countRow = ({ sums, counts, used }: At, { draft, project, verdict }: Judged, plan: Plan): Unread[] => {
  const sum =
    own(sums, project) ?? put(sums, project, { rows: 0, new: 0, matched: 0, skipped: 0, comments: 0 })
  sum.rows++
  sum[verdict]++
  if (!draft || verdict === 'skipped') return []
  sum.comments += draft.comments.length
  counts.comments += draft.comments.length
  counts.files += draft.files.length
  addOnce(counts.cycles, draft.cycle?.name ?? '', MOST_PLANS)
  for (const name of draft.modules) addOnce(counts.modules, name, MOST_PLANS)
  return noteUsed(own(used, project) ?? put(used, project, nothingUsed()), draft, plan)
}

/** Matched issues of which the source has newer values than it had when they were last brought. */
const changedAmong = async (work: Work, plan: Plan, judged: Judged[]): Promise<number> => {
  const matched = judged.filter(({ verdict }) => verdict === 'matched')
  const given: { row_id: string; given: unknown }[] = await work
    .trx('import_made')
    .whereRaw('row_id = any(?)', [matched.flatMap(({ issue }) => issue ?? [])])
    .where('entity', 'issue')
    .whereRaw(NOT_UNDONE)
    .orderBy('nth')
    .select('row_id', 'given')
  const before = new Map(given.map(one => [one.row_id, one.given]))
  return matched.filter(one => {
    const known = before.get(one.issue!)
    return known !== undefined && !isDeepStrictEqual(known, comparable(one.draft!, plan))
  }).length
}

const judgeRows = async (
  work: Work,
  row: WholeRow,
  plan: Plan,
  from: At,
): Promise<{ at: At; isOver: boolean }> => {
  const at = structuredClone(from)
  const raw = await rowsAfter(work, row, at.nth)
  const faults: NewFault[] = []
  const draftOf = draftsBy(row)
  const drafts: (Draft | null)[] = []
  for (const [nth, { fault, cells }] of raw.entries()) {
    // A line of a table with a fault is not read; a service names its issue all the same.
    drafts.push(fault && Array.isArray(cells) ? null : draftOf(cells))
    if (nth % 20 === 19) await setImmediate()
  }
  await inheritProjects(work, row, drafts, Object.keys(plan.projects)[0] ?? '')
  const judged = raw.map((one, at) => judgeRow(one, drafts[at] ?? null, plan, faults))
  const late = await claimKeys(work, row, judged)
  for (const one of judged) {
    const first = late.get(one.nth)
    if (first !== undefined) faults.push(skip(one, `Same key as line ${first}`, one.key))
  }
  const open = judged.filter(({ verdict }) => verdict !== 'skipped')
  const targets = [...new Set(open.flatMap(({ target }) => target ?? []))]
  const known = await knownIssues(
    work,
    row.source,
    targets,
    open.map(({ key }) => key),
  )
  for (const one of open) {
    const issue = known.get(`${one.target} ${one.key}`)
    one.verdict = issue ? 'matched' : 'new'
    one.issue = issue?.id ?? v7()
  }
  for (const one of judged) {
    const left = countRow(at, one, plan)
    faults.push(...left.map(fault => ({ line: one.line, key: one.draft?.key ?? '', ...fault })))
    at.empty += left.length + judgeValues(one, row, plan, faults)
  }
  at.counts.changed += await changedAmong(work, plan, judged)
  await keepVerdicts(
    work,
    row.id,
    judged.map(({ nth, key, project, target, verdict, issue, draft }) => ({
      ...{ nth, key, project, target, verdict, issue },
      parent: draft?.parent || null,
      related: (draft?.relations.length ?? 0) > 0,
      wanted: wantedNumber(draft),
    })),
  )
  faults.sort((a, b) => a.line - b.line)
  await keepFaults(work, row.id, faults.slice(0, Math.max(0, MOST_FAULTS - at.faults)))
  at.faults += faults.length
  at.nth = raw.at(-1)?.nth ?? at.nth
  return { at, isOver: raw.length < ROWS_OF_STEP }
}

/** The number within its project that the source's key ends with. */
const wantedNumber = (draft: Draft | null): number | null => {
  const number = Number(/(?:^|[-#])(\d{1,9})$/.exec(draft?.key ?? '')?.[1])
  return number > 0 && number < 2_000_000_000 ? number : null
}

const judgeRelations = async (work: Work, row: WholeRow, from: At): Promise<{ at: At; isOver: boolean }> => {
  const at = structuredClone(from)
  const raw: Raw[] = await work
    .trx('import_rows')
    .where({ import: row.id, is_related: true })
    .whereNot('verdict', 'skipped')
    .where('nth', '>', at.nth)
    .orderBy('nth')
    .limit(ROWS_OF_STEP)
    .select('nth', 'line', 'cells', 'fault')
  const draftOf = draftsBy(row)
  const drafts = raw.map(one => ({ ...one, draft: draftOf(one.cells) }))
  const keys = [
    ...new Set(drafts.flatMap(({ draft }) => draft.relations.flatMap(({ key }) => spellingsOf(key)))),
  ]
  const found = new Set(
    await work
      .trx('import_keys as k')
      .join('import_rows as r', own => own.on('r.import', 'k.import').on('r.nth', 'k.nth'))
      .where('k.import', row.id)
      .whereNot('r.verdict', 'skipped')
      .whereRaw('k.key = any(?)', [keys])
      .pluck<string[]>('k.key'),
  )
  const faults: NewFault[] = []
  for (const { draft, line } of drafts)
    for (const { type, key } of draft.relations) {
      at.counts.relations++
      if (!spellingsOf(key).some(one => found.has(one)))
        faults.push({
          ...{
            line,
            key: draft.key,
            said: 'Relation to an issue that is not in the file',
            effect: 'No relation',
          },
          words: `${type.replace('_', ' ')} ${key}`,
        })
    }
  await keepFaults(work, row.id, faults.slice(0, Math.max(0, MOST_FAULTS - at.faults)))
  at.faults += faults.length
  at.empty += faults.length
  at.nth = raw.at(-1)?.nth ?? at.nth
  return { at, isOver: raw.length < ROWS_OF_STEP }
}

const outcomeOf = async (work: Work, row: WholeRow, plan: Plan, at: At): Promise<ImportOutcome> => {
  const [facts] = (await work
    .trx('import_rows')
    .where('import', row.id)
    .whereNot('verdict', 'skipped')
    .select(
      work.trx.raw('count(*) filter (where parent is not null)::int as parents'),
      work.trx.raw('count(*) filter (where parent_nth is not null or parent_issue is not null)::int as kept'),
      work.trx.raw('count(*)::int as total'),
    )) as { parents: number; kept: number; total: number }[]
  const [related] = (await work
    .trx('import_faults')
    .where({ import: row.id, effect: 'No relation' })
    .select(work.trx.raw('count(*)::int as total'))) as { total: number }[]
  const of = (found: number, made = found) => ({ found, made, missing: found - made })
  const { counts } = at
  const named = (values: Record<string, { name: string | null }>) =>
    new Set(Object.values(values).flatMap(({ name }) => name?.toLowerCase() ?? [])).size
  return {
    projects: Object.entries(at.sums).map(([value, sum]) => {
      const project = own(plan.projects, value)
      const isNew = project?.to === 'new'
      return { value, id: project?.id ?? null, name: project?.name ?? value, is_new: isNew, ...sum }
    }),
    kinds: {
      issues: of(row.rows, facts!.total),
      comments: of(counts.comments),
      sub_issues: of(facts!.parents, facts!.kept),
      relations: of(counts.relations, counts.relations - related!.total),
      cycles: of(counts.cycles.length),
      modules: of(counts.modules.length),
      labels: of(Object.keys(plan.labels).length, named(plan.labels)),
      people: of(Object.keys(plan.people).length),
      // Of a file of lines their addresses alone are known: they become links.
      files: of(counts.files, row.connection === null ? 0 : counts.files),
    },
    changed: counts.changed,
    invited: Object.entries(plan.people).flatMap(([address, { to }]) => (to === 'invite' ? [address] : [])),
    took_ms: Date.now() - Date.parse(at.began),
    at: new Date().toISOString(),
  }
}

const end = async (work: Work, row: WholeRow, plan: Plan, at: At): Promise<Step> => {
  const outcome = await outcomeOf(work, row, plan, at)
  const sum = (field: 'new' | 'matched' | 'skipped') =>
    outcome.projects.reduce((total, one) => total + one[field], 0)
  await keepBeside(work, row.id, { outcome, plan: { ...plan, used: at.used } })
  const own = await lockedOne(work, Import, { id: row.id })
  const figures = { new_count: sum('new'), matched_count: sum('matched'), skipped_count: sum('skipped') }
  if (own) await update(work, Import, own, { state: 'checked', ...figures, empty_count: at.empty })
  return { phases: [{ name: 'rows', done: row.rows, total: row.rows }], result: figures }
}

/** The most issues that an export of Jira as a table holds, whatever there are. */
const MOST_OF_JIRA = 1_000
/** A list that ends where its tool stops writing is said to do so. */
const sayCut = async (work: Work, row: WholeRow): Promise<number> => {
  if (row.source !== 'jira' || row.connection !== null || row.rows !== MOST_OF_JIRA) return 0
  const last = await work.trx('import_rows').where('import', row.id).max<{ line: number }[]>('line as line')
  const said = `The file has exactly ${MOST_OF_JIRA} issues, the most that Jira exports at once`
  const fault = { line: last[0]?.line ?? 0, key: '', said, words: '', effect: 'Others may be missing' }
  await keepFaults(work, row.id, [fault])
  return 1
}

const step = async (work: Work, job: JobAtWork, access: Access): Promise<Step> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row) return { phases: [], result: {} }
  work.import = { id: row.id, from: sourceNames[row.source] }
  if (row.source === 'pages') return checkPages(work, job, row, access)
  const at = (job.checkpoint as At | null) ?? begin(work.now)
  if (at.nth === -1 && at.phase === 'rows') {
    const plan = planOf(await matchesOf(work.trx, work.viewer, row))
    await keepBeside(work, row.id, { plan })
    await clearVerdicts(work, row.id)
    row.plan = plan
  }
  const plan = row.plan!
  const phases = [{ name: 'rows', done: Math.min(at.nth + 1, row.rows), total: row.rows }]
  if (at.phase === 'rows') {
    const judged = await judgeRows(work, row, plan, at)
    return { phases, checkpoint: judged.isOver ? { ...judged.at, phase: 'parents' } : judged.at }
  }
  if (at.phase === 'parents') {
    const faults = (await linkParents(work, row, MOST_FAULTS - at.faults)) + (await sayCut(work, row))
    return {
      phases,
      checkpoint: {
        ...at,
        phase: 'relations',
        nth: -1,
        faults: at.faults + faults,
        empty: at.empty + faults,
      },
    }
  }
  const judged = await judgeRelations(work, row, at)
  return judged.isOver ? end(work, row, plan, judged.at) : { phases, checkpoint: judged.at }
}

export const importCheck = (access: Access): Kind => ({
  kind: IMPORT_CHECK,
  step: (work, job) => step(work, job, access),
})
