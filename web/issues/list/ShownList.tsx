import type { ReactNode } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { RowTypes } from '../../data/entities.ts'
import type { Selection } from '../../shell/list/selection.ts'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { RowActsProvider } from '../acts/selection.ts'
import type { NamedGroup } from '../view/groups.tsx'
import { useKeyWidth } from './keyWidth.ts'
import { ListActions, type useListActions } from './ListActions.tsx'

type ShownListProps = {
  actions: ReturnType<typeof useListActions>
  selection: Selection
  query: IssueQuery
  groups: readonly NamedGroup[]
  shut: ReadonlySet<string>
  total: number
  readOnly: boolean
  project: RowTypes['project'] | null
  isPeeking: boolean
  /** The layout that draws it. */
  children: ReactNode
}

/** A loaded list with rows, and the actions on them. */
export const ShownList = (props: ShownListProps) => {
  const { actions, selection, query, groups, shut, total, readOnly, project, isPeeking, children } = props
  return (
    <div
      className={classes('relative flex min-h-0 flex-1 flex-col', isPeeking && 'desk:mr-(--peek)')}
      {...actions.pointer}
      style={variables({ '--key-width': useKeyWidth(project, groups, total) })}
    >
      <RowActsProvider value={actions.acts}>{children}</RowActsProvider>
      <ListActions
        {...{ actions, selection, query, readOnly, total }}
        loaded={groups.reduce((sum, group) => sum + (shut.has(group.key) ? 0 : group.ids.length), 0)}
      />
    </div>
  )
}
