import type { MouseEvent } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { IssueChange } from '#contract/work/issues.ts'
import type { Typed } from '../acts/newLine.ts'
import type { Editing } from '../fields/FieldPicker.tsx'
import type { IssueField } from '../fields/rowProps.ts'
import type { Dragged } from '../list/drag.ts'
import type { ListFocus } from '../list/listFocus.ts'
import type { Lane, NamedGroup } from '../view/groups.tsx'
import type { DateView, ViewChange } from '../view/view.ts'
import type { ColumnList } from './table/columnChoice.ts'

/** The properties of every layout: the same list, the same verbs. */
export type LayoutProps = {
  list: ColumnList
  focus: ListFocus
  query: IssueQuery
  dates: DateView
  change: (change: ViewChange) => void
  groups: readonly NamedGroup[]
  grouped: boolean
  /** Of all estimates in the list. */
  points: number
  /** Issues in it without an estimate, where estimates are summed. */
  unestimated: number
  shut: ReadonlySet<string>
  onToggle: (key: string) => void
  projectKey: string
  peekId: string | null
  mayCreate: boolean
  mayEdit: boolean
  /** Key of the group whose quick add is open. */
  adding: string | null
  setAdding: (key: string | null) => void
  /** Into a group, or into none in particular; `preset` holds the other fields that the place sets, such as a day. */
  onAdd: (key: string | null, typed: Typed, preset?: IssueChange, sub?: string) => void
  /** The cell whose picker is open. */
  editing: Editing | null
  onEdit: (id: string, field: IssueField, anchor: HTMLElement) => void
  onPeek: (id: string, event: MouseEvent) => void
  onDrop: (
    dragged: Dragged,
    group: string,
    beside: string | null,
    edge: 'top' | 'bottom',
    sub?: string,
  ) => void
  /** Why what is dragged cannot be put there; null where it can. */
  refuse: (dragged: Dragged, group: string, sub?: string) => string | null
  loadMore: (key: string, sub?: string) => void
  /** The second grouping's keys in their order, where there is one: the board's lanes. */
  lanes: readonly Lane[]
}

/** The verbs of a row or card: the same from drawing to drawing, so that a row redraws only with its own changes. */
export type RowVerbs = Pick<LayoutProps, 'mayEdit' | 'onEdit' | 'onPeek' | 'onDrop' | 'refuse'>
export const rowVerbs = ({ mayEdit, onEdit, onPeek, onDrop, refuse }: RowVerbs): RowVerbs => ({
  mayEdit,
  onEdit,
  onPeek,
  onDrop,
  refuse,
})
