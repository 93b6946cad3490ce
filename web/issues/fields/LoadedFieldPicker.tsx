import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../data/rows.ts'
import { later } from '../../ui/popups/later.tsx'
import { changeIssues, updateIssue } from '../acts/issueActions.ts'
import { FieldChoices } from './FieldChoices.tsx'
import type { Editing } from './FieldPicker.tsx'

const IssueSearch = later(() => import('../acts/IssueSearch.tsx').then(module => module.IssueSearch), 'soon')

const known = (ids: readonly string[]) => ids.flatMap(id => getRow('issue', id) ?? [])

type LoadedFieldPickerProps = { editing: Editing; issue: Issue; onClose: () => void }

export const LoadedFieldPicker = ({ editing, issue, onClose }: LoadedFieldPickerProps) => {
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
