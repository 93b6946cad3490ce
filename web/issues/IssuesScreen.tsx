import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { IssueInput } from '#contract/issues.ts'
import { ALL, loadMore, retryList, useList } from '../data/lists.ts'
import { getRow, useRow, useRows } from '../data/rows.ts'
import { may } from '../data/viewer.ts'
import { projectLook } from '../projects/look.ts'
import { FloatingAction, Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { variables } from '../ui/colours.ts'
import { EmptyState, ListDrawing } from '../ui/EmptyState.tsx'
import { toast } from '../ui/Toast.tsx'
import { openOverlay } from '../workspaces/overlays.ts'
import { useTitle } from '../workspaces/title.ts'
import type { Dragged } from './drag.ts'
import { type Editing, FieldPicker } from './FieldPicker.tsx'
import { Filters } from './Filters.tsx'
import { dropPatch, groupInput, useNamedGroups } from './groups.tsx'
import { createIssue, deleteIssue, placeBetween, updateIssue, updateWithUndo } from './issueActions.ts'
import { layoutParts, layouts, preloadLayouts } from './layouts/layouts.tsx'
import type { LayoutProps } from './layouts/props.ts'
import { useHeld } from './useHeld.ts'
import { useListKeys } from './useListKeys.ts'
import { orders, ViewControls } from './ViewControls.tsx'
import { type Layout as LayoutId, useView } from './view.ts'

// The editor comes with the first issue that is opened, not with the list.
const IssuePeek = lazy(() => import('./IssuePeek.tsx').then(module => ({ default: module.IssuePeek })))

export const IssuesScreen = () => {
  const { projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const joined = useRows('project_member').some(row => row.project === projectId)
  if (!project || !joined)
    return (
      <NotFound
        title="No such project"
        text="There is none at this address, or you have not joined it."
        back={{ label: 'All projects', href: '../..' }}
      />
    )
  return <Issues key={projectId} projectId={projectId} />
}

const Issues = ({ projectId }: { projectId: string }) => {
  const project = useRow('project', projectId)!
  const { slug = '' } = useParams()
  const go = useNavigate()
  const view = useView({ in: 'project', project: projectId }, projectId)
  const { layout, query, peekId, change } = view
  const list = useList(query)
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState<string | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [filtering, setFiltering] = useState(false)
  const named = useNamedGroups(projectId, query.groupBy, list.groups, layout === 'kanban')
  const groups = useHeld(named, editing !== null)
  const { Layout, Loading, ownEmpty } = layouts[layout]
  useEffect(preloadLayouts, [])
  useTitle('Issues', project.name)

  const place = { workspace: project.workspace, project: projectId }
  const mayCreate = may('issue.create', {}, place)
  const filtered = Object.keys(query.filters).length > 0
  const setLayout = (next: LayoutId) =>
    change({
      layout: next,
      group_by: next === 'kanban' ? (query.groupBy ?? 'state_id') : query.groupBy,
      // Only the table names the columns that it is sorted by.
      ...(next !== 'spreadsheet' && !orders.some(([id]) => id === query.order)
        ? { order_by: 'sort_order' }
        : {}),
    })
  const peek = useCallback((id: string | null) => change({ peekId: id }), [change])
  const open = (id: string) => void go(`/${slug}/projects/${projectId}/issues/${id}`)
  const ids = useMemo(() => groups.flatMap(group => group.ids), [groups])

  const add = (key: string | null, names: string[], preset: Partial<IssueInput> = {}) => {
    const group = key === null ? {} : groupInput(query.groupBy, key)
    for (const name of names) void createIssue(projectId, { ...group, ...preset, name })
  }

  const drop = useCallback(
    (dragged: Dragged, group: string, beside: string | null, edge: 'top' | 'bottom') => {
      const issue = getRow('issue', dragged.issueId)
      const target = groups.find(one => one.key === group)
      if (!issue || !target) return
      const patch = dropPatch(query.groupBy, issue, dragged.from, group)
      if (!patch) return toast.failure('This grouping cannot be changed by dragging.')
      const rest = target.ids.filter(id => id !== issue.id)
      const at = beside ? rest.indexOf(beside) + (edge === 'bottom' ? 1 : 0) : rest.length
      const manual = query.order === 'sort_order'
      const neighbour = (index: number) => getRow('issue', rest[index])
      const sort_order = manual ? placeBetween(neighbour(at - 1), neighbour(at)) : undefined
      if (dragged.from === group && (!manual || target.ids[at] === issue.id)) return
      const whole = { ...patch, ...(sort_order === undefined ? {} : { sort_order }) }
      if (dragged.from === group) void updateIssue(issue, whole)
      else updateWithUndo(issue, whole, `${project.identifier}-${issue.sequence_id} moved to ${target.name}`)
    },
    [groups, query, project.identifier],
  )

  const move = (id: string, from: string, by: { group?: 1 | -1; place?: 1 | -1 }) => {
    const column = groups.findIndex(group => group.key === from)
    if (by.group) {
      const next = groups[column + by.group]
      if (next) drop({ issueId: id, from }, next.key, next.ids.at(-1) ?? null, 'bottom')
    } else if (by.place) {
      const here = groups[column]!.ids
      const beside = here[here.indexOf(id) + by.place]
      if (beside) drop({ issueId: id, from }, from, beside, by.place > 0 ? 'bottom' : 'top')
    }
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-issue="${id}"] [data-title]`)?.focus(),
    )
  }

  useListKeys({
    groups,
    shut,
    onEdit: setEditing,
    onPeek: id => peek(peekId === id ? null : id),
    onOpen: open,
    onMove: move,
    onDelete: id => {
      const issue = getRow('issue', id)
      if (issue && may('issue.delete', issue, place)) void deleteIssue(issue)
    },
    sideways: layout !== 'gantt_chart' && layout !== 'calendar',
  })
  useKeys({
    ...Object.fromEntries(
      layoutParts.map(({ id, label, keys }) => [keys, { run: () => setLayout(id), label, group: 'Layout' }]),
    ),
    f: { run: () => setFiltering(true), label: 'Filter', group: 'List' },
  })

  const more = useCallback((key: string) => void loadMore(query, key), [query])
  const toggle = useCallback(
    (key: string) =>
      setShut(old => (old.has(key) ? new Set([...old].filter(one => one !== key)) : new Set([...old, key]))),
    [],
  )
  const props: LayoutProps = {
    projectId,
    query,
    dates: view.dates,
    change,
    groups,
    grouped: query.groupBy !== null,
    shut,
    onToggle: toggle,
    projectKey: project.identifier,
    peekId,
    mayCreate,
    mayEdit: mayCreate,
    adding,
    setAdding,
    onAdd: add,
    editing,
    onEdit: (issueId, field, anchor) => {
      if (field !== 'estimate') setEditing({ issueId, field, anchor })
    },
    onPeek: (id, event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      peek(id)
    },
    onDrop: drop,
    loadMore: more,
  }
  // Wide enough for the longest key of the list: tabular figures at 12 px take about 7.4 px each.
  const keyWidth = `${Math.max(56, Math.ceil((project.identifier.length + 1 + String(list.total).length) * 7.8))}px`
  const at = peekId ? ids.indexOf(peekId) : -1
  const startHere = () =>
    layout === 'list' && query.groupBy === null ? setAdding(ALL) : openOverlay('issue')
  return (
    <>
      <Header
        project={{ ...projectLook(project), href: `/${slug}/projects/${projectId}/issues` }}
        section="Issues"
        {...(list.status === 'ready' ? { count: list.total } : {})}
        layout={{ parts: layoutParts, value: layout, onChange: setLayout }}
        controls={
          <ViewControls
            projectId={projectId}
            query={query}
            layout={layout}
            dates={view.dates}
            onLayout={setLayout}
            change={change}
            onFilter={() => setFiltering(true)}
            filtered={filtered}
          />
        }
        {...(mayCreate
          ? { primary: { label: 'New issue', keys: 'c', run: () => openOverlay('issue') } }
          : {})}
      />
      <Filters
        projectId={projectId}
        query={query}
        change={change}
        open={filtering}
        onOpenChange={setFiltering}
      />
      {list.status === 'loading' && <Loading />}
      {list.status === 'error' && (
        <EmptyState
          title="The issues could not be loaded"
          actions={
            <Button variant="neutral" onClick={() => retryList(query)}>
              Try again
            </Button>
          }
        >
          {list.error}
        </EmptyState>
      )}
      {list.status === 'ready' && list.total === 0 && adding === null && !ownEmpty && (
        <EmptyState
          drawing={<ListDrawing />}
          title={filtered ? 'Nothing matches these filters' : 'No issues yet'}
          actions={
            filtered ? (
              <Button
                variant="neutral"
                onClick={() =>
                  change(Object.fromEntries(Object.keys(query.filters).map(name => [name, null])))
                }
              >
                Clear the filters
              </Button>
            ) : mayCreate ? (
              <Button variant="primary" keys="c" onClick={startHere}>
                New issue
              </Button>
            ) : undefined
          }
        >
          {filtered
            ? 'Take one away to see more.'
            : 'An issue is one thing to be done: who does it, by when, and how far it is.'}
        </EmptyState>
      )}
      {list.status === 'ready' && (list.total > 0 || adding !== null || ownEmpty) && (
        <div
          className={classes('flex min-h-0 flex-1 flex-col', peekId && 'md:mr-[max(480px,44vw)]')}
          style={variables({ '--key-width': keyWidth })}
        >
          <Suspense fallback={<Loading />}>
            <Layout {...props} />
          </Suspense>
        </div>
      )}
      {mayCreate && <FloatingAction label="New issue" run={() => openOverlay('issue')} />}
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
      {peekId && (
        <Suspense>
          <IssuePeek
            issueId={peekId}
            onClose={() => peek(null)}
            {...(at >= 0 ? { place: { at: at + 1, of: list.total } } : {})}
            {...(at > 0 ? { onPrevious: () => peek(ids[at - 1]!) } : {})}
            {...(at >= 0 && at < ids.length - 1 ? { onNext: () => peek(ids[at + 1]!) } : {})}
            onExpand={() => open(peekId)}
          />
        </Suspense>
      )}
    </>
  )
}
