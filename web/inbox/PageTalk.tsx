import { useEffect, useState } from 'react'
import type { Notification } from '#contract/people/notifications.ts'
import { type Page, pageRoutes } from '#contract/text/pages.ts'
import { call } from '../data/client.ts'
import { viewer } from '../data/viewer.ts'
import { CommentBox } from '../editor/CommentBox.tsx'
import { DocumentView } from '../editor/DocumentView.tsx'
import { mayPage, paramsOf } from '../pages/pageActions.ts'
import { ThreadCard } from '../pages/threads/ThreadCard.tsx'
import { beginThread } from '../pages/threads/threadActions.ts'
import { useThreads } from '../pages/threads/threadRows.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { isMention } from './inbox.ts'
import { passageOf, quotedPassage } from './passage.ts'

type PageTalkProps = { page: Page; rows: readonly Notification[] }

/** The first passage of the page that names this person. */
const Passage = ({ page, mayComment }: { page: Page; mayComment: boolean }) => {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    call(pageRoutes.get, { params: paramsOf(page), query: {} }).then(
      ({ body }) => isLeft || setHtml(passageOf(body.description_html, viewer()?.id ?? '')),
      // Without it the line that reports the mention and the way to the page are there.
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [page])
  if (html === null) return null
  const send = async (words: string) => {
    const quoted = await quotedPassage(page.id, viewer()?.id ?? '').catch(() => null)
    if (quoted) return (await beginThread(page, quoted, words)) !== undefined
    toast.failure('The comment was not sent. The passage could not be found on the page.')
    return false
  }
  return (
    <section aria-label="Passage" className="flex flex-col gap-2.5 rounded-card bg-sunken p-3">
      <div className="border-talk border-l-2 pl-3">
        <DocumentView html={html} project={page.project_id} />
      </div>
      {mayComment && (
        <CommentBox
          place={`passage:${page.id}`}
          label="Comment"
          placeholder="Comment…"
          images={{ project: page.project_id, kind: 'PAGE_COMMENT_DESCRIPTION', subject: null }}
          onSend={send}
        />
      )}
    </section>
  )
}

/** What the news of a page is about: the passage and the threads that name this person, to be answered here. */
export const PageTalk = ({ page, rows }: PageTalkProps) => {
  const { threads } = useThreads(page)
  const mayComment = !page.archived_at && mayPage('page.comment', page)
  const told = new Set(rows.map(row => row.comment_id))
  const meant = threads.filter(({ first, replies }) => [first, ...replies].some(one => told.has(one.id)))
  const isNamedInText = rows.some(row => isMention(row) && row.comment_id === null)
  return (
    <div className="mt-4 flex flex-col gap-3">
      {isNamedInText && <Passage page={page} mayComment={mayComment} />}
      {meant.map(thread => (
        <ThreadCard
          key={thread.first.id}
          thread={thread}
          talk={{
            page,
            mayComment,
            openId: thread.first.id,
            isGone: () => false,
            choose: () => {},
            openThread: () => {},
          }}
        />
      ))}
    </div>
  )
}
