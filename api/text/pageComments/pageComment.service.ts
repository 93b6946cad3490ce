import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { PageComment } from '#contract/text/pageComments.ts'
import { Page } from '#contract/text/pages.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, newId, remove, removeAll, update, updateAll } from '../../db/rows.ts'
import { load } from '../../db/visible.ts'
import type { Derive, Work } from '../../db/work.ts'
import { cleanHtml } from '../documents/clean.ts'
import { mustBeOpen } from '../pages/page.service.ts'

type Input = {
  comment_html?: string | undefined
  parent?: string | null | undefined
  quote?: string | undefined
  anchor_start?: string | undefined
  anchor_end?: string | undefined
}

/** The columns that a comment copies from its page. */
const belonging = (page: Page) => ({
  page: page.id,
  page_owned_by: page.owned_by,
  page_owner_gone: page.owner_gone,
  page_access: page.access,
  project: page.project_id,
  workspace: page.workspace,
})

type Whose = Pick<PageComment, 'id' | 'page' | 'workspace' | 'project'>

const written = async (work: Work, { id, page, workspace, project }: Whose, html: string) => {
  const whose = { kind: 'PAGE_COMMENT_DESCRIPTION', id, page, workspace, project } as const
  const clean = await cleanHtml(work, whose, html)
  if (clean.isBlank) fail('comment.blank')
  return { comment_html: clean.html, comment_stripped: clean.text, mentions: clean.mentions }
}

/** A locked page is talked about as before; an archived one is only read. */
const mustBeInUse = (page: Pick<Page, 'archived_at'>) => {
  if (page.archived_at) fail('page.archived')
}

const lockPage = async (work: Work, id: string): Promise<Page> =>
  must(await lockedOne(work, Page, { id }, 'any'), 'the page of a comment')

const openThread = async (work: Work, page: Page, parent: string): Promise<void> => {
  const place = { workspace: page.workspace, project: page.project_id, whole: page.id }
  const first = await load(work.trx, PageComment, work.viewer, parent, place, work)
  if (!first || first.parent) return failFields({ parent: [missingPk(parent)] })
  await update(work, PageComment, first, { resolved_at: null, resolved_by: null })
}

const REQUIRED = ['This field is required.']

/** The words that a thread is about. */
const aboutOf = ({ quote, anchor_start, anchor_end }: Input) => {
  if (!quote) return failFields({ quote: REQUIRED })
  if (!anchor_start) return failFields({ anchor_start: REQUIRED })
  if (!anchor_end) return failFields({ anchor_end: REQUIRED })
  return { quote, anchor_start, anchor_end }
}

/** Begins a thread, or says something in one. The caller holds the page, so that nobody hides it meanwhile. */
export const createComment = async (work: Work, page: Page, input: Input): Promise<PageComment> => {
  mustBeInUse(page)
  const whose = { id: newId(work, PageComment), ...belonging(page) }
  const text = await written(work, whose, input.comment_html ?? '')
  const about = input.parent ? {} : aboutOf(input)
  if (input.parent) await openThread(work, page, input.parent)
  return insert(work, PageComment, {
    ...whose,
    ...text,
    ...about,
    parent: input.parent ?? null,
    actor: work.viewer.id,
  })
}

export const updateComment = async (
  work: Work,
  comment: PageComment,
  html: string | undefined,
): Promise<PageComment> => {
  mustBeInUse(await lockPage(work, comment.page))
  if (html === undefined) return comment
  const text = await written(work, comment, html)
  if (text.comment_html === comment.comment_html) return comment
  const { mentions, ...shown } = text
  return update(work, PageComment, comment, { ...shown, mentions, edited_at: work.now })
}

type Anchor = { anchor_start: string; anchor_end: string }

/** The editor of the text sees where its words go: to the others a split or moved paragraph is new. */
export const anchorThread = async (work: Work, thread: PageComment, anchor: Anchor): Promise<void> => {
  mustBeOpen(await lockPage(work, thread.page))
  if (thread.parent) fail('row.notFound')
  await update(work, PageComment, thread, anchor)
}

export const deleteComment = async (work: Work, comment: PageComment): Promise<void> => {
  mustBeInUse(await lockPage(work, comment.page))
  const replies = await locked(work, PageComment, { parent: comment.id })
  await removeAll(work, PageComment, replies)
  await remove(work, PageComment, comment)
}

/** Brings a comment back, and with the first one of a thread what went with it. */
export const restoreComment = async (work: Work, page: Page, id: string): Promise<void> => {
  const comment = await lockedOne(work, PageComment, { id, page: page.id }, 'deleted')
  if (!comment) return fail('row.notFound')
  const place = { workspace: page.workspace, project: page.project_id }
  if (!can(work.viewer, 'pageComment.delete', comment, place)) fail('permission.denied')
  mustBeInUse(page)
  const thread =
    comment.parent &&
    (await work.trx('page_comments').where('id', comment.parent).whereNull('deleted_at').first('id'))
  if (comment.parent && !thread) fail('row.notFound')
  const itsReplies = { page: page.id, parent: id, deleted_at: comment.deleted_at }
  const replies = await locked(work, PageComment, itsReplies, 'deleted')
  await updateAll(
    work,
    PageComment,
    [comment, ...replies].map(before => ({ before, patch: { ...belonging(page), deleted_at: null } })),
  )
}

const setResolved = async (work: Work, thread: PageComment, resolved: boolean): Promise<void> => {
  mustBeInUse(await lockPage(work, thread.page))
  if (thread.parent) fail('row.notFound')
  if (resolved === (thread.resolved_at !== null)) return
  await update(work, PageComment, thread, {
    resolved_at: resolved ? work.now : null,
    resolved_by: resolved ? work.viewer.id : null,
  })
}

export const resolveThread = (work: Work, thread: PageComment) => setResolved(work, thread, true)
export const reopenThread = (work: Work, thread: PageComment) => setResolved(work, thread, false)

const DECIDING = ['owned_by', 'owner_gone', 'access']

// Copies every change of a page's visibility to its comments, whoever makes it and before anyone learns of it.
const followPagesOf = async (work: Work): Promise<void> => {
  const altered = new Map<string, Page>()
  for (const { entity, op, id, row, before } of work.notes)
    if (entity === 'page' && op === 'update' && before && DECIDING.some(name => before[name] !== row[name]))
      altered.set(id, row as Page)
  if (altered.size === 0) return
  const comments = await locked(work, PageComment, rows => rows.whereIn('page', [...altered.keys()]))
  const changes = comments.flatMap(before => {
    const page = altered.get(before.page)
    return page ? [{ before, patch: belonging(page) }] : []
  })
  await updateAll(work, PageComment, changes)
}
export const followPages: Derive = async works => {
  for (const work of works) await followPagesOf(work)
}
