import type { Issue } from '#contract/work/issues.ts'
import { classes } from '../../ui/classes.ts'
import type { EditedField } from './fields.ts'

export type StateLook = {
  id: string
  name: string
  group: string
  color?: string | null
  /** A second started state, such as review. */
  later?: boolean
}

/** The fields that have cells in rows and cards. */
export type IssueField = Exclude<EditedField, 'parent'>

export type IssueParts = {
  issue: Issue
  /** The project's identifier, before the number. */
  projectKey: string
  href: string
  selected?: boolean
  joined?: Joined
  /** The cursor is on it: the only one in the tab order. */
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

/** Which of the rows beside a selected one are selected too: together they look like one. */
export type Joined = { above?: boolean; below?: boolean }

export const joinedClasses = (selected: boolean | undefined, joined: Joined = {}) =>
  selected && classes(joined.above && 'rounded-t-none', joined.below && 'rounded-b-none')

export const issueKey = (projectKey: string, issue: Pick<Issue, 'sequence_id'>) =>
  `${projectKey}-${issue.sequence_id}`
