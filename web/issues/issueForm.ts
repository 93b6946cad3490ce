/** What the form of a new issue holds, and what of it fits where. */
import type { Draft } from '#contract/drafts.ts'
import { getRow, getRows } from '../data/rows.ts'
import type { IssueForm } from '../workspaces/overlays.ts'
import type { FieldValues } from './FieldChoices.tsx'
import type { IssueChange } from './issueActions.ts'

export type FormValues = FieldValues & {
  projectId: string
  name: string
  description: string
  parent_id: string | null
}

const defaultState = (projectId: string) => {
  const states = getRows('state')
    .filter(state => state.project_id === projectId)
    .sort((a, b) => a.sequence - b.sequence)
  return (states.find(state => state.default) ?? states[0])?.id ?? ''
}

const emptyForm = (projectId: string): FormValues => ({
  projectId,
  name: '',
  description: '',
  state_id: defaultState(projectId),
  priority: 'none',
  assignee_ids: [],
  label_ids: [],
  start_date: null,
  target_date: null,
  estimate_point: null,
  cycle_id: null,
  module_ids: [],
  parent_id: null,
})

const ofDraft = (draft: Draft, projectId: string): FormValues => ({
  ...emptyForm(projectId),
  ...(draft.project_id === projectId
    ? {
        state_id: draft.state_id ?? defaultState(projectId),
        estimate_point: draft.estimate_point,
        cycle_id: draft.cycle_id,
        module_ids: draft.module_ids,
        label_ids: draft.label_ids,
        assignee_ids: draft.assignee_ids,
      }
    : {}),
  name: draft.name,
  description: draft.description_html,
  priority: draft.priority,
  start_date: draft.start_date,
  target_date: draft.target_date,
  parent_id: draft.parent_id,
})

export const begin = ({ draftId, values, description = '' }: IssueForm, projectId: string): FormValues => {
  const draft = getRow('draft_issue', draftId)
  return draft
    ? ofDraft(draft, projectId)
    : { ...emptyForm(projectId), ...(values as Partial<FormValues>), description }
}

/** The same in another project: what belongs to no project stays, and the people who are in that one too. */
export const inProject = (values: FormValues, projectId: string): FormValues => {
  const there = new Set(
    getRows('project_member').flatMap(row =>
      row.project === projectId && row.is_active ? [row.member] : [],
    ),
  )
  const { name, description, priority, start_date, target_date, parent_id } = values
  return {
    ...emptyForm(projectId),
    ...{ name, description, priority, start_date, target_date, parent_id },
    assignee_ids: values.assignee_ids.filter(id => there.has(id)),
  }
}

/** What is sent: the fields, the name without blanks around it, and the text if there is any. */
export const written = ({ projectId: _, description, name, ...fields }: FormValues) => ({
  ...(fields satisfies IssueChange),
  name: name.trim(),
  ...(isBlank(description) ? {} : { description_html: description }),
})

const isBlank = (html: string) => html === '' || html === '<p></p>'
export const isChanged = (values: FormValues, from: FormValues) =>
  JSON.stringify({ ...values, description: isBlank(values.description) ? '' : values.description }) !==
  JSON.stringify({ ...from, projectId: values.projectId, state_id: from.state_id })
