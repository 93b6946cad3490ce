/** Drafts: an author's own beginnings, kept, put into a project, thrown away and brought back. */
import { broughtIn, setIn, unset } from '#contract/lists/setFields.ts'
import { type Draft, type DraftInput, draftRoutes } from '#contract/work/drafts.ts'
import type { Issue } from '#contract/work/issues.ts'
import { mutate, mutateMany } from '../../data/mutate.ts'
import { getRow } from '../../data/rows.ts'
import { bindFiles } from '../../data/texts/bindFiles.ts'
import { remember } from '../../data/undo.ts'
import { here, may, viewer } from '../../data/viewer.ts'

const titleOf = (name: string | undefined) => name || 'Untitled'

const standIn = (input: DraftInput): Omit<Draft, 'id' | 'revision'> => {
  const now = new Date().toISOString()
  const me = viewer()?.id ?? null
  return {
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: me,
    updated_by: me,
    name: input.name ?? '',
    description_html: input.description_html ?? '',
    sort_order: Number.MAX_SAFE_INTEGER,
    ...unset(),
    ...broughtIn(input),
    completed_at: null,
    project_id: input.project_id ?? null,
    workspace_id: here().workspaceId,
    type_id: null,
  }
}

const ws = () => ({ ws: here().slug })

/** Keeps what was written, in the draft that it came from or in a new one. */
export const keepDraft = (draftId: string | undefined, input: DraftInput) =>
  draftId
    ? mutate({
        route: draftRoutes.update,
        params: { ...ws(), draftId },
        body: input,
        entity: 'draft_issue',
        id: draftId,
        patch: { ...input },
        failure: `The draft “${titleOf(input.name)}” was not changed.`,
        retry: () => void keepDraft(draftId, input),
      })
    : mutate({
        route: draftRoutes.create,
        params: ws(),
        body: input,
        entity: 'draft_issue',
        patch: standIn(input),
        failure: `The draft “${titleOf(input.name)}” was not kept.`,
        retry: () => void keepDraft(undefined, input),
      })

const MAX_NAME = 255

/** A draft of its own with all that this one holds. */
export const copyDraft = (draft: Draft) => {
  const ending = ' (copy)'
  return keepDraft(undefined, {
    ...setIn(draft),
    description_html: draft.description_html,
    project_id: draft.project_id,
    name: titleOf(draft.name).slice(0, MAX_NAME - ending.length) + ending,
  })
}

/** Makes an issue of a draft, under the same id; unsaved changes go along. */
export const publishDraft = async (
  draftId: string,
  input: DraftInput,
  reopen?: () => boolean,
): Promise<Issue | undefined> => {
  const made = await mutate({
    route: draftRoutes.publish,
    params: { ...ws(), draftId },
    body: input,
    entity: 'draft_issue',
    id: draftId,
    patch: {},
    removes: true,
    failure: `“${titleOf(input.name)}” was not created.`,
    retry: () => void publishDraft(draftId, input),
    ...(reopen ? { reopen } : {}),
  })
  if (made) bindFiles(made.project_id, made.id, input.description_html)
  return made
}

const each = async (
  drafts: readonly Draft[],
  route: typeof draftRoutes.remove | typeof draftRoutes.restore,
): Promise<boolean> => {
  const removes = route === draftRoutes.remove
  const done = await Promise.all(
    drafts.map(draft =>
      mutateMany({
        route,
        params: { ...ws(), draftId: draft.id },
        entity: 'draft_issue',
        ids: [draft.id],
        ...(removes ? { targetOf: (id: string) => ({ id, patch: {}, removes }) } : {}),
        chunk: 1,
        bodyOf: () => ({}),
        doing: 'Drafts',
        failure: `The draft “${titleOf(draft.name)}” was not ${removes ? 'deleted' : 'restored'}.`,
      }),
    ),
  )
  return done.some(ids => ids.length > 0)
}

export const deleteDrafts = (drafts: readonly Draft[]) => {
  const [first] = drafts
  if (!first) return
  const again = () => each(drafts, draftRoutes.remove)
  remember(
    {
      message: drafts.length === 1 ? `“${titleOf(first.name)}” deleted` : `${drafts.length} drafts deleted`,
      sent: again(),
      back: () => each(drafts, draftRoutes.restore),
      again,
    },
    { tell: true },
  )
}

/** Has a title, and a project where its author may make issues. */
export const isReady = (draft: Draft) => {
  const project = getRow('project', draft.project_id)
  return (
    draft.name.trim() !== '' &&
    project !== null &&
    may('issue.create', {}, { workspace: project.workspace, project: project.id })
  )
}
