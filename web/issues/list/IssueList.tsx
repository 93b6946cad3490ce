import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FilterField } from '#contract/lists/issueFilters.ts'
import { ordersOf } from '#contract/lists/issueOrder.ts'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import { loadMore, retryList, useList } from '../../data/lists.ts'
import { getRow, useRow, useRows } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { FloatingAction, Header, type HeaderProps } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { useCommandScope } from '../acts/commandScope.ts'
import { addressOf } from '../acts/issueAddress.ts'
import { layoutParts, layouts } from '../layouts/layouts.tsx'
import type { LayoutProps } from '../layouts/props.ts'
import { HiddenProperties } from '../rows/hiddenProperties.ts'
import type { ListContext } from '../view/contexts.ts'
import { Filters } from '../view/Filters.tsx'
import { useLanes, useNamedGroups } from '../view/groups.tsx'
import { isNamedOrder } from '../view/orderMenu.ts'
import { hiddenIn } from '../view/properties.ts'
import { useShut } from '../view/shutGroups.ts'
import { ViewControls } from '../view/ViewControls.tsx'
import { isFiltered, type Layout as LayoutId, useView } from '../view/view.ts'
import { useDragged } from './drag.ts'
import { widthOfKeys } from './keyWidth.ts'
import { ListActions, useListActions } from './ListActions.tsx'
import { ListPeek } from './ListPeek.tsx'
import { ListEmpty, ListFailed } from './ListStates.tsx'
import { useFocusKept, useListFocus } from './listFocus.ts'
import { useKeptPeekWidth } from './peekWidth.ts'
import { RowActsProvider, useListSelection } from './selection.ts'
import { useFolding } from './useFolding.ts'
import { useFrozen } from './useFrozen.ts'
import { useKeepAsView } from './useKeepAsView.ts'
import { useListAnalytics } from './useListAnalytics.tsx'
import { useListKeys } from './useListKeys.ts'
import { useMoves } from './useMoves.ts'
import { useNewIssues } from './useNewIssues.ts'

type IssueListProps = {
  context: ListContext
  header: Pick<HeaderProps, 'project' | 'crumbs' | 'section' | 'siblings' | 'mark' | 'status'>
  /** Stands above the list: tabs of a profile, for example. */
  tabs?: ReactNode
  /** Stands below its filters. */
  notice?: ReactNode
  /** The last of the header's controls. */
  tools?: ReactNode
  /** Filters that are not as others see them. */
  changed?: ReadonlySet<string>
  /** What an empty list says, when nothing is filtered. */
  empty: { title: string; text: string }
  /** What is told of the place, beside its list; an open issue covers it. */
  aside?: ReactNode
  /** Puts issues into it that are there already. */
  onAddExisting?: (() => void) | undefined
}

/** Issues of one context, in the layout, order and groups that the address says. */
export const IssueList = (given: IssueListProps) => {
  const { context, header, tabs, notice, tools, changed, empty, aside, onAddExisting } = given
  const { projectId, readOnly } = context
  const locked = context.view?.locked === true
  const project = useRow('project', projectId)
  const projects = useRows('project')
  const go = useNavigate()
  const view = useView(context)
  const { layout, query, peekId, change } = view
  const list = useList(query)
  const { shut, toggle, toggleAll } = useShut(context.name)
  const [adding, setAdding] = useState<string | null>(null)
  /** The filter that is asked for: one by its name, or any. */
  const [filtering, setFiltering] = useState<FilterField | boolean>(false)
  const showsEmpty = view.emptyGroups || (layout === 'kanban' && query.groupBy === 'state_id')
  const named = useNamedGroups(projectId, query.groupBy, list.groups, showsEmpty)
  const selection = useListSelection(query)
  const focus = useListFocus(context.name)
  useKeptPeekWidth()
  const actions = useListActions(selection, focus.stops)
  const { editing } = actions
  useFocusKept(focus, editing, actions.menu, actions.question, actions.deleting, adding, peekId)
  const isDragging = useDragged() !== null
  const groups = useFrozen(named, editing !== null || actions.menu !== null || isDragging)
  const lanes = useLanes(projectId, query.subGroupBy, list.groups, view.emptyGroups)
  const { drop, move, refuse } = useMoves(query, groups, lanes, selection)
  const { Layout, Loading, ownEmpty, load } = layouts[layout]
  useEffect(() => void load?.(), [load])
  const left = hiddenIn(context, view).join()
  const hidden = useMemo(() => new Set(left.split(',') as DisplayProperty[]), [left])

  const mayCreate =
    !readOnly &&
    project !== null &&
    may('issue.create', {}, { workspace: project.workspace, project: project.id })
  const mayEdit = !readOnly && (project === null || mayCreate)
  const setLayout = (next: LayoutId) => {
    if (locked || !context.layouts.includes(next)) return
    const orders = ordersOf(query)
    const named = orders.filter(isNamedOrder)
    change({
      layout: next,
      // Only the table names the columns that it is sorted by.
      ...(next !== 'spreadsheet' && named.length < orders.length
        ? { order_by: named.join(',') || context.standardOrder }
        : {}),
    })
  }
  const peek = (id: string | null) => change({ peekId: id })
  const peekBy = useSteady((id: string, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    peek(id)
  })
  const open = (id: string) => {
    const issue = getRow('issue', id)
    if (issue) void go(addressOf(issue))
  }
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
    onPeek: id => peek(peekId === id ? null : id),
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
  const parts = layoutParts.filter(part => context.layouts.includes(part.id))
  useKeys({
    ...Object.fromEntries(
      parts.map(({ id, label, keys }) => [keys, { run: () => setLayout(id), label, group: 'Layout' }]),
    ),
    f: { run: () => (locked ? false : setFiltering(true)), label: 'Filter', group: 'List' },
    c: { run: () => (mayCreate ? compose() : false), label: 'New issue', group: 'Create' },
  })

  const more = useCallback((key: string, sub?: string) => void loadMore(query, key, sub ?? null), [query])
  const props: LayoutProps = {
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
    editing,
    onEdit: actions.onEdit,
    onPeek: peekBy,
    onDrop: drop,
    refuse,
    loadMore: more,
  }
  const keyWidth = useMemo(
    () =>
      widthOfKeys(
        project ? [project] : projects,
        groups.flatMap(group => group.ids),
      ),
    [project, projects, groups],
  )
  const isEmpty = list.status === 'ready' && list.total === 0 && adding === null && !ownEmpty
  return (
    <HiddenProperties value={hidden}>
      <Header
        {...header}
        {...(list.status === 'ready' ? { count: list.total } : {})}
        {...(locked ? {} : { layout: { parts, value: layout, onChange: setLayout } })}
        controls={
          <>
            {!locked && (
              <ViewControls
                context={context}
                view={view}
                onLayout={setLayout}
                onFilter={() => setFiltering(true)}
                onFold={foldAll}
                onAnalytics={analytics.open}
              />
            )}
            {analytics.open && (
              <IconButton
                icon="chart-no-axes-column"
                label="Analytics"
                onClick={analytics.open}
                className={locked ? 'max-md:size-11' : 'max-md:hidden'}
              />
            )}
            {tools}
          </>
        }
        {...(mayCreate ? { primary: { label: 'New issue', keys: 'c', run: compose } } : {})}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {tabs}
          <Filters
            {...{ context, query, change, locked, changed }}
            open={filtering}
            onOpenChange={setFiltering}
            onSave={useKeepAsView(context, view)}
          />
          {notice}
          {list.status === 'loading' && <Loading />}
          {list.status === 'error' && <ListFailed error={list.error} onRetry={() => retryList(query)} />}
          {isEmpty && (
            <ListEmpty
              {...empty}
              archive={context.scope.in === 'archive'}
              onClear={
                isFiltered(query, context) && !locked
                  ? () =>
                      change({
                        type: null,
                        ...Object.fromEntries(Object.keys(query.filters).map(name => [name, null])),
                      })
                  : null
              }
              onNew={mayCreate ? compose : null}
              onAddExisting={mayCreate ? onAddExisting : undefined}
            />
          )}
          {list.status === 'ready' && !isEmpty && (
            <div
              className={classes('relative flex min-h-0 flex-1 flex-col', peekId && 'desk:mr-(--peek)')}
              {...actions.pointer}
              style={variables({ '--key-width': keyWidth })}
            >
              <RowActsProvider value={actions.acts}>
                <Layout {...props} meanwhile={<Loading />} />
              </RowActsProvider>
              <ListActions
                {...{ actions, selection, query, readOnly }}
                loaded={groups.reduce((sum, group) => sum + (shut.has(group.key) ? 0 : group.ids.length), 0)}
                total={list.total}
              />
            </div>
          )}
        </div>
        {!peekId && aside}
      </div>
      {mayCreate && <FloatingAction label="New issue" run={compose} />}
      {analytics.panel}
      {peekId && <ListPeek issueId={peekId} {...{ focus, groups, shut }} onPeek={peek} onOpen={open} />}
    </HiddenProperties>
  )
}
