import { type ReactNode, useState } from 'react'
import { useRow } from '../data/rows.ts'
import { type FilePlace, withFiles } from '../data/texts/textFiles.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { momentText, sinceText } from '../ui/dates/day-words.ts'
import { AgentMark, Avatar } from '../ui/marks/Avatar.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { CommentEditor, isBlankHtml } from './CommentEditor.tsx'
import { DocumentView } from './DocumentView.tsx'

type RemarkProps = {
  said: {
    id: string
    actor: string
    project: string
    created_at: string
    edited_at: string | null
    comment_html: string
    revision: number
  }
  kind: FilePlace['kind']
  /** A link leads to it. */
  isMeant?: boolean
  onCopyLink: () => void
  /** False when it was refused. Missing where it is not this person’s to change. */
  onReword?: ((html: string) => Promise<boolean>) | undefined
  onDelete?: (() => void) | undefined
  /** Before its menu. */
  controls?: ReactNode
  /** These are seen without pointing at it. */
  isHeld?: boolean
  /** Below what was said. */
  children?: ReactNode
}

/** A comment with its actions. */
export const Remark = ({
  said,
  kind,
  isMeant,
  onCopyLink,
  onReword,
  onDelete,
  controls,
  isHeld,
  children,
}: RemarkProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const writer = useRow('user', said.actor)
  const save = () => {
    const text = draft === null || isBlankHtml(draft) ? null : withFiles(draft)
    if (text === null || !onReword) return
    setDraft(null)
    if (text === said.comment_html) return
    void onReword(text).then(isSaved => {
      if (!isSaved) setDraft(now => now ?? draft)
    })
  }
  const quiet = isMeant ? 'text-ink-2' : 'text-ink-3'
  return (
    <div className="group grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5">
      <Avatar person={writer} size={24} silent />
      <div className="min-w-0">
        <div className="flex h-6 items-center gap-2">
          <b className="cut font-medium">{writer?.display_name ?? 'Someone'}</b>
          {writer?.is_bot && <AgentMark />}
          <time
            dateTime={said.created_at}
            title={momentText(said.created_at)}
            className={classes('num flex-none text-12', quiet)}
          >
            {sinceText(said.created_at)}
          </time>
          {said.edited_at && (
            <span title={momentText(said.edited_at)} className={classes('text-12', quiet)}>
              edited
            </span>
          )}
          <span className="flex-1" />
          {Boolean(said.revision) && (
            <span
              className={classes(
                'flex focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100 max-md:opacity-100',
                !isHeld && 'opacity-0',
              )}
            >
              {controls}
              <Menu
                align="end"
                entries={[
                  { id: 'link', label: 'Copy link', icon: 'link', run: onCopyLink },
                  ...(onReword
                    ? [
                        {
                          id: 'edit',
                          label: 'Edit',
                          icon: 'pencil' as const,
                          run: () => setDraft(said.comment_html),
                        },
                      ]
                    : []),
                  ...(onDelete
                    ? [
                        {
                          id: 'delete',
                          label: 'Delete',
                          icon: 'trash-2' as const,
                          danger: true,
                          run: onDelete,
                        },
                      ]
                    : []),
                ]}
              >
                <IconButton icon="ellipsis" size="strip" label="Actions for this comment" tooltip={false} />
              </Menu>
            </span>
          )}
        </div>
        {draft === null ? (
          <DocumentView html={said.comment_html} project={said.project} className="mt-1.25" />
        ) : (
          <div className="overflow-clip rounded-card bg-sunken shadow-[0_0_0_1px_var(--edge)]">
            <CommentEditor
              label="Edit comment"
              focus
              html={draft}
              images={{ project: said.project, kind, subject: said.id }}
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
        {draft === null && children}
      </div>
    </div>
  )
}
