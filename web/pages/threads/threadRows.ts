/** The threads of a page, from its comments. */
import { useMemo } from 'react'
import { type PageComment, pageCommentRoutes } from '#contract/text/pageComments.ts'
import type { Page } from '#contract/text/pages.ts'
import { type Answer, call } from '../../data/client.ts'
import { useReadOnce } from '../../data/readOnce.ts'
import { readRows, rowsBy, useShelf } from '../../data/rowsBy.ts'
import { paramsOf } from '../pageActions.ts'

const commentsBy = rowsBy('page_comment', row => [row.page])

/** A thread carries the quoted words in its first comment. */
export type Thread = { first: PageComment; replies: readonly PageComment[] }

type PageOfComments = Answer<typeof pageCommentRoutes.list>['body']

const all = async (page: Page): Promise<PageComment[]> => {
  const found: PageComment[] = []
  let cursor: string | null = '1000:0:0'
  while (cursor) {
    const { body }: { body: PageOfComments } = await call(pageCommentRoutes.list, {
      params: paramsOf(page),
      query: { cursor },
    })
    found.push(...body.results)
    cursor = body.next_page_results ? body.next_cursor : null
  }
  return found
}

const byAge = (one: PageComment, other: PageComment) =>
  one.created_at === other.created_at
    ? one.id.localeCompare(other.id)
    : one.created_at.localeCompare(other.created_at)

export const threadsOf = (comments: readonly PageComment[]): Thread[] => {
  const ordered = [...comments].sort(byAge)
  const replies = Map.groupBy(ordered, comment => comment.parent)
  return (replies.get(null) ?? []).map(first => ({ first, replies: replies.get(first.id) ?? [] }))
}

/** All threads of a page, the oldest first. */
export const useThreads = (page: Page) => {
  const { status, retry } = useReadOnce(`threads ${page.id}`, Boolean(page.revision), () =>
    readRows({ page_comment: commentsBy.of(page.id) }, async () => ({ page_comment: await all(page) })),
  )
  const comments = useShelf(commentsBy, page.id)
  return { threads: useMemo(() => threadsOf(comments), [comments]), status, retry }
}

export const repliesOf = (thread: PageComment) =>
  commentsBy.of(thread.page).filter(comment => comment.parent === thread.id)
