/** The fields of the form of a new issue, and which of them fit another project. */
import { freeIn, unset } from '#contract/lists/setFields.ts'
import type { Draft } from '#contract/work/drafts.ts'
import type { Issue, IssueChange } from '#contract/work/issues.ts'
import { getRow, getRows } from '../../data/rows.ts'
import { readKept, writeKept } from '../../data/texts/keptWords.ts'
import type { IssueForm } from '../../shell/overlays.ts'
import type { FieldValues } from '../fields/FieldChoices.tsx'
import { defaultState } from '../fields/projectRows.ts'

export type FormValues = FieldValues & {
  projectId: string
  name: string
  description: string
  parent_id: string | null
}

const emptyForm = (projectId: string): FormValues => ({
  ...unset(),
  projectId,
  name: '',
  description: '',
  state_id: defaultState.of(projectId),
})

const membersOf = (projectId: string) =>
  new Set(
    getRows('project_member').flatMap(row =>
      row.project === projectId && row.is_active ? [row.member] : [],
    ),
  )

type OfProject = Pick<
  FormValues,
  'state_id' | 'estimate_point' | 'cycle_id' | 'module_ids' | 'label_ids' | 'assignee_ids'
>

// A form that was kept for a while may name rows that are gone, and would be refused for it.
const stillThere = (projectId: string, values: OfProject): OfProject => {
  const members = membersOf(projectId)
  const { state_id, estimate_point, cycle_id } = values
  return {
    state_id: getRow('state', state_id)?.project_id === projectId ? state_id : defaultState.of(projectId),
    estimate_point: getRow('estimate_point', estimate_point) ? estimate_point : null,
    cycle_id: getRow('cycle', cycle_id) ? cycle_id : null,
    module_ids: values.module_ids.filter(id => getRow('module', id)),
    label_ids: values.label_ids.filter(id => getRow('label', id)),
    assignee_ids: values.assignee_ids.filter(id => members.has(id)),
  }
}

const ofDraft = (draft: Draft, projectId: string): FormValues => ({
  ...emptyForm(projectId),
  ...(draft.project_id === projectId
    ? stillThere(projectId, { ...draft, state_id: draft.state_id ?? defaultState.of(projectId) })
    : {}),
  name: draft.name,
  description: draft.description_html,
  ...freeIn(draft),
})

/** As an issue is that is still to be taken: without a state it begins where all of its project do. */
export const ofIssue = (issue: Issue): FormValues => ({
  ...emptyForm(issue.project_id),
  ...stillThere(issue.project_id, { ...issue, state_id: issue.state_id ?? '' }),
  name: issue.name,
  ...freeIn(issue),
})

export const begin = ({ draftId, values, description = '' }: IssueForm, projectId: string): FormValues => {
  const draft = getRow('draft_issue', draftId)
  return draft
    ? ofDraft(draft, projectId)
    : { ...emptyForm(projectId), ...(values as Partial<FormValues>), description }
}

/** The same in another project: fields that belong to no project stay, and the people who are in that one too. */
export const inProject = (values: FormValues, projectId: string): FormValues => {
  const there = membersOf(projectId)
  return {
    ...emptyForm(projectId),
    name: values.name,
    description: values.description,
    ...freeIn(values),
    assignee_ids: values.assignee_ids.filter(id => there.has(id)),
  }
}

/** Under which name a form keeps what is written in it: that of a new issue or a draft, and that of a request to a project. */
export const placeOfForm = (draftId?: string) => `issueForm:${draftId ?? 'new'}`
export const placeOfRequest = (projectId: string) => `request:${projectId}`

const read = (words: string): (Partial<FormValues> & Pick<FormValues, 'projectId'>) | null => {
  try {
    return JSON.parse(words)
  } catch {
    return null
  }
}

/** The form comes with words of its own. */
export const isGiven = ({ values, description }: IssueForm): boolean => Boolean(values?.name || description)

/** The form as it was when the window closed or the server refused it. */
export const leftBehind = (place: string): FormValues | null => {
  const words = readKept(place)
  const kept = words ? read(words) : null
  if (!kept || !getRow('project', kept.projectId)) return null
  // Another version of this client may have kept less of it.
  const left = { ...emptyForm(kept.projectId), ...kept }
  return { ...left, ...stillThere(left.projectId, left) }
}
/** Without values, or with those that the form began with, nothing is kept. */
export const keepBehind = (place: string, values: FormValues | null) =>
  writeKept(place, values ? JSON.stringify(values) : '')

/** The fields to send: the trimmed name, and the text, which may have been cleared. */
export const written = ({ projectId: _, description, name, ...fields }: FormValues) => ({
  ...(fields satisfies IssueChange),
  name: name.trim(),
  description_html: isBlank(description) ? '<p></p>' : description,
})

const isBlank = (html: string) => html === '' || html === '<p></p>'
export const isChanged = (values: FormValues, from: FormValues) =>
  JSON.stringify({ ...values, description: isBlank(values.description) ? '' : values.description }) !==
  JSON.stringify({ ...from, projectId: values.projectId, state_id: from.state_id })
