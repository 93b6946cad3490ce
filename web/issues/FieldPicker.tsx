import { lazy, Suspense } from 'react'
import { cycleStatus } from '#contract/cycles.ts'
import type { Issue, Priority } from '#contract/issues.ts'
import { labelRoutes } from '#contract/labels.ts'
import { call } from '../data/client.ts'
import { getRow, useRow } from '../data/rows.ts'
import { here, may } from '../data/viewer.ts'
import { Picker, type PickerProps } from '../ui/Picker.tsx'
import { toast } from '../ui/Toast.tsx'
import { type Choice, useChoices } from './choices.tsx'
import { type EditedField, fields } from './fields.ts'
import { type IssueChange, updateIssue } from './issueActions.ts'

const DatePicker = lazy(() => import('../ui/DatePicker.tsx').then(module => ({ default: module.DatePicker })))
const IssueSearch = lazy(() =>
  import('./parts/IssueSearch.tsx').then(module => ({ default: module.IssueSearch })),
)

export type Editing = { issueId: string; field: EditedField; anchor: Element }

const LABEL_COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink']

/** The picker of one field, beside what was clicked or focused; the same for rows, cards and the open issue. */
export const FieldPicker = ({ editing, onClose }: { editing: Editing | null; onClose: () => void }) => {
  const issue = useRow('issue', editing?.issueId)
  if (!editing || !issue) return null
  return (
    <Suspense>
      <FieldChoices editing={editing} issue={issue} onClose={onClose} />
    </Suspense>
  )
}

type FieldChoicesProps = { editing: Editing; issue: Issue; onClose: () => void }

/** An issue enters what is under way or comes; what is over keeps those that it has. */
const isOpenCycle = (issue: Issue) => (choice: Choice) => {
  const cycle = getRow('cycle', choice.id)
  const zone = getRow('project', issue.project_id)?.timezone ?? 'UTC'
  return choice.id === issue.cycle_id || !cycle || cycleStatus(cycle, zone) !== 'completed'
}

const NOTHING = ''
const withNone = (name: string, options: Choice[]): Choice[] => [{ id: NOTHING, name }, ...options]

const FieldChoices = ({ editing, issue, onClose }: FieldChoicesProps) => {
  const choices = useChoices(issue.project_id)
  const { field } = editing
  const { label, keys } = fields[field]
  const frame = {
    open: true,
    onOpenChange: (open: boolean) => open || onClose(),
    anchor: editing.anchor,
    label,
    keys,
  }
  const set = (change: IssueChange) => void updateIssue(issue, change)
  const newLabel = async (name: string) => {
    const color = `lb-${LABEL_COLOURS[choices.labels.length % LABEL_COLOURS.length]}`
    try {
      const { body } = await call(labelRoutes.create, {
        params: { ws: here().slug, p: issue.project_id },
        body: { name, color },
      })
      const now = getRow('issue', issue.id) ?? issue
      set({ label_ids: [...now.label_ids, body.id] })
    } catch (error) {
      toast.failure((error as Error).message)
    }
  }
  const one = (
    props: Pick<PickerProps, 'options' | 'hint' | 'digits'>,
    value: string,
    name: keyof IssueChange,
  ) => <Picker {...frame} {...props} value={[value]} onPick={([id]) => set({ [name]: id || null })} />
  const many = (
    props: Pick<PickerProps, 'options' | 'hint' | 'onCreate' | 'empty'>,
    name: 'assignee_ids' | 'label_ids' | 'module_ids',
  ) => <Picker {...frame} {...props} multiple value={issue[name]} onPick={ids => set({ [name]: ids })} />

  switch (field) {
    case 'state':
      return one({ options: choices.state, hint: 'Change state…', digits: true }, issue.state_id, 'state_id')
    case 'priority':
      return (
        <Picker
          {...frame}
          hint="Change priority…"
          digits
          options={choices.priority}
          value={[issue.priority]}
          onPick={([id]) => id && set({ priority: id as Priority })}
        />
      )
    case 'assignees':
      return many({ options: choices.people, hint: 'Assign to…' }, 'assignee_ids')
    case 'labels':
      return many(
        {
          options: choices.labels,
          hint: 'Change labels…',
          ...(may('label.create', {}, { workspace: issue.workspace_id, project: issue.project_id })
            ? { onCreate: (name: string) => void newLabel(name) }
            : {}),
        },
        'label_ids',
      )
    case 'modules':
      return many({ options: choices.module, hint: 'Add to modules…', empty: 'No module' }, 'module_ids')
    case 'cycle':
      return one(
        { options: withNone('No cycle', choices.cycle.filter(isOpenCycle(issue))), hint: 'Move to cycle…' },
        issue.cycle_id ?? NOTHING,
        'cycle_id',
      )
    case 'estimate':
      return one(
        { options: withNone('No estimate', choices.estimate_point), hint: 'Estimate…' },
        issue.estimate_point ?? NOTHING,
        'estimate_point',
      )
    case 'target_date':
      return (
        <DatePicker
          {...frame}
          value={issue.target_date}
          from={issue.start_date}
          onPick={day => set({ target_date: day })}
        />
      )
    case 'start_date':
      return (
        <DatePicker
          {...frame}
          value={issue.start_date}
          until={issue.target_date}
          onPick={day => set({ start_date: day })}
        />
      )
    case 'parent':
      return (
        <IssueSearch
          issue={issue}
          what="parent"
          title="Parent"
          {...(issue.parent_id ? { none: { label: 'No parent', run: () => set({ parent_id: null }) } } : {})}
          onPick={([found]) => found && set({ parent_id: found.id })}
          onClose={onClose}
        />
      )
  }
}
