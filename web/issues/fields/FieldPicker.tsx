import type { Issue } from '#contract/work/issues.ts'
import { getRow, useRow } from '../../data/rows.ts'
import { later } from '../../ui/popups/later.tsx'
import { changeIssues, updateIssue } from '../acts/issueActions.ts'
import { FieldChoices } from './FieldChoices.tsx'
import type { EditedField } from './fields.ts'

const IssueSearch = later(() => import('../acts/IssueSearch.tsx').then(module => module.IssueSearch), 'soon')

const known = (ids: readonly string[]) => ids.flatMap(id => getRow('issue', id) ?? [])

/** `also`: others that get the same, when several are selected. */
export type Editing = { issueId: string; also?: readonly string[]; field: EditedField; anchor: Element }
type FieldPickerProps = { editing: Editing | null; onClose: () => void }

type OpenProps = { editing: Editing; issue: Issue; onClose: () => void }

const Open = ({ editing, issue, onClose }: OpenProps) => {
  const { field, anchor, also = [] } = editing
  if (field === 'parent')
    return (
      <IssueSearch
        issue={issue}
        what="parent"
        title="Parent"
        {...(issue.parent_id
          ? { none: { label: 'No parent', run: () => void updateIssue(issue, { parent_id: null }) } }
          : {})}
        onPick={([found]) => found && void updateIssue(issue, { parent_id: found.id })}
        onClose={onClose}
      />
    )
  const ids = [issue.id, ...also.filter(id => id !== issue.id)]
  const all = known(ids)
  return (
    <FieldChoices
      field={field}
      projectId={all.every(one => one.project_id === issue.project_id) ? issue.project_id : null}
      of={all}
      open
      onOpenChange={open => open || onClose()}
      anchor={anchor}
      onChange={change => void changeIssues(known(ids), change, { key: `${field} ${ids}` })}
    />
  )
}

/** The picker of one field, beside what was clicked or focused; the same for rows, cards and the open issue. */
export const FieldPicker = ({ editing, onClose }: FieldPickerProps) => {
  const issue = useRow('issue', editing?.issueId)
  if (!editing || !issue) return null
  return <Open editing={editing} issue={issue} onClose={onClose} />
}
