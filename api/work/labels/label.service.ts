import type { RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { insert, locked, remove, update, updateAll } from '../../db/rows.ts'
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
  const rows = (await live(work, projectId).select('id', 'parent')) as Pick<LabelRow, 'id' | 'parent'>[]
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

export const updateLabel = async (
  work: Work,
  label: LabelRow,
  patch: Partial<LabelRow>,
): Promise<LabelRow> => {
  await lockProject(work, label.project_id)
  if (patch.parent) await judgeParent(work, label.project_id, label.id, patch.parent)
  if (patch.name !== undefined && patch.name !== label.name)
    await judgeName(work, label.project_id, patch.name)
  return update(work, Label, label, patch)
}

/** Deletes a label: in one raise it goes from every issue, draft and page, and the labels below it move to the top. */
export const deleteLabel = async (work: Work, label: LabelRow): Promise<void> => {
  const { id, project_id } = label
  followsFromElsewhere(work)
  const without = (ids: string[]) => ids.filter(other => other !== id)
  const issues = await locked(work, Issue, rows =>
    rows.where('project_id', project_id).whereRaw('label_ids @> array[?::uuid]', [id]),
  )
  await updateIssues(
    work,
    project_id,
    issues.map(issue => ({ issue, values: { label_ids: without(issue.label_ids) } })),
  )
  await changeDrafts(
    work,
    project_id,
    rows => rows.whereRaw('label_ids @> array[?::uuid]', [id]),
    draft => ({ label_ids: without(draft.label_ids) }),
  )
  const pages = await locked(work, Page, rows =>
    rows.where('project_id', project_id).whereRaw('label_ids @> array[?::uuid]', [id]),
  )
  await updateAll(
    work,
    Page,
    pages.map(before => ({ before, patch: { label_ids: without(before.label_ids) } })),
  )
  const below = (await live(work, project_id)
    .where('parent', id)
    .orderBy('id')
    .forUpdate()
    .select(Label.columns)) as LabelRow[]
  await updateAll(
    work,
    Label,
    below.map(before => ({ before, patch: { parent: null } })),
  )
  await remove(work, Label, label)
}
