import type { MouseEvent } from 'react'
import type { Dragged } from '../drag.ts'
import type { NamedGroup } from '../groups.tsx'
import type { IssueField } from '../parts/look.ts'

/** What every layout is given: the same list, the same verbs. */
export type LayoutProps = {
  groups: readonly NamedGroup[]
  grouped: boolean
  shut: ReadonlySet<string>
  onToggle: (key: string) => void
  projectKey: string
  peekId: string | null
  mayCreate: boolean
  mayEdit: boolean
  /** Key of the group whose quick add is open. */
  adding: string | null
  setAdding: (key: string | null) => void
  onAdd: (key: string, names: string[]) => void
  onEdit: (id: string, field: IssueField, anchor: HTMLElement) => void
  onPeek: (id: string, event: MouseEvent) => void
  onDrop: (dragged: Dragged, group: string, beside: string | null, edge: 'top' | 'bottom') => void
  loadMore: (key: string) => void
}
