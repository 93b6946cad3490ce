import type { Knex } from 'knex'
import type { Patch, RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Page } from '#contract/text/pages.ts'
import { palette } from '#contract/text/signs.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { bringBack, deletedIn, removeLetting } from '../../db/letGo.ts'
import { locked } from '../../db/locked.ts'
import { insert, insertAll, remove, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { lastPlace, lockProject } from '../../workspace/projects/lock.ts'
import { followsFromElsewhere } from '../activity/record.ts'
import { changeDrafts } from '../drafts/draft.service.ts'
import { updateIssues } from '../issues/issue.service.ts'

type LabelRow = RowOf<typeof Label>
const STEP = 10_000

const live = (work: Work, projectId: string) =>
  work.trx('labels').where('project_id', projectId).whereNull('deleted_at')

const judgeName = async (work: Work, projectId: string, name: string) => {
  if (await live(work, projectId).where('name', name).first('id')) fail('label.nameTaken')
}

// Parents are of the project, and no label is below itself.
const judgeParent = async (work: Work, projectId: string, id: string | null, parent: string) => {
  const rows = await live(work, projectId).select<Pick<LabelRow, 'id' | 'parent'>[]>('id', 'parent')
  const parentOf = new Map(rows.map(row => [row.id, row.parent]))
  if (!parentOf.has(parent)) failFields({ parent: [missingPk(parent)] })
  for (let above: string | null | undefined = parent; above; above = parentOf.get(above))
    if (above === id) failFields({ parent: ['A label cannot be below itself.'] })
}

export const createLabel = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  input: { name: string; color: string; parent: string | null },
): Promise<LabelRow> => {
  const sort_order = await lastPlace(work, { table: 'labels', column: 'sort_order', projectId, step: STEP })
  if (input.parent) await judgeParent(work, projectId, null, input.parent)
  await judgeName(work, projectId, input.name)
  return insert(work, Label, {
    ...input,
    project_id: projectId,
    workspace_id: workspaceId,
    sort_order,
  })
}

export const updateLabel = async (work: Work, label: LabelRow, patch: Patch<LabelRow>): Promise<LabelRow> => {
  await lockProject(work, label.project_id)
  if (patch.parent) await judgeParent(work, label.project_id, label.id, patch.parent)
  if (patch.name !== undefined && patch.name !== label.name)
    await judgeName(work, label.project_id, patch.name)
  return update(work, Label, label, patch)
}

/** Makes several labels, each in a colour of the palette where none is given: all, or none. */
export const createLabels = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  given: { name: string; color?: string | undefined }[],
): Promise<LabelRow[]> => {
  const first = await lastPlace(work, { table: 'labels', column: 'sort_order', projectId, step: STEP })
  const names = given.map(({ name }) => name)
  if (new Set(names).size < names.length || (await live(work, projectId).whereIn('name', names).first('id')))
    fail('label.nameTaken')
  const colours = Object.values(palette)
  return insertAll(
    Label,
    given.map(({ name, color }, at) => ({
      work,
      values: {
        name,
        color: color || colours[Math.floor(Math.random() * colours.length)],
        project_id: projectId,
        workspace_id: workspaceId,
        sort_order: first + at * STEP,
      },
    })),
  )
}

// Takes a label off every issue, draft and page in one raise, and puts another in its place where one is given.
const takeOff = async (
  work: Work,
  { id, project_id }: LabelRow,
  inPlace: string | null,
): Promise<string[]> => {
  followsFromElsewhere(work)
  const left = (ids: string[]) => {
    const others = ids.filter(other => other !== id)
    return inPlace && !others.includes(inPlace) ? [...others, inPlace] : others
  }
  const bearing = (rows: Knex.QueryBuilder) => rows.whereRaw('label_ids @> array[?::uuid]', [id])
  const issues = await locked(work, Issue, rows => bearing(rows.where('project_id', project_id)))
  await updateIssues(
    work,
    project_id,
    issues.map(issue => ({ issue, values: { label_ids: left(issue.label_ids) } })),
  )
  await changeDrafts(work, project_id, bearing, draft => ({ label_ids: left(draft.label_ids) }))
  const pages = await locked(work, Page, rows => bearing(rows.where('project_id', project_id)))
  await updateAll(
    work,
    Page,
    pages.map(before => ({ before, patch: { label_ids: left(before.label_ids) } })),
  )
  return [...issues, ...pages].map(row => row.id)
}

const liftBelow = async (
  work: Work,
  { id, project_id }: LabelRow,
  parent: string | null,
): Promise<string[]> => {
  const below = await locked(work, Label, { parent: id, project_id })
  await updateAll(
    work,
    Label,
    below.filter(row => row.id !== parent).map(before => ({ before, patch: { parent } })),
  )
  return below.map(row => row.id)
}

/** Deletes a label wherever it is; the labels below it move to the top. It remembers both for its way back. */
export const deleteLabel = async (work: Work, label: LabelRow): Promise<void> => {
  const letGo = [...(await takeOff(work, label, null)), ...(await liftBelow(work, label, null))]
  await removeLetting(work, Label, label, letGo)
}

const putBack = async (work: Work, { id, project_id }: LabelRow, let_go: string[]) => {
  followsFromElsewhere(work)
  const lost = (rows: Knex.QueryBuilder) => rows.where({ project_id }).whereIn('id', let_go)
  const issues = await locked(work, Issue, lost)
  await updateIssues(
    work,
    project_id,
    issues
      .filter(issue => !issue.label_ids.includes(id))
      .map(issue => ({ issue, values: { label_ids: [...issue.label_ids, id] } })),
  )
  const pages = await locked(work, Page, lost)
  await updateAll(
    work,
    Page,
    pages
      .filter(page => !page.label_ids.includes(id))
      .map(before => ({ before, patch: { label_ids: [...before.label_ids, id] } })),
  )
  // A label that somebody put into another group meanwhile stays there.
  const below = await locked(work, Label, rows => lost(rows).whereNull('parent'))
  await updateAll(
    work,
    Label,
    below.map(before => ({ before, patch: { parent: id } })),
  )
}

/**
 * Brings a deleted label back under its own id, on the issues that bore it. Its name must be free; without its old
 * group it is at the top.
 */
export const restoreLabel = async (work: Work, projectId: string, id: string): Promise<void> => {
  await lockProject(work, projectId)
  const label = await deletedIn(work, Label, projectId, id)
  await judgeName(work, projectId, label.name)
  const group = label.parent && (await live(work, projectId).where('id', label.parent).first('parent'))
  await bringBack(work, Label, label, { parent: group && !group.parent ? label.parent : null })
  await putBack(work, label, label.let_go)
}

/** Puts another label in place of this one, and below it what is below this one. */
export const mergeLabel = async (work: Work, label: LabelRow, intoId: string): Promise<LabelRow> => {
  await lockProject(work, label.project_id)
  const [found] = await locked(work, Label, { id: intoId, project_id: label.project_id })
  if (!found || found.id === label.id) return failFields({ into: [missingPk(intoId)] })
  // It may be below the one that goes: then it comes where that was.
  const into = found.parent === label.id ? await update(work, Label, found, { parent: label.parent }) : found
  await takeOff(work, label, into.id)
  // Labels nest one level deep: those below it go below the other's group.
  await liftBelow(work, label, into.parent ?? into.id)
  await remove(work, Label, label)
  return into
}
