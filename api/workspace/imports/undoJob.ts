/** Takes an import out again: what it made goes, what it changed gets its former values, and what people have changed since stays. */
import { isDeepStrictEqual } from 'node:util'
import type { Entity } from '#contract/define.ts'
import { Attachment } from '#contract/files/files.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Estimate, EstimatePoint } from '#contract/planning/estimates.ts'
import { Module } from '#contract/planning/modules.ts'
import type { Row } from '#contract/rules.ts'
import { Page } from '#contract/text/pages.ts'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { Relation } from '#contract/work/relations.ts'
import { State } from '#contract/work/states.ts'
import { Import } from '#contract/workspace/imports.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { removeAll, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { updateComment } from '../../work/comments/comment.service.ts'
import { recount, updateIssues } from '../../work/issues/issue.service.ts'
import type { JobAtWork, Kind, Step } from '../jobs/runner.ts'
import { deleteProject } from '../projects/project.service.ts'
import { sourceNames } from './match.ts'
import { takePages } from './pages/undo.ts'
import { rewrite, type TextMade } from './run/again.ts'
import { keepMade, keepText } from './staging/made.ts'
import { type WholeRow, wholeRow } from './staging/rows.ts'

export const IMPORT_UNDO = 'import_undo'

const ROWS_OF_STEP = 200

/** In this order: what belongs to others goes first, what others are in goes last. */
const ORDER = [
  'attachment',
  'issue_relation',
  'issue_comment',
  'changed_comment',
  'changed',
  'issue',
  'page',
  'module',
  'cycle',
  'label',
  'estimate',
  'state',
  'project',
] as const
type At = { phase: (typeof ORDER)[number]; nth: number; taken: number; kept: number }
type Made = {
  nth: number
  row_id: string
  revision: number
  before: { was: Partial<Issue>; now: Partial<Issue>; text?: TextMade } | null
}

const madeOf = (work: Work, row: WholeRow, entity: string, isNew: boolean, nth: number): Promise<Made[]> =>
  work
    .trx('import_made')
    .where({ import: row.id, entity, is_new: isNew })
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(ROWS_OF_STEP)
    .select('nth', 'row_id', 'revision', 'before')

/**
 * Ids of imported issues that people have worked on since: their row is another, or somebody has commented, linked, attached or put
 * a sub-issue below them.
 */
export const editedSince = async (
  { trx }: Pick<Work, 'trx'>,
  importId: string,
  ids?: readonly string[],
): Promise<string[]> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select i.id from import_made m join issues i on i.id = m.row_id
      where m.import = :importId and m.entity = 'issue' and m.is_new and i.deleted_at is null
        and (:ids::uuid[] is null or i.id = any(:ids))
        and (i.revision <> m.revision
          or exists (select from issue_comments c where c.issue = i.id and c.deleted_at is null
               and not exists (select from import_made o where o.import = m.import and o.row_id = c.id and o.revision = c.revision))
          or exists (select from documents d where d.id = i.id and d.version > 1)
          or exists (select from issues s where s.parent_id = i.id and s.deleted_at is null
               and not exists (select from import_made o where o.import = m.import and o.row_id = s.id)))`,
    { importId, ids: ids ? [...ids] : null },
  )
  return rows.map(({ id }) => id)
}

type Undone = { nth: number; taken: number; kept: number; isOver: boolean }

const ended = (rows: Made[], nth: number, taken: number): Undone => ({
  nth: rows.at(-1)?.nth ?? nth,
  taken,
  kept: rows.length - taken,
  isOver: rows.length < ROWS_OF_STEP,
})

/** Rows that nobody has changed since and that nothing which stays needs. */
const takeOut = async <E extends Entity>(
  work: Work,
  row: WholeRow,
  of: E,
  nth: number,
  isNeeded?: string,
): Promise<Undone> => {
  const rows = await madeOf(work, row, of.name, true, nth)
  const revisions = new Map(rows.map(one => [one.row_id, one.revision]))
  const there = await locked(work, of, found => {
    found.whereRaw(`${of.table}.id = any(?)`, [[...revisions.keys()]])
    if (isNeeded) found.whereRaw(`not exists (${isNeeded})`)
    return found
  })
  const free = there.filter(one => {
    const { id, revision } = one as Row
    return revisions.get(id as string) === revision
  })
  await removeAll(work, of, free)
  return ended(rows, nth, free.length)
}

/** Files of issues that go, and of those that were here before, which are counted anew. */
const takeFiles = async (work: Work, row: WholeRow, nth: number): Promise<Undone> => {
  const rows = await madeOf(work, row, Attachment.name, true, nth)
  const found = await locked(work, Attachment, of =>
    of.whereRaw('file_assets.id = any(?)', [rows.map(({ row_id }) => row_id)]),
  )
  const ids = [...new Set(found.flatMap(({ issue }) => issue ?? []))]
  // An issue that stays because people work on it keeps its files.
  const edited = new Set(await editedSince(work, row.id, ids))
  const files = found.filter(({ issue }) => !edited.has(issue ?? ''))
  await removeAll(work, Attachment, files)
  const brought = await work
    .trx('import_made')
    .where({ import: row.id, is_new: true })
    .whereRaw('row_id = any(?)', [ids])
    .pluck<string[]>('row_id')
  const issues = await locked(work, Issue, of =>
    of.whereRaw('issues.id = any(?)', [ids.filter(id => !brought.includes(id))]),
  )
  const lost = Map.groupBy(files, ({ issue }) => issue)
  await updateAll(
    work,
    Issue,
    issues.map(before => ({
      before,
      patch: { attachment_count: Math.max(0, before.attachment_count - (lost.get(before.id)?.length ?? 0)) },
    })),
  )
  return ended(rows, nth, files.length)
}

const takeIssues = async (work: Work, row: WholeRow, nth: number): Promise<Undone> => {
  const rows = await madeOf(work, row, 'issue', true, nth)
  const ids = rows.map(({ row_id }) => row_id)
  const edited = new Set(await editedSince(work, row.id, ids))
  const issues = await locked(work, Issue, found =>
    found.whereRaw('issues.id = any(?)', [ids.filter(id => !edited.has(id))]),
  )
  await removeAll(work, Issue, issues)
  await recount(
    work,
    issues.map(({ parent_id }) => parent_id),
  )
  // One that stays loses a parent that goes.
  const gone = issues.map(({ id }) => id)
  const orphans = await locked(work, Issue, found => found.whereRaw('issues.parent_id = any(?)', [gone]))
  for (const [projectId, here] of Map.groupBy(
    orphans.filter(({ id }) => edited.has(id)),
    one => one.project_id,
  ))
    await updateIssues(
      work,
      projectId,
      here.map(issue => ({ issue, values: { parent_id: null } })),
    )
  return ended(rows, nth, issues.length)
}

/** Former values of issues that were here before, of fields that are still as the import left them. */
const giveBack = async (work: Work, row: WholeRow, nth: number): Promise<Undone> => {
  const rows = await madeOf(work, row, 'issue', false, nth)
  const before = new Map(rows.map(one => [one.row_id, one.before]))
  const issues = await locked(work, Issue, found =>
    found.whereRaw('issues.id = any(?)', [[...before.keys()]]),
  )
  for (const [projectId, here] of Map.groupBy(issues, one => one.project_id))
    await updateIssues(
      work,
      projectId,
      here.map(issue => {
        const { was = {}, now = {} } = before.get(issue.id) ?? {}
        const kept = Object.entries(was).filter(([name]) =>
          isDeepStrictEqual(issue[name as keyof Issue], now[name as keyof Issue]),
        )
        return { issue, values: Object.fromEntries(kept) }
      }),
    )
  await giveTextsBack(work, row, rows)
  return ended(rows, nth, issues.length)
}

/** Former words of comments that are still as the import left them. */
const giveWordsBack = async (work: Work, row: WholeRow, nth: number): Promise<Undone> => {
  const rows: {
    nth: number
    row_id: string
    revision: number
    before: { was: string; digest: string } | null
  }[] = await work
    .trx('import_made')
    .where({ import: row.id, entity: Comment.name, is_new: false })
    .where('nth', '>', nth)
    .orderBy('nth')
    .limit(ROWS_OF_STEP)
    .select('nth', 'row_id', 'revision', 'before')
  const comments = await locked(work, Comment, found =>
    found.whereRaw('issue_comments.id = any(?)', [rows.map(({ row_id }) => row_id)]),
  )
  const byId = new Map(comments.map(one => [one.id, one]))
  for (const { row_id, revision, before } of rows) {
    const comment = byId.get(row_id)
    if (comment?.revision !== revision || !before) continue
    const after = await updateComment(work, comment, { comment_html: before.was })
    // The next import finds it as this one has found it.
    await keepMade(work, row.id, Comment, [{ ...after, given: { text: before.digest } }])
  }
  return { nth: rows.at(-1)?.nth ?? nth, taken: 0, kept: 0, isOver: rows.length < ROWS_OF_STEP }
}

/** Former texts of issues that nobody has written in since. */
const giveTextsBack = async (work: Work, row: WholeRow, rows: readonly Made[]) => {
  for (const { row_id, before } of rows) {
    const text = before?.text
    if (!text) continue
    const issue = await lockedOne(work, Issue, { id: row_id })
    const stored = await work
      .trx('documents')
      .where('id', row_id)
      .first<{ version: number } | undefined>('version')
    if (!issue || stored?.version !== text.version) continue
    const { version } = await rewrite(work, issue, text.was, undefined)
    // The next import finds it as this one left it.
    await keepText(work, row.id, row_id, { ...text, version })
  }
}

const inUse = (column: string) => `select from issues i where i.deleted_at is null and ${column}`

const acts: Record<At['phase'], (work: Work, row: WholeRow, nth: number) => Promise<Undone>> = {
  attachment: (work, row, nth) => takeFiles(work, row, nth),
  issue_relation: (work, row, nth) => takeOut(work, row, Relation, nth),
  issue_comment: (work, row, nth) => takeOut(work, row, Comment, nth),
  changed_comment: giveWordsBack,
  changed: giveBack,
  issue: takeIssues,
  page: async (work, row, nth) => {
    const rows = await madeOf(work, row, Page.name, true, nth)
    const ids = rows.map(({ row_id }) => row_id)
    return ended(rows, nth, await takePages(work, row.id, ids))
  },
  module: (work, row, nth) => takeOut(work, row, Module, nth, inUse('i.module_ids @> array[modules.id]')),
  cycle: (work, row, nth) => takeOut(work, row, Cycle, nth, inUse('i.cycle_id = cycles.id')),
  label: (work, row, nth) => takeOut(work, row, Label, nth, inUse('i.label_ids @> array[labels.id]')),
  estimate: async (work, row, nth) => {
    const used = `${inUse('i.estimate_point = estimate_points.id')}`
    await takeOut(work, row, EstimatePoint, nth, used)
    const points = 'select from estimate_points p where p.estimate = estimates.id and p.deleted_at is null'
    return takeOut(work, row, Estimate, nth, points)
  },
  state: (work, row, nth) => takeOut(work, row, State, nth, inUse('i.state_id = states.id')),
  project: async (work, row, nth) => {
    const rows = await madeOf(work, row, 'project', true, nth)
    const projects = await locked(work, Project, found =>
      found
        .whereRaw('projects.id = any(?)', [rows.map(({ row_id }) => row_id)])
        .whereRaw(
          'not exists (select from issues i where i.project_id = projects.id and i.deleted_at is null)',
        )
        .whereRaw(
          'not exists (select from pages p where p.project_id = projects.id and p.deleted_at is null)',
        ),
    )
    for (const project of projects) await deleteProject(work, project)
    return ended(rows, nth, projects.length)
  },
}

const step = async (work: Work, job: JobAtWork): Promise<Step> => {
  const row = await wholeRow(work.trx, String(job.input.import))
  if (!row) return { phases: [], result: {} }
  work.import = { id: row.id, from: sourceNames[row.source] }
  const at: At = structuredClone(
    (job.checkpoint as At | null) ?? { phase: ORDER[0], nth: -1, taken: 0, kept: 0 },
  )
  const undone = await acts[at.phase](work, row, at.nth)
  if (at.phase === 'issue' || at.phase === 'page') {
    at.taken += undone.taken
    at.kept += undone.kept
  }
  const total = row.new_count
  const phases = [{ name: 'undo', done: Math.min(at.taken + at.kept, total), total }]
  if (!undone.isOver) return { phases, checkpoint: { ...at, nth: undone.nth } }
  const next = ORDER[ORDER.indexOf(at.phase) + 1]
  if (next) return { phases, checkpoint: { ...at, phase: next, nth: -1 } }
  const own = await lockedOne(work, Import, { id: row.id })
  const said =
    at.kept > 0
      ? `${at.kept} ${row.source === 'pages' ? 'pages' : 'issues'} that were changed here since have stayed.`
      : null
  if (own)
    await update(work, Import, own, {
      state: 'undone',
      said,
      undone_at: work.now,
      undone_by: work.viewer.id,
      undo_until: null,
    })
  return { phases, result: { taken: at.taken, kept: at.kept } }
}

export const importUndo: Kind = { kind: IMPORT_UNDO, step }
