import type { Issue } from '#contract/work/issues.ts'
import { may } from '../../../data/viewer.ts'
import { CommentBox } from '../../../editor/CommentBox.tsx'
import { addComment } from '../../acts/commentActions.ts'

/** Where an issue is talked about. */
export const Composer = ({ issue }: { issue: Issue }) => {
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const mayComment = !issue.archived_at && Boolean(issue.revision) && may('issue.comment', issue, place)
  if (!mayComment) return null
  return (
    <CommentBox
      place={`comment:${issue.id}`}
      label="Comment"
      placeholder="Comment…"
      images={{ project: issue.project_id, kind: 'COMMENT_DESCRIPTION', subject: null }}
      onSend={html => addComment(issue, html)}
    />
  )
}
