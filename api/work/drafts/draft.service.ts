import type { Knex } from 'knex'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { setIn, unsetOfProject } from '#contract/lists/setFields.ts'
import { can } from '#contract/permissions.ts'
import type { Place } from '#contract/rules.ts'
import { Draft, type DraftInput } from '#contract/work/drafts.ts'
import { Issue } from '#contract/work/issues.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, newId, remove, update, updateAll } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { INSTANCE_SCOPE, type Work } from '../../db/work.ts'
import { moveFiles } from '../../files/textFiles.ts'
import { cleanHtml } from '../../text/documents/clean.ts'
import {
  judgeDates,
  judgeParents,
  judgeValues,
  statesOf,
  takeable,
  withoutGone,
} from '../issues/issue.rules.ts'
import { createIssue, updateIssue } from '../issues/issue.service.ts'
import { STEP } from '../issues/order.ts'

/** A draft is for a project in which its author may make issues. */
const judgeProject = (work: Work, workspaceId: string, projectId: string) => {
  const project = work.viewer.projects[projectId]
  const place = { workspace: workspaceId, project: projectId }
  const isOpen = project && project.workspace === workspaceId && !project.archived
  if (!isOpen || !can(work.viewer, 'issue.create', {}, place))
    failFields({ project_id: [missingPk(projectId)] })
}

// Without a project there is nothing that a state, a label or a cycle could be of.
const judge = async (work: Work, workspaceId: string, projectId: string | null, input: DraftInput) => {
  if (projectId) judgeProject(work, workspaceId, projectId)
  await judgeValues(work, projectId ?? INSTANCE_SCOPE, [input])
  if (input.state_id) await statesOf(work, projectId ?? INSTANCE_SCOPE, [input.state_id])
  await judgeParents(work, workspaceId, [input.parent_id])
}

const written = async (
  work: Work,
  id: string,
  place: { workspace: string; project: string | null },
  {
    description_html: html,
    sort_order: _,
    external_id: __,
    external_source: ___,
    ...fields
  }: DraftInput & { external_id?: unknown; external_source?: unknown },
): Promise<Partial<Draft>> => {
  if (html === undefined) return fields as Partial<Draft>
  const text = await cleanHtml(work, { kind: 'DRAFT_ISSUE_DESCRIPTION', id, ...place }, html)
  return { ...(fields as Partial<Draft>), description_html: text.html }
}

const defaultState = async (work: Work, projectId: string | null) =>
  projectId ? (await statesOf(work, projectId, [null])).get(null)!.id : null

export const createDraft = async (
  work: Work,
  workspaceId: string,
  input: DraftInput,
  id = newId(work, Draft),
): Promise<Draft> => {
  const projectId = input.project_id ?? null
  judgeDates(input.start_date, input.target_date)
  await judge(work, workspaceId, projectId, input)
  const state_id = input.state_id ?? (await defaultState(work, projectId))
  const [last] = (await work
    .trx('draft_issues')
    .where({ created_by: work.viewer.id, project_id: projectId, state_id })
    .whereNull('deleted_at')
    .max('sort_order as top')) as { top: number | null }[]
  return insert(work, Draft, {
    id,
    ...(await written(work, id, { workspace: workspaceId, project: projectId }, input)),
    state_id,
    sort_order: last?.top == null ? 65535 : last.top + STEP,
    workspace_id: workspaceId,
  })
}

export const updateDraft = async (work: Work, draft: Draft, input: DraftInput): Promise<Draft> => {
  const projectId = input.project_id === undefined ? draft.project_id : input.project_id
  const isMoved = projectId !== draft.project_id
  judgeDates(
    input.start_date === undefined ? draft.start_date : input.start_date,
    input.target_date === undefined ? draft.target_date : input.target_date,
  )
  await judge(work, draft.workspace_id, isMoved || projectId ? projectId : null, input)
  const asksDefault = input.state_id === null || (isMoved && input.state_id === undefined)
  const place = { workspace: draft.workspace_id, project: projectId }
  // The images of a text go with it.
  const moved = isMoved ? { description_html: draft.description_html } : {}
  return update(work, Draft, draft, {
    ...(isMoved ? unsetOfProject() : {}),
    ...(await written(work, draft.id, place, { ...moved, ...input })),
    ...(asksDefault ? { state_id: await defaultState(work, projectId) } : {}),
  } as Partial<Draft>)
}

/** Puts a draft into its project: an issue under the same id, with the next number; the draft is gone. */
export const publishDraft = async (work: Work, draft: Draft, input: DraftInput): Promise<Issue> => {
  const kept = await updateDraft(work, draft, input)
  if (!kept.project_id) return fail('draft.noProject')
  judgeProject(work, kept.workspace_id, kept.project_id)
  if (!kept.name) failFields({ name: ['This field may not be blank.'] })
  const place = { workspaceId: kept.workspace_id, projectId: kept.project_id }
  // A call's own fields have been judged; stored fields may name rows that are gone, which is no reason to refuse.
  const left = await withoutGone([kept], takeable(work, place.workspaceId, place.projectId))
  const { cycle_id, module_ids, ...values } = setIn({ ...kept, ...left.get(kept.id) })
  await remove(work, Draft, kept)
  const issue = await createIssue(
    work,
    place,
    {
      name: kept.name,
      description_html: kept.description_html,
      ...values,
      type_id: kept.type_id,
    },
    draft.id,
  )
  await moveFiles(work, draft.id, {
    kind: 'ISSUE_DESCRIPTION',
    id: issue.id,
    workspace: place.workspaceId,
    project: place.projectId,
  })
  // A change of its own, so that the history reports it as of any other.
  return cycle_id || module_ids.length > 0 ? updateIssue(work, issue, { cycle_id, module_ids }) : issue
}

/** Brings back a deleted draft of the caller, unless it has become an issue. */
export const restoreDraft = async (work: Work, workspaceId: string, id: string): Promise<void> => {
  const own = { id, workspace_id: workspaceId, created_by: work.viewer.id }
  const draft = await lockedOne(work, Draft, own, 'deleted')
  if (!draft || (await work.trx('issues').where('id', id).first('id'))) return fail('row.notFound')
  await update(work, Draft, draft, { deleted_at: null })
}

/** Changes drafts of a project, anybody's, when a row that they name is deleted. */
export const changeDrafts = async (
  work: Work,
  projectId: string,
  narrow: (rows: Knex.QueryBuilder) => void,
  patchOf: (draft: Draft) => Partial<Draft>,
): Promise<void> => {
  const drafts = await locked(work, Draft, rows => rows.where('project_id', projectId).modify(narrow))
  await updateAll(
    work,
    Draft,
    drafts.map(before => ({ before, patch: patchOf(before) })),
  )
}

/** How many drafts the caller keeps, of a workspace or of one of its projects. */
export const countDrafts = async (
  trx: Knex,
  viewer: ServerViewer,
  { workspace, project }: Place,
): Promise<number> => {
  const rows = visible(trx, Draft, viewer).clearSelect()
  if (workspace) rows.where('workspace_id', workspace)
  if (project) rows.where('project_id', project)
  const [counted] = await rows.select<{ total: number }[]>(trx.raw('count(*)::int as total'))
  return counted!.total
}

/** A draft in the shape of an issue of its project, as the list language shows it. */
export const draftAsIssue = async (trx: Knex, draft: Pick<Draft, 'id'>) =>
  await trx('draft_issue_rows').where('id', draft.id).first<
    Omit<Issue, 'sequence_id'> & {
      sequence_id: null
    }
  >(Issue.columns)
