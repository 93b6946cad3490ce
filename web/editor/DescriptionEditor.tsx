import type { Issue } from '#contract/work/issues.ts'
import { DocumentEditor } from './DocumentEditor.tsx'
import type { EditorPerson } from './sync/presence.ts'

type DescriptionEditorProps = {
  name: string
  issue: Issue
  mayWrite: boolean
  onStatus: (status: string, people: EditorPerson[]) => void
}

/** The text of an issue. A new issue has one as soon as the server knows it. */
export const DescriptionEditor = ({ name, issue, mayWrite, onStatus }: DescriptionEditorProps) => {
  if (!issue.revision) return null
  return (
    <DocumentEditor
      name={name}
      label="Description"
      look="description"
      images={{ project: issue.project_id, kind: 'ISSUE_DESCRIPTION', subject: issue.id }}
      placeholder={mayWrite ? 'Write, or press / for commands' : ''}
      onStatus={onStatus}
    />
  )
}
