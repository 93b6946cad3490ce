import { format } from 'date-fns'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import type { Issue } from '#contract/issues.ts'
import { useRow } from '../../data/rows.ts'
import { useShelf } from '../../data/rowsBy.ts'
import { withFiles } from '../../data/textFiles.ts'
import { may, viewer } from '../../data/viewer.ts'
import { CommentEditor, isBlankHtml } from '../../editor/CommentEditor.tsx'
import { DocumentView } from '../../editor/DocumentView.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { copyText } from '../../ui/copy.ts'
import { sinceText } from '../../ui/day-words.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toggleCommentReaction } from '../besideActions.ts'
import { commentReactionsBy } from '../besideIssue.ts'
import { changeComment, deleteComment } from '../commentActions.ts'
import { addressOf } from '../issueAddress.ts'
import { ReactionPicker, Reactions } from './Reactions.tsx'

export const anchorOf = (commentId: string) => `comment-${commentId}`

type CommentCardProps = { issue: Issue; comment: Comment }

/** What somebody said; its writer may reword it, its writer and admins may take it away. */
export const CommentCard = ({ issue, comment }: CommentCardProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const writer = useRow('user', comment.actor)
  const reactions = useShelf(commentReactionsBy, comment.id)
  const { hash } = useLocation()
  const card = useRef<HTMLElement>(null)
  const isMeant = hash === `#${anchorOf(comment.id)}`
  useEffect(() => {
    if (isMeant) card.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const isKept = Boolean(comment.revision)
  const mayChange = isKept && !issue.archived_at && may('comment.change', comment, place)
  const isOwn = comment.actor === viewer()?.id
  const mayReact = isKept && !issue.archived_at && may('comment.react', comment, place)
  const react = (code: string) => void toggleCommentReaction(issue, comment.id, code)
  const save = () => {
    const text = draft === null || isBlankHtml(draft) ? null : withFiles(draft)
    if (text === null) return
    setDraft(null)
    if (text === comment.comment_html) return
    void changeComment(issue, comment, text).then(isSaved => {
      if (!isSaved) setDraft(now => now ?? draft)
    })
  }
  return (
    <article
      ref={card}
      id={anchorOf(comment.id)}
      aria-label={`Comment by ${writer?.display_name ?? 'someone'}`}
      className={classes(
        'group -mx-2 grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 rounded-card px-2 py-1.5',
        isMeant && 'bg-accent-tint',
      )}
    >
      <Avatar person={writer} size={24} silent />
      <div className="min-w-0">
        <div className="flex h-6 items-center gap-2">
          <b className="cut font-medium">{writer?.display_name ?? 'Someone'}</b>
          <time
            dateTime={comment.created_at}
            title={format(new Date(comment.created_at), 'd MMM yyyy, HH:mm')}
            className={classes('num flex-none text-12', isMeant ? 'text-ink-2' : 'text-ink-3')}
          >
            {sinceText(comment.created_at)}
          </time>
          {comment.edited_at && (
            <span
              title={format(new Date(comment.edited_at), 'd MMM yyyy, HH:mm')}
              className={classes('text-12', isMeant ? 'text-ink-2' : 'text-ink-3')}
            >
              edited
            </span>
          )}
          <span className="flex-1" />
          {isKept && (
            <span className="flex opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100 max-md:opacity-100">
              {mayReact && <ReactionPicker onPick={react} />}
              <Menu
                align="end"
                entries={[
                  {
                    id: 'link',
                    label: 'Copy link',
                    icon: 'link',
                    run: () =>
                      void copyText(`${location.origin}${addressOf(issue)}#${anchorOf(comment.id)}`, 'Link'),
                  },
                  ...(mayChange && isOwn
                    ? [
                        {
                          id: 'edit',
                          label: 'Edit',
                          icon: 'pencil' as const,
                          run: () => setDraft(comment.comment_html),
                        },
                      ]
                    : []),
                  ...(mayChange
                    ? [
                        {
                          id: 'delete',
                          label: 'Delete',
                          icon: 'trash-2' as const,
                          danger: true,
                          run: () => deleteComment(issue, comment),
                        },
                      ]
                    : []),
                ]}
              >
                <IconButton icon="ellipsis" size="strip" label="More for this comment" tooltip={false} />
              </Menu>
            </span>
          )}
        </div>
        {draft === null ? (
          <DocumentView html={comment.comment_html} project={comment.project} className="mt-1.25" />
        ) : (
          <div className="rounded-card bg-sunken">
            <CommentEditor
              label="Edit comment"
              focus
              html={draft}
              images={{ project: comment.project, kind: 'COMMENT_DESCRIPTION', subject: comment.id }}
              onChange={setDraft}
              onSend={save}
              onEscape={() => setDraft(null)}
            >
              <Button size="small" onClick={() => setDraft(null)}>
                Cancel
              </Button>
              <Button size="small" variant="primary" disabled={isBlankHtml(draft)} onClick={save}>
                Save
              </Button>
            </CommentEditor>
          </div>
        )}
        {draft === null && (
          <Reactions rows={reactions} className="mt-1" {...(mayReact ? { onToggle: react } : {})} />
        )}
      </div>
    </article>
  )
}
