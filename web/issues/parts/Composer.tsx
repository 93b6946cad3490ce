import { useEffect, useState } from 'react'
import type { Issue } from '#contract/issues.ts'
import { readKept, writeKept } from '../../data/keptWords.ts'
import { withFiles } from '../../data/textFiles.ts'
import { may } from '../../data/viewer.ts'
import { CommentEditor, isBlankHtml } from '../../editor/CommentEditor.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { addComment } from '../commentActions.ts'

/** Where an issue is talked about: a line until someone begins to write. What is not sent is kept on this machine. */
export const Composer = ({ issue }: { issue: Issue }) => {
  const [html, setHtml] = useState(() => readKept(`comment:${issue.id}`))
  const [open, setOpen] = useState<'asked' | 'kept' | null>(html === '' ? null : 'kept')
  useEffect(() => writeKept(`comment:${issue.id}`, html), [issue.id, html])
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const mayComment = !issue.archived_at && Boolean(issue.revision) && may('issue.comment', issue, place)
  if (!mayComment) return null
  const isBlank = isBlankHtml(html)
  const send = () => {
    const text = isBlank ? null : withFiles(html)
    if (text === null) return
    setHtml('')
    void addComment(issue, text).then(isSent => {
      // Refused: back it goes, unless something else was begun.
      if (!isSent) setHtml(now => now || html)
    })
  }
  return (
    <div className="rounded-card bg-sunken shadow-[inset_0_0_0_1px_var(--edge)]">
      {open ? (
        <CommentEditor
          label="Comment"
          placeholder="Comment…"
          focus={open === 'asked'}
          html={html}
          images={{ project: issue.project_id, kind: 'COMMENT_DESCRIPTION', subject: null }}
          onChange={setHtml}
          onSend={send}
          onEscape={() => {
            if (isBlank) setOpen(null)
            else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          }}
        >
          <IconButton
            icon="arrow-up"
            filled
            label="Send"
            keys="mod+enter"
            disabled={isBlank}
            onClick={send}
          />
        </CommentEditor>
      ) : (
        <button
          type="button"
          onClick={() => setOpen('asked')}
          className="flex h-11 w-full items-center rounded-card px-3 text-left text-ink-3"
        >
          Comment…
        </button>
      )}
    </div>
  )
}
