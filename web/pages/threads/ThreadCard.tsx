import { useEffect, useRef } from 'react'
import type { PageComment } from '#contract/text/pageComments.ts'
import { useRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { CommentBox } from '../../editor/CommentBox.tsx'
import { Remark } from '../../editor/Remark.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { copyThreadLink, deleteComment, reply, reword, setResolved } from './threadActions.ts'
import type { Thread } from './threadRows.ts'
import type { Talk } from './useTalk.ts'

type ThreadCardProps = {
  talk: Pick<Talk, 'page' | 'mayComment' | 'openId' | 'isGone' | 'choose' | 'openThread'>
  thread: Thread
}

/** The words that a thread is about. */
export const Quote = ({ words, isGone }: { words: string; isGone?: boolean }) => (
  <span className="block min-w-0 border-talk border-l-2 pl-2 text-left">
    <span className={classes('line-clamp-2 wrap-anywhere text-ink-2', isGone && 'line-through')}>
      {words}
    </span>
    {isGone && <span className="block text-12 text-ink-3">The quoted text is no longer on the page.</span>}
  </span>
)

const repliesText = (count: number) => (count === 1 ? '1 reply' : `${count} replies`)

export const ThreadCard = ({ talk, thread: { first, replies } }: ThreadCardProps) => {
  const { page, mayComment } = talk
  const isOpen = talk.openId === first.id
  const isGone = talk.isGone(first.id)
  const writer = useRow('user', first.actor)
  const resolver = useRow('user', first.resolved_by)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const place = { workspace: page.workspace, project: page.project_id }
  const said = (comment: PageComment, isFirst: boolean) => {
    const isChangeable = !page.archived_at && Boolean(comment.revision)
    const mayReword = isChangeable && may('pageComment.update', comment, place)
    const mayDelete = isChangeable && may('pageComment.delete', comment, place)
    return (
      <Remark
        key={comment.id}
        said={comment}
        kind="PAGE_COMMENT_DESCRIPTION"
        isHeld={isFirst && isOpen}
        onCopyLink={() => void copyThreadLink(page, first.id)}
        onReword={mayReword ? html => reword(page, comment, html) : undefined}
        onDelete={
          mayDelete
            ? () => {
                if (isFirst && isOpen) talk.choose(null)
                deleteComment(comment)
              }
            : undefined
        }
        controls={
          isFirst &&
          mayComment &&
          isChangeable && (
            <IconButton
              icon={first.resolved_at ? 'undo-2' : 'check'}
              size="strip"
              label={first.resolved_at ? 'Reopen' : 'Resolve'}
              onClick={() => {
                if (!first.resolved_at && isOpen) talk.choose(null)
                setResolved(page, first, !first.resolved_at)
              }}
            />
          )
        }
      />
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; keys have the button with the words
    <article
      ref={card}
      aria-label={`Thread by ${writer?.display_name ?? 'someone'} on “${first.quote ?? ''}”`}
      data-thread={first.id}
      aria-current={isOpen || undefined}
      onClick={event => {
        const isControl = (event.target as Element).closest('button, a, [contenteditable], [role="menu"]')
        if (!isOpen && !isControl) talk.openThread(first.id)
      }}
      className={classes(
        'flex flex-col gap-2.5 rounded-card p-3',
        isOpen ? 'bg-bg shadow-[inset_0_0_0_1px_var(--line-strong)]' : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        data-words
        aria-expanded={isOpen}
        onClick={() => talk.openThread(first.id)}
        className="block w-full rounded-tag"
      >
        <span className="sr-only">Thread on </span>
        <Quote words={first.quote ?? ''} isGone={isGone} />
      </button>
      {first.resolved_at && (
        <p className="flex items-center gap-1.5 text-12 text-ink-2">
          <Icon name="check" size={14} className="text-ok" />
          Resolved{resolver ? ` by ${resolver.display_name}` : ''}
        </p>
      )}
      {said(first, true)}
      {isOpen && replies.map(comment => said(comment, false))}
      {!isOpen && replies.length > 0 && (
        <button
          type="button"
          onClick={() => talk.openThread(first.id)}
          className="ml-8.5 self-start rounded-tag text-12 text-ink-2 hover:text-ink"
        >
          {repliesText(replies.length)}
        </button>
      )}
      {isOpen && mayComment && Boolean(first.revision) && (
        <CommentBox
          place={`reply:${first.id}`}
          label="Reply"
          placeholder={first.resolved_at ? 'Reply and reopen…' : 'Reply…'}
          images={{ project: page.project_id, kind: 'PAGE_COMMENT_DESCRIPTION', subject: null }}
          onSend={html => reply(page, first, html)}
        />
      )}
    </article>
  )
}
