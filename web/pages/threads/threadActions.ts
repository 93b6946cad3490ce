/** The actions on threads. */
import { type PageComment, pageCommentRoutes } from '#contract/text/pageComments.ts'
import type { Page } from '#contract/text/pages.ts'
import { call } from '../../data/client.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone, mutate } from '../../data/mutate.ts'
import { bindFiles } from '../../data/texts/bindFiles.ts'
import { remember } from '../../data/undo.ts'
import { here, viewer } from '../../data/viewer.ts'
import { pageAddress } from '../../editor/pageNames.ts'
import type { Anchor, Quoted } from '../../editor/surfaces/anchors.ts'
import { copyText } from '../../ui/copy.ts'
import { paramsOf } from '../pageActions.ts'
import { repliesOf } from './threadRows.ts'

const say = async (page: Page, html: string, about: { quoted: Quoted } | { parent: string }) => {
  const [now, me] = [new Date().toISOString(), viewer()?.id ?? '']
  const fields =
    'quoted' in about
      ? {
          parent: null,
          quote: about.quoted.quote,
          anchor_start: about.quoted.start,
          anchor_end: about.quoted.end,
        }
      : { parent: about.parent, quote: null, anchor_start: null, anchor_end: null }
  const patch: Omit<PageComment, 'id' | 'revision'> = {
    ...fields,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: me,
    updated_by: me,
    page: page.id,
    page_owned_by: page.owned_by,
    page_owner_gone: page.owner_gone,
    page_access: page.access,
    project: page.project_id,
    workspace: page.workspace,
    actor: me,
    comment_html: html,
    comment_stripped: '',
    resolved_at: null,
    resolved_by: null,
    edited_at: null,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const made = await mutate({
    route: pageCommentRoutes.create,
    params: paramsOf(page),
    body: { comment_html: html, ...Object.fromEntries(given) },
    entity: 'page_comment',
    patch,
    failure: 'The comment was not sent.',
  })
  if (made) bindFiles(page.project_id, made.id, html)
  return made
}

/** Begins a thread; null when it was refused: the words are then their writer’s to keep. */
export const beginThread = (page: Page, quoted: Quoted, html: string) => say(page, html, { quoted })

export const reply = async (page: Page, thread: PageComment, html: string): Promise<boolean> =>
  (await say(page, html, { parent: thread.id })) !== undefined

const one = (page: Page, comment: PageComment) => ({
  params: { ...paramsOf(page), commentId: comment.id },
  entity: 'page_comment' as const,
  id: comment.id,
})

export const reword = async (page: Page, comment: PageComment, html: string): Promise<boolean> => {
  const answer = await mutate({
    ...one(page, comment),
    route: pageCommentRoutes.update,
    body: { comment_html: html },
    patch: { comment_html: html, edited_at: new Date().toISOString() },
    failure: 'The comment was not changed.',
  })
  return answer !== undefined
}

const threadName = (comment: PageComment) => {
  const others = comment.parent ? 0 : repliesOf(comment).length
  return others > 0 ? `Thread with ${others === 1 ? 'a reply' : `${others} replies`}` : 'Comment'
}

const life = lifeOf({
  entity: 'page_comment',
  noun: 'comment',
  nameOf: threadName,
  params: ({ id, page, project }) => ({ ws: here().slug, p: project, pageId: page, commentId: id }),
  routes: () => pageCommentRoutes,
})
/** With the first comment its thread goes. */
export const deleteComment = (comment: PageComment) => life.removeAll([comment])

export const setResolved = (page: Page, thread: PageComment, resolved: boolean) => {
  const set = (to: boolean) => () =>
    isDone({
      ...one(page, thread),
      route: to ? pageCommentRoutes.resolve : pageCommentRoutes.reopen,
      patch: {
        resolved_at: to ? new Date().toISOString() : null,
        resolved_by: to ? (viewer()?.id ?? null) : null,
      },
      failure: to ? 'The thread was not resolved.' : 'The thread was not reopened.',
    })
  const [doIt, back] = [set(resolved), set(!resolved)]
  const message = resolved ? 'Thread resolved' : 'Thread reopened'
  remember({ message, sent: doIt(), back, again: doIt }, { tell: resolved })
}

/**
 * Where the words of a thread are since an edit here has moved them. Nobody asked for it: refused or not sent, it is done
 * again with the next edit, and until then the others look for the words themselves.
 */
export const moveThread = (page: Page, thread: string, { start, end }: Anchor): void => {
  const params = { ...paramsOf(page), commentId: thread }
  call(pageCommentRoutes.anchor, { params, body: { anchor_start: start, anchor_end: end } }).catch(() => {})
}

export const threadAddress = (page: Page, id: string) => `${pageAddress(page)}?thread=${id}`
export const copyThreadLink = (page: Page, id: string) =>
  copyText(location.origin + threadAddress(page, id), 'Link')
