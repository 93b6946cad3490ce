import { useRef, useState } from 'react'
import type { Issue } from '#contract/issues.ts'
import { useRow } from '../data/rows.ts'
import { useDraft } from '../data/useDraft.ts'
import { may } from '../data/viewer.ts'
import { DescriptionEditor } from '../editor/DescriptionEditor.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { AvatarStack } from '../ui/Avatar.tsx'
import { Labels } from '../ui/Label.tsx'
import { PriorityIcon, priorityNames } from '../ui/PriorityIcon.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { type Editing, FieldPicker } from './FieldPicker.tsx'
import { type EditedField, fieldNames, fields } from './fields.ts'
import { updateIssue } from './issueActions.ts'
import { Attachments } from './parts/Attachments.tsx'
import { DueDate } from './parts/DueDate.tsx'
import { PropertyGrid } from './parts/PropertyGrid.tsx'
import { useParts } from './useParts.ts'

/** Title, properties and text of one issue: the same in the peek and on its own page. */
export const IssueDetail = ({
  issueId,
  onStatus,
}: {
  issueId: string
  onStatus: (status: string, people: EditorPerson[]) => void
}) => {
  const issue = useRow('issue', issueId)
  const parts = useParts(issueId)
  const [editing, setEditing] = useState<Editing | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const place = { workspace: issue?.workspace_id, project: issue?.project_id }
  const mayWrite = issue ? may('issue.update', issue, place) : false
  const mayEdit = mayWrite && may('issue.create', {}, place)
  const edit = (field: EditedField) => {
    const anchor = box.current?.querySelector(`[data-field="${field}"]`)
    if (anchor && mayEdit) setEditing({ issueId, field, anchor })
  }
  useKeys(Object.fromEntries(fieldNames.map(field => [fields[field].keys, () => edit(field)])))
  if (!issue || !parts) return null
  const property = (id: EditedField, label: string, keys: string, value: React.ReactNode) => ({
    id,
    label,
    keys,
    value,
    ...(mayEdit ? { onEdit: (anchor: HTMLElement) => setEditing({ issueId, field: id, anchor }) } : {}),
  })
  const nothing = <span className="text-ink-3">None</span>
  return (
    // As tall as what is around it: a file let go below the last line is meant for the issue too.
    <div ref={box} className="relative flex min-h-[75dvh] flex-col gap-3">
      <p className="num text-12 text-ink-3">
        {parts.projectKey}-{issue.sequence_id || '…'}
      </p>
      <Title key={issue.id} issue={issue} readOnly={!mayWrite} />
      <PropertyGrid
        properties={[
          property(
            'state',
            'State',
            's',
            <>
              <StateIcon
                group={parts.state?.group ?? issue.state__group}
                color={parts.state?.color ?? null}
                {...(parts.state?.later ? { later: true } : {})}
              />
              {parts.state?.name}
            </>,
          ),
          property(
            'priority',
            'Priority',
            'p',
            <>
              <PriorityIcon priority={issue.priority} silent />
              {priorityNames[issue.priority]}
            </>,
          ),
          property(
            'assignees',
            'Assignee',
            'a',
            parts.assignees.length > 0 ? (
              <>
                <AvatarStack people={parts.assignees} />
                <span className="cut">{parts.assignees.map(person => person.display_name).join(', ')}</span>
              </>
            ) : (
              nothing
            ),
          ),
          property(
            'labels',
            'Labels',
            'l',
            parts.labels.length > 0 ? (
              <Labels labels={parts.labels} max={4} className="flex-wrap gap-x-3.5" />
            ) : (
              nothing
            ),
          ),
          property(
            'target_date',
            'Due',
            'd',
            issue.target_date ? (
              <DueDate day={issue.target_date} group={issue.state__group} large />
            ) : (
              nothing
            ),
          ),
          property(
            'start_date',
            'Start',
            'shift+d',
            issue.start_date ? <DueDate day={issue.start_date} group="completed" large /> : nothing,
          ),
        ]}
      />
      <DescriptionEditor
        key={issue.id}
        name={`issue.${issue.id}`}
        issue={issue}
        mayWrite={mayWrite}
        onStatus={onStatus}
      />
      <Attachments key={`files ${issue.id}`} issue={issue} box={box} />
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
    </div>
  )
}

export type EditorPerson = { id: string; display_name: string }

const Title = ({ issue, readOnly }: { issue: Issue; readOnly: boolean }) => {
  const { draft, setDraft, flush } = useDraft({
    delay: 1_500,
    save: text => {
      const name = text.trim()
      if (name && name !== issue.name) void updateIssue(issue, { name })
    },
  })
  return (
    <textarea
      aria-label="Title"
      className="field-sizing-content w-full resize-none bg-transparent font-semibold text-20 outline-none"
      rows={1}
      maxLength={255}
      readOnly={readOnly}
      value={draft ?? issue.name}
      onChange={event => setDraft(event.target.value.replace(/\n/g, ' '))}
      onBlur={flush}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        flush()
        event.currentTarget.blur()
      }}
    />
  )
}
