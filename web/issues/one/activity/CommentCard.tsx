import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Comment } from '#contract/work/comments.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../../data/rows.ts'
import { useShelf } from '../../../data/rowsBy.ts'
import { may, viewer } from '../../../data/viewer.ts'
import { Remark } from '../../../editor/Remark.tsx'
import { classes } from '../../../ui/classes.ts'
import { copyText } from '../../../ui/copy.ts'
import { changeComment, deleteComment, isJustSaid } from '../../acts/commentActions.ts'
import { linkOf } from '../../acts/issueAddress.ts'
import { toggleCommentReaction } from '../../acts/issuePartActions.ts'
import { commentReactionsBy } from '../../fields/issueParts.ts'
import { ReactionPicker, Reactions } from '../Reactions.tsx'

export const anchorOf = (commentId: string) => `comment-${commentId}`

type CommentCardProps = { issue: Issue; comment: Comment }

/** A comment; its author may edit it, its author and admins may delete it. */
export const CommentCard = ({ issue, comment }: CommentCardProps) => {
  const writer = useRow('user', comment.actor)
  const reactions = useShelf(commentReactionsBy, comment.id)
  const { hash } = useLocation()
  const card = useRef<HTMLElement>(null)
  const isMeant = hash === `#${anchorOf(comment.id)}`
  useEffect(() => {
    if (isMeant) card.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isJustSaid(comment)) card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const isOpen = Boolean(comment.revision) && !issue.archived_at
  const mayChange = isOpen && may('comment.change', comment, place)
  const mayReact = isOpen && may('comment.react', comment, place)
  const react = (code: string) => void toggleCommentReaction(issue, comment.id, code)
  const isOwn = comment.actor === viewer()?.id
  return (
    <article
      ref={card}
      id={anchorOf(comment.id)}
      aria-label={`Comment by ${writer?.display_name ?? 'someone'}`}
      className={classes('-mx-2 rounded-card px-2 py-1.5', isMeant && 'bg-accent-tint')}
    >
      <Remark
        said={comment}
        kind="COMMENT_DESCRIPTION"
        isMeant={isMeant}
        onCopyLink={() => void copyText(`${linkOf(issue)}#${anchorOf(comment.id)}`, 'Link')}
        onReword={mayChange && isOwn ? html => changeComment(issue, comment, html) : undefined}
        onDelete={mayChange ? () => deleteComment(comment) : undefined}
        controls={mayReact && <ReactionPicker onPick={react} />}
      >
        <Reactions rows={reactions} className="mt-1" {...(mayReact ? { onToggle: react } : {})} />
      </Remark>
    </article>
  )
}
