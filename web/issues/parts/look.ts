import type { Issue } from '#contract/issues.ts'
import type { Person } from '../../ui/Avatar.tsx'
import type { LabelLook } from '../../ui/Label.tsx'

/** What a row or a card needs of an issue; a whole one fits. */
export type IssueLook = Pick<
  Issue,
  'id' | 'name' | 'sequence_id' | 'state__group' | 'priority' | 'target_date' | 'sub_issues_count'
> &
  Partial<Pick<Issue, 'start_date' | 'attachment_count' | 'link_count'>>

export type StateLook = {
  id: string
  name: string
  group: string
  color?: string | null
  /** A second started state, such as review. */
  later?: boolean
}

export type IssueField =
  | 'state'
  | 'priority'
  | 'labels'
  | 'assignees'
  | 'target_date'
  | 'start_date'
  | 'estimate'
  | 'cycle'
  | 'modules'

export type IssueParts = {
  issue: IssueLook
  /** The project's identifier, before the number. */
  projectKey: string
  href: string
  state?: StateLook
  labels: readonly LabelLook[]
  assignees: readonly Person[]
  estimate?: string
  /** Of those that its project uses. */
  modules?: readonly { id: string; name: string }[]
  cycle?: { name: string } | null
  /** How many of its sub-issues are done. */
  subDone?: number
  selected?: boolean
  /** The cursor stands on it: the only one in the tab order. */
  active?: boolean
  peeked?: boolean
  /** The colour of the person who has just changed it. */
  changedBy?: string
  onOpen?: (id: string, event: React.MouseEvent) => void
  onSelect?: (id: string, event: Event) => void
  /** Opens the menu beside what was pressed. */
  onMenu?: (id: string, anchor: Element) => void
  onFocus?: (id: string) => void
  /** Opens the picker of a field beside its cell; missing where nothing may be changed. */
  onEdit?: (id: string, field: IssueField, anchor: HTMLElement) => void
}

export const issueKey = (projectKey: string, issue: Pick<Issue, 'sequence_id'>) =>
  `${projectKey}-${issue.sequence_id}`
