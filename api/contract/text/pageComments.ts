import { z } from 'zod'
import { audit, datetime, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { besidePage, seesPage } from '../text/actions.ts'
import { Page } from './pages.ts'

/**
 * A comment on words of a page. The first one of a thread has no `parent`; it alone carries what the thread is about and
 * whether it is resolved. `page_…` are its page's columns that decide who sees it: it is seen exactly with its page.
 */
export const PageComment = entity({
  name: 'page_comment',
  table: 'page_comments',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project' },
  within: Page,
  kept: 'withParent',
  read: seesPage(besidePage),
  shape: {
    id,
    ...audit,
    page: id,
    page_owned_by: id,
    page_owner_gone: z.boolean(),
    page_access: z.number().int(),
    project: id,
    workspace: id,
    parent: id.nullable(),
    actor: id,
    comment_html: z.string(),
    comment_stripped: z.string(),
    /** The words as they were when the thread was begun. */
    quote: z.string().nullable(),
    /** Where they begin and end: Yjs relative positions in the page's text, base64. They outlive edits around the words. */
    anchor_start: z.string().nullable(),
    anchor_end: z.string().nullable(),
    resolved_at: datetime.nullable(),
    resolved_by: id.nullable(),
    /** When its text was last changed; null for one that has not been changed since. */
    edited_at: datetime.nullable(),
    ...revision,
  },
})
export type PageComment = z.infer<typeof PageComment.schema>

/** Longest quote that is kept, in characters. */
export const QUOTE_LENGTH = 1_000
const position = z.base64().min(1).max(1_000)

const path = '/api/workspaces/:ws/projects/:p/pages/:pageId/comments' as const
const ofPage = { in: 'project', target: Page, param: 'pageId' } as const
const one = { in: 'project', target: PageComment, param: 'commentId' } as const

export const pageCommentRoutes = {
  list: route({
    ...ofPage,
    method: 'GET',
    path: `${path}/`,
    action: 'page.read',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(PageComment.schema)),
    summary: 'Comments on a page’s words, of all threads, the oldest first.',
  }),
  create: route({
    ...ofPage,
    method: 'POST',
    path: `${path}/`,
    action: 'page.comment',
    creates: PageComment,
    body: z.object({
      comment_html: z.string().optional(),
      parent: uuid.nullable().optional(),
      quote: z.string().trim().max(QUOTE_LENGTH).optional(),
      anchor_start: position.optional(),
      anchor_end: position.optional(),
    }),
    status: 201,
    answer: PageComment.schema,
    summary:
      'Begins a thread on words of the page, or replies in the thread whose first comment is `parent`; a reply reopens it.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${path}/:commentId/`,
    action: 'page.read',
    answer: PageComment.schema,
    summary: 'One comment.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${path}/:commentId/`,
    action: 'pageComment.update',
    body: z.object({ comment_html: z.string().optional() }),
    answer: PageComment.schema,
    summary: 'Rewords one’s own comment.',
  }),
  anchor: route({
    ...one,
    method: 'POST',
    path: `${path}/:commentId/anchor/`,
    action: 'pageComment.anchor',
    body: z.object({ anchor_start: position, anchor_end: position }),
    summary:
      'Says where a thread’s words are now, for whoever has moved them: what moves is written anew in the text.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${path}/:commentId/`,
    action: 'pageComment.delete',
    summary: 'Deletes a comment; with the first one of a thread all of it.',
  }),
  restore: route({
    ...ofPage,
    method: 'POST',
    path: `${path}/:commentId/restore/`,
    action: 'page.read',
    summary: 'Brings back what one deletion took; for whoever may delete it.',
  }),
  resolve: route({
    ...one,
    method: 'POST',
    path: `${path}/:commentId/resolve/`,
    action: 'page.comment',
    summary: 'Resolves a thread.',
  }),
  reopen: route({
    ...one,
    method: 'DELETE',
    path: `${path}/:commentId/resolve/`,
    action: 'page.comment',
    summary: 'Opens a resolved thread again.',
  }),
}
