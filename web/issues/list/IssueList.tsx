import { type ReactNode, useCallback, useState } from 'react'
import type { FilterField } from '#contract/lists/issueFilters.ts'
import { loadMore, retryList, useList } from '../../data/lists.ts'
import { useRow } from '../../data/rows.ts'
import { may, seesAll } from '../../data/viewer.ts'
import { FloatingAction, type HeaderProps } from '../../shell/Header.tsx'
import { useShut } from '../../shell/shutGroups.ts'
import { Count } from '../../ui/marks/Count.tsx'
import { later } from '../../ui/popups/later.tsx'
import { useListSelection } from '../acts/selection.ts'
import { useDoing } from '../here/here.ts'
import type { LayoutProps } from '../layouts/props.ts'
import { HiddenProperties } from '../rows/hiddenProperties.ts'
import { useCommandScope } from '../view/commandScope.ts'
import type { ListContext } from '../view/contexts.ts'
import { Filters } from '../view/Filters.tsx'
import { useLanes, useNamedGroups } from '../view/groups.tsx'
import { useHidden } from '../view/properties.ts'
import { isFiltered, useView } from '../view/view.ts'
import { useDragged } from './drag.ts'
import { useListActions } from './ListActions.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListPeek } from './ListPeek.tsx'
import { ListEmpty, ListFailed } from './ListStates.tsx'
import { useFocusKept, useListFocus } from './listFocus.ts'
import { useKeptPeekWidth } from './peekWidth.ts'
import { ShownList } from './ShownList.tsx'
import { useFolding } from './useFolding.ts'
import { useFrozen } from './useFrozen.ts'
import { useKeepAsView } from './useKeepAsView.ts'
import { useLayoutChoice } from './useLayoutChoice.ts'
import { useListAnalytics } from './useListAnalytics.ts'
import { useListKeys } from './useListKeys.ts'
import { useMoves } from './useMoves.ts'
import { useNewIssues } from './useNewIssues.ts'
import { usePeek } from './usePeek.ts'
import { useScreenKeys } from './useScreenKeys.ts'

type IssueListProps = {
  context: ListContext
  header: Pick<HeaderProps, 'project' | 'crumbs' | 'section' | 'siblings' | 'mark' | 'status'>
  /** Shown above the list: tabs of a profile, for example. */
  tabs?: ReactNode
  /** Shown below its filters. */
  notice?: ReactNode
  /** The last of the header's controls. */
  tools?: ReactNode
  /** Filters that are not as others see them. */
  changed?: ReadonlySet<string>
  /** The words of an empty list without filters. */
  empty: { title: string; text: string; also?: ReactNode }
  /** The panel beside the list; an open issue covers it. */
  aside?: ReactNode
  /** Puts issues into it that are there already. */
  onAddExisting?: (() => void) | undefined
}

/** The rows of a list, in their groups, and the acts on them. */
const useListRows = (context: ListContext) => {
  const { projectId } = context
  const project = useRow('project', projectId)
  const view = useView(context)
  const { layout, query, peekId } = view
  const list = useList(query)
  const folds = useShut(context.name)
  const [adding, setAdding] = useState<string | null>(null)
  const showsEmpty = view.emptyGroups || (layout === 'kanban' && query.groupBy === 'state_id')
  const named = useNamedGroups(projectId, query.groupBy, list.groups, showsEmpty)
  const selection = useListSelection(query)
  const focus = useListFocus(context.name)
  useKeptPeekWidth()
  const actions = useListActions(selection, focus.stops)
  const { editing } = actions
  useFocusKept(focus, editing, actions.menu, actions.question, actions.deleting, adding, peekId)
  const dragged = useDragged()
  useDoing('moves', dragged?.issueId ?? null)
  useDoing('edits', editing?.issueId ?? null)
  const groups = useFrozen(named, editing !== null || actions.menu !== null || dragged !== null)
  const lanes = useLanes(projectId, query.subGroupBy, list.groups, view.emptyGroups)
  const moves = useMoves(query, groups, lanes, selection)
  return { project, view, list, folds, adding, setAdding, selection, focus, actions, groups, lanes, moves }
}

/** A list at work: its rows, its layout, and everything that keys, commands and its header do with it. */
const useListWork = (context: ListContext) => {
  const { projectId, readOnly } = context
  const rows = useListRows(context)
  const { project, view, list, adding, setAdding, selection, focus, actions, groups, lanes } = rows
  const { shut, toggle, toggleAll } = rows.folds
  const { drop, move, refuse } = rows.moves
  const { layout, query, peekId, change } = view
  const locked = context.view?.locked === true
  /** The filter that is asked for: one by its name, or any. */
  const [filtering, setFiltering] = useState<FilterField | boolean>(false)
  const { Layout, Loading, ownEmpty, parts, setLayout } = useLayoutChoice(context, view)
  const hidden = useHidden(context, view)

  const mayCreate =
    !readOnly &&
    project !== null &&
    may('issue.create', {}, { workspace: project.workspace, project: project.id })
  const mayEdit = !readOnly && (project === null || mayCreate)
  const peek = (id: string | null) => change({ peekId: id })
  const { peekBy, toggle: togglePeek, open } = usePeek(peekId, peek)
  const { add, compose } = useNewIssues({ context, query, groups, lanes, focus, project })

  useListKeys({
    groups,
    focus,
    shut,
    selection,
    readOnly,
    onEdit: actions.onEdit,
    onMenu: actions.onMenu,
    onDelete: actions.onDelete,
    onAsk: actions.onAsk,
    onPeek: togglePeek,
    onOpen: open,
    onMove: (stop, by) => focus.expect(move(stop, by)),
    arrows: layout === 'calendar' ? 'own' : layout === 'gantt_chart' ? 'lines' : 'groups',
  })
  const foldAll = useFolding({ query, layout, groups, focus, shut, toggle, toggleAll })
  useCommandScope({
    issues: () => actions.meant(focus, readOnly),
    ...(locked ? {} : { view: () => ({ context, view, onLayout: setLayout, onFilter: setFiltering }) }),
  })
  const analytics = useListAnalytics(context)
  useScreenKeys({
    parts,
    onLayout: setLayout,
    onFilter: locked ? null : () => setFiltering(true),
    onNew: mayCreate ? compose : null,
  })

  const more = useCallback((key: string, sub?: string) => void loadMore(query, key, sub ?? null), [query])
  const layoutProps: LayoutProps = {
    list: context,
    focus,
    query,
    dates: view.dates,
    change,
    groups,
    lanes,
    grouped: query.groupBy !== null,
    points: list.points,
    unestimated: projectId ? list.unestimated : 0,
    shut,
    onToggle: toggle,
    projectKey: project?.identifier ?? '',
    peekId,
    mayCreate,
    mayEdit,
    adding,
    setAdding,
    onAdd: add,
    editing: actions.editing,
    onEdit: actions.onEdit,
    onPeek: peekBy,
    onDrop: drop,
    refuse,
    loadMore: more,
  }
  return {
    ...rows,
    locked,
    shut,
    hidden,
    mayCreate,
    Layout,
    Loading,
    ownEmpty,
    parts,
    setLayout,
    filtering,
    setFiltering,
    foldAll,
    analytics,
    compose,
    peek,
    open,
    layoutProps,
  }
}

const PartCount = later(() => import('../view/PartCount.tsx').then(module => module.PartCount), 'soon')

/** Of people who may not see all issues, nobody can say that there are none. */
const NONE_SEEN = { title: 'No issues to see', text: 'You see the issues that you created.' }

/** Issues of one context, in the layout, order and groups that the address says. */
export const IssueList = (given: IssueListProps) => {
  const { context, header, tabs, notice, tools, changed, empty, aside, onAddExisting } = given
  const work = useListWork(context)
  const { view, list, project, locked, selection, focus, groups, shut, actions, mayCreate, compose } = work
  const { Layout, Loading, parts, setLayout, setFiltering, analytics, peek, open } = work
  const { query, peekId, change } = view
  const { readOnly } = context
  const clear = () =>
    change({ type: null, ...Object.fromEntries(Object.keys(query.filters).map(name => [name, null])) })
  const isEmpty = list.status === 'ready' && list.total === 0 && work.adding === null && !work.ownEmpty
  return (
    <HiddenProperties value={work.hidden}>
      <ListHeader
        {...{ context, view, parts, tools }}
        header={{
          ...header,
          ...(list.status === 'ready' && {
            count: query.subIssues ? (
              list.total
            ) : (
              <PartCount
                {...{ query }}
                total={list.total}
                onShow={locked ? null : () => change({ sub_issue: 'true' })}
                meanwhile={<Count value={list.total} />}
                unasked
              />
            ),
          }),
        }}
        onLayout={setLayout}
        onFilter={() => setFiltering(true)}
        onFold={work.foldAll}
        onAnalytics={analytics}
        onNew={mayCreate ? compose : null}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {tabs}
          <Filters
            {...{ context, query, change, locked, changed }}
            open={work.filtering}
            onOpenChange={setFiltering}
            onSave={useKeepAsView(context, view)}
          />
          {notice}
          {list.status === 'loading' && <Loading />}
          {list.status === 'error' && <ListFailed error={list.error} onRetry={() => retryList(query)} />}
          {isEmpty && (
            <ListEmpty
              {...(seesAll(context.projectId) ? empty : NONE_SEEN)}
              archive={context.scope.in === 'archive'}
              onClear={isFiltered(query, context) && !locked ? clear : null}
              onNew={mayCreate ? compose : null}
              onAddExisting={mayCreate ? onAddExisting : undefined}
            />
          )}
          {list.status === 'ready' && !isEmpty && (
            <ShownList
              {...{ actions, selection, query, groups, shut, readOnly, project }}
              total={list.total}
              isPeeking={peekId !== null}
            >
              <Layout {...work.layoutProps} meanwhile={<Loading />} />
            </ShownList>
          )}
        </div>
        {!peekId && aside}
      </div>
      {mayCreate && <FloatingAction label="New issue" run={compose} />}
      {peekId && <ListPeek issueId={peekId} {...{ focus, groups, shut }} onPeek={peek} onOpen={open} />}
    </HiddenProperties>
  )
}
