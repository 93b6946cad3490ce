import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { Module } from '#contract/planning/modules.ts'
import { useDayIn } from '../../data/clock.ts'
import { getRow, useMade, useRow, useRows } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { useHeading } from '../../places/heading.ts'
import { FloatingAction, Header } from '../../shell/Header.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { useListAddress } from '../../shell/list/address.ts'
import { narrowed } from '../../shell/list/filters.ts'
import { ListChips, ListFilters } from '../../shell/list/ListFilters.tsx'
import { NoMatch } from '../../shell/list/NoMatch.tsx'
import { RowsBox } from '../../shell/list/RowsBox.tsx'
import { selectEntry, useRowSelection } from '../../shell/list/selection.ts'
import { openModuleForm } from '../../shell/overlays.ts'
import { useShut } from '../../shell/shutGroups.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ProjectDrawing } from '../../ui/marks/drawings.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { later } from '../../ui/popups/later.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { useFavorites } from '../favorites.ts'
import { NO_TOTALS } from '../progress/totals.ts'
import { useMeasure } from '../progress/useMeasure.ts'
import { usePeek } from '../usePeek.ts'
import { usePlaces } from '../usePlaces.ts'
import { BulkModules } from './BulkModules.tsx'
import { layoutNames, ModuleDisplay, useModuleFilters } from './ModuleFilters.tsx'
import { ModuleList } from './ModuleList.tsx'
import { ModulesSkeleton } from './ModulesSkeleton.tsx'
import { placeModule } from './moduleActions.ts'
import { type ModuleLayout, readQuery, shownModules } from './moduleList.ts'
import { moduleEntries } from './moduleMenu.ts'
import { type ModulesShown, mayChangeModule, modulesIn, statusOrder } from './moduleRows.ts'

const ModulePeek = later(() => import('./ModulePeek.tsx').then(module => module.ModulePeek), 'soon')
const ModuleBoard = later(() => import('./ModuleBoard.tsx').then(module => module.ModuleBoard))
const ModuleTimeline = later(() => import('./ModuleTimeline.tsx').then(module => module.ModuleTimeline))

const layoutParts = [
  { id: 'list', label: layoutNames.list, icon: 'list', keys: '1' },
  { id: 'board', label: layoutNames.board, icon: 'square-kanban', keys: '2' },
  { id: 'timeline', label: layoutNames.timeline, icon: 'chart-gantt', keys: '3' },
] as const

/** The modules of a project by their status: as a list, a board or on a timeline. */
export const ModulesScreen = () => {
  const { projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const known = useMade(modulesIn, projectId)
  const progress = useRows('module_progress')
  const favorites = useFavorites('module')
  const { measure } = useMeasure(projectId)
  const [address, change] = useListAddress()
  const query = readQuery(address)
  const narrowing = narrowed(useModuleFilters(projectId, today, favorites), address, change)
  const narrow = useNarrow()
  const heading = useHeading()
  const mayDo = useMay()
  const all = known.filter(module => !module.archived_at)
  const key = address.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address by its words, the favourites and progress by their rows
  const shown = useMemo(
    () => shownModules(all, narrowing, query, module => getRow('module_progress', module.id) ?? NO_TOTALS),
    [known, key, today, progress, favorites.size],
  )
  const groups = statusOrder.flatMap(status => {
    const modules = shown.filter(module => module.status === status)
    return modules.length > 0 ? [{ status, modules }] : []
  })
  const moves = usePlaces(
    groups.map(group => group.modules),
    query.sort === 'manual',
    placeModule,
  )
  const { peeked, entryOf, onClose } = usePeek(all, 'peekModule')
  const { shut, toggle } = useShut(`modules.${projectId}`)
  const isList = query.layout === 'list'
  const { selection, chosen, meant, onSelect } = useRowSelection(
    groups.flatMap(({ status, modules }) => (isList && !shut.has(status) ? modules : [])),
    mayChangeModule,
  )
  const entriesOf = (module: Module) => [
    entryOf(module.id),
    ...(query.layout !== 'board' && mayChangeModule(module) ? (moves.stepsOf?.(module.id) ?? []) : []),
    ...moduleEntries(module),
    ...(isList && mayChangeModule(module) ? [selectEntry(selection, module.id)] : []),
  ]
  const setLayout = (layout: ModuleLayout) => change({ layout: layout === 'list' ? null : layout })
  useKeys(
    Object.fromEntries(
      layoutParts.map(({ id, label, keys }) => [keys, { run: () => setLayout(id), label, group: 'Layout' }]),
    ),
  )
  const mayCreate = Boolean(
    project && mayDo('module.create', {}, { workspace: project.workspace, project: projectId }),
  )
  const primary = mayCreate
    ? { label: 'New module', keys: 'm', run: () => openModuleForm({ projectId }) }
    : undefined
  if (all.length === 0)
    return (
      <>
        <Header {...heading} {...(primary ? { primary } : {})} />
        <EmptyState
          drawing={<ProjectDrawing />}
          title="Group large work in modules"
          actions={
            primary && (
              <Button variant="primary" size="large" keys="m" onClick={primary.run}>
                New module
              </Button>
            )
          }
        >
          A module groups the issues of one part of the product, with a lead, dates and progress.
        </EmptyState>
      </>
    )
  const props: ModulesShown = {
    projectId,
    groups,
    measure,
    today,
    favorites,
    mayCreate,
    moves,
    shut,
    toggle,
    chosen,
  }
  return (
    <>
      <Header
        {...heading}
        count={all.length}
        layout={{ parts: layoutParts, value: query.layout, onChange: setLayout }}
        controls={
          <>
            <ListFilters narrowing={narrowing} label="Find modules" />
            <ModuleDisplay {...{ query, narrow, change }} />
          </>
        }
        {...(primary ? { primary } : {})}
      />
      <ListChips narrowing={narrowing} />
      {shown.length === 0 && narrowing.isNarrowed ? (
        <NoMatch what="modules" narrowing={narrowing} />
      ) : (
        <RowsBox
          className="relative flex min-h-0 flex-1"
          entriesOf={id => all.filter(module => module.id === id).flatMap(entriesOf)}
          onStep={query.layout === 'board' ? undefined : moves.onStep}
          {...(isList && { onSelect })}
        >
          {query.layout === 'board' ? (
            <ModuleBoard {...props} meanwhile={<ModulesSkeleton />} />
          ) : query.layout === 'timeline' ? (
            <ModuleTimeline {...props} meanwhile={<ModulesSkeleton />} />
          ) : (
            <ModuleList {...props} />
          )}
          {meant.length > 0 && <BulkModules modules={meant} onClear={selection.clear} />}
          {peeked && project && <ModulePeek module={peeked} onClose={onClose} />}
        </RowsBox>
      )}
      {primary && <FloatingAction label="New module" run={primary.run} />}
    </>
  )
}
