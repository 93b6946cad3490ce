import { type ReactNode, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { type IssueQuery, matches } from '#contract/lists/issueQuery.ts'
import type { RowTypes } from '../data/entities.ts'
import type { List } from '../data/lists.ts'
import { getRow, useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { useOthers } from '../issues/here/useOthers.ts'
import { Filters } from '../issues/view/Filters.tsx'
import { isFiltered } from '../issues/view/view.ts'
import { to } from '../places/address.ts'
import { useHeading } from '../places/heading.ts'
import { useTitle } from '../places/title.ts'
import { Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { makeSelection, useSelected } from '../shell/list/selection.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { openCycleForm, openIssueForm } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { PlanFoot } from './PlanFoot.tsx'
import { Backlog, Planned } from './PlanSides.tsx'
import { useBacklogFilter } from './useBacklogFilter.ts'
import { usePlan, usePlannedCycles } from './usePlan.ts'

type Cycle = RowTypes['cycle']
type Project = RowTypes['project']
type Side = 'backlog' | 'cycle'

type SplitProps = {
  project: Project
  cycle: Cycle
  cycles: ReturnType<typeof usePlannedCycles>
  switcher: ReactNode
}

/** Those of the chosen that still are in one of these lists: what somebody else has moved since is not meant. */
const still = (chosen: readonly string[], ...lists: (IssueQuery | null)[]): readonly string[] =>
  chosen.filter(id => {
    const row = getRow('issue', id)
    return row !== null && lists.some(list => list !== null && matches(list, row, id => getRow('issue', id)))
  })

const named = (name: string, { status, total }: List) => (status === 'ready' ? `${name} ${total}` : name)

const Split = ({ project, cycle, cycles, switcher }: SplitProps) => {
  const go = useNavigate()
  const narrow = useNarrow()
  const mayDo = useMay()
  const [side, setSide] = useState<Side>('backlog')
  const [ofBacklog] = useState(makeSelection)
  const [ofCycle] = useState(makeSelection)
  const [isFiltering, setFiltering] = useState(false)
  const filter = useBacklogFilter(project)
  const waiting = still(useSelected(ofBacklog), filter.query)
  const plan = usePlan(project, cycle, cycles, waiting, filter.query)
  const within = still(useSelected(ofCycle), plan.within, plan.leaving)
  useKeys({ f: { run: () => setFiltering(true), label: 'Filter the backlog', group: 'List' } })
  const mayEdit = mayDo('cycle.fill', {}, { workspace: project.workspace, project: project.id })
  const open = (id: string) => {
    const issue = getRow('issue', id)
    if (issue) void go(addressOf(issue))
  }
  const shared = { plan, project, cycle, onOpen: open, mayEdit }
  const filters = (
    <Filters
      {...filter}
      change={changes => {
        // Issues out of view are not moved.
        ofBacklog.clear()
        filter.change(changes)
      }}
      open={isFiltering}
      onOpenChange={setFiltering}
    />
  )
  const filterButton = (
    <IconButton
      icon="list-filter"
      label="Filter the backlog"
      keys="f"
      on={isFiltered(filter.query, filter.context)}
      onClick={() => setFiltering(true)}
      className="max-md:size-11"
    />
  )
  const backlog = (
    <Backlog
      {...shared}
      {...{ filters, filterButton }}
      isFiltered={isFiltered(filter.query, filter.context)}
      chosen={waiting}
      selection={ofBacklog}
    />
  )
  const planned = (
    <Planned {...shared} {...{ switcher }} current={cycles.current} chosen={within} selection={ofCycle} />
  )
  if (!narrow)
    return (
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(320px,576px)_minmax(0,1fr)] max-desk:grid-cols-2">
        {backlog}
        {planned}
      </div>
    )
  const isBacklog = side === 'backlog'
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none items-center gap-1 px-4 py-2">
        <Segmented
          label="Side"
          parts={[
            { id: 'backlog', label: named('Backlog', plan.backlog) },
            { id: 'cycle', label: named(cycle.name, plan.planned) },
          ]}
          value={side}
          onChange={setSide}
          className="min-w-0 shrink [&_button:first-of-type]:shrink-0 [&_button]:min-h-9 [&_button]:min-w-0 [&_button]:px-3"
        />
        {switcher}
        <span className="flex-1" />
        {isBacklog && filterButton}
      </div>
      {isBacklog ? backlog : planned}
      <PlanFoot
        {...shared}
        chosen={isBacklog ? waiting : within}
        own={isBacklog ? [] : still(within, plan.within)}
        isBacklog={isBacklog}
        onMoved={(isBacklog ? ofBacklog : ofCycle).clear}
      />
    </div>
  )
}

/** A cycle filled from the backlog: two lists, and their sums. */
export const PlannerScreen = () => {
  const { projectId = '', slug = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const project = useRow('project', projectId)
  const heading = useHeading()
  if (!project)
    return (
      <NotFound title="Project not found" back={{ label: 'All projects', href: to('projects', { slug }) }} />
    )
  return (
    <Planner
      key={project.id}
      project={project}
      wanted={address.get('cycle')}
      onCycle={cycle =>
        setAddress(
          before =>
            new URLSearchParams([...before].filter(([name]) => name !== 'cycle').concat([['cycle', cycle]])),
          {
            replace: true,
          },
        )
      }
      tile={heading.project}
    />
  )
}

type PlannerProps = {
  project: Project
  wanted: string | null
  onCycle: (id: string) => void
  tile: ReturnType<typeof useHeading>['project']
}

const Planner = ({ project, wanted, onCycle, tile }: PlannerProps) => {
  const go = useNavigate()
  const { slug = '' } = useParams()
  const cycles = usePlannedCycles(project)
  const cycle = cycles.open.find(one => one.id === wanted) ?? cycles.first
  const list = to('cycles', { slug, projectId: project.id })
  const done = () => void go(list)
  const people = useOthers('cycle', cycle?.id ?? null)
  const mayDo = useMay()
  const create = () => openIssueForm({ projectId: project.id })
  useTitle(cycle ? `Plan ${cycle.name}` : 'Planner', project.name)
  useKeys({ esc: { run: done, label: 'Close the planner', group: 'List' } })
  const header = (
    <Header
      {...(tile ? { project: tile } : {})}
      crumbs={[{ label: 'Cycles', href: list }]}
      section={cycle ? `Plan ${cycle.name}` : 'Planner'}
      people={people}
      line
      controls={
        <Button variant="neutral" keys="esc" onClick={done} className="max-md:hidden">
          Done
        </Button>
      }
      primary={{ label: 'New issue', keys: 'c', run: create }}
    />
  )
  if (!cycle)
    return (
      <>
        {header}
        <EmptyState
          drawing={<ListDrawing />}
          title="No cycle to plan"
          actions={
            mayDo('cycle.create', {}, { workspace: project.workspace, project: project.id }) && (
              <Button variant="primary" size="large" onClick={() => openCycleForm({ projectId: project.id })}>
                New cycle
              </Button>
            )
          }
        >
          Fill the current or an upcoming cycle from the backlog here.
        </EmptyState>
      </>
    )
  return (
    <>
      {header}
      <Split
        key={cycle.id}
        {...{ project, cycle, cycles }}
        switcher={
          cycles.open.length > 1 && (
            <Menu
              entries={cycles.open.map(one => ({
                id: one.id,
                label: one.name,
                icon: 'iteration-cw' as const,
                checked: one.id === cycle.id,
                run: () => onCycle(one.id),
              }))}
            >
              <IconButton
                icon="chevrons-up-down"
                size="strip"
                label="Other cycle"
                className="max-md:size-11"
              />
            </Menu>
          )
        }
      />
    </>
  )
}
