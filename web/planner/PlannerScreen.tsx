import { type ReactNode, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useOthersAt } from '../data/live.ts'
import { getRow, useRow } from '../data/rows.ts'
import { useRowsOf } from '../data/rowsBy.ts'
import { useMay } from '../data/viewer.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { Filters } from '../issues/view/Filters.tsx'
import { isFiltered } from '../issues/view/view.ts'
import { to } from '../places/address.ts'
import { useHeading } from '../places/heading.ts'
import { useTitle } from '../places/title.ts'
import { Header } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { openIssueForm } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { EmptyState, ListDrawing } from '../ui/marks/EmptyState.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { Backlog, NONE, Planned, setCycle, sumWords } from './PlanSides.tsx'
import { SumBar } from './PlanSums.tsx'
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

const Split = ({ project, cycle, cycles, switcher }: SplitProps) => {
  const go = useNavigate()
  const narrow = useNarrow()
  const mayDo = useMay()
  const [side, setSide] = useState<Side>('backlog')
  const [waiting, setWaiting] = useState(NONE)
  const [within, setWithin] = useState(NONE)
  const [isFiltering, setFiltering] = useState(false)
  const filter = useBacklogFilter(project)
  const plan = usePlan(project, cycle, cycles, waiting, filter.query)
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
        setWaiting(NONE)
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
      onChoose={setWaiting}
    />
  )
  const planned = (
    <Planned {...shared} {...{ switcher }} current={cycles.current} chosen={within} onChoose={setWithin} />
  )
  const { sums, measure } = plan
  if (!narrow)
    return (
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(320px,576px)_minmax(0,1fr)] max-desk:grid-cols-2">
        {backlog}
        {planned}
      </div>
    )
  const [chosen, choose] = side === 'backlog' ? [waiting, setWaiting] : [within, setWithin]
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none items-center gap-1 px-4 py-2">
        <Segmented
          label="Side"
          parts={[
            { id: 'backlog', label: `Backlog ${plan.backlog.total}` },
            { id: 'cycle', label: `${cycle.name} ${plan.planned.total}` },
          ]}
          value={side}
          onChange={setSide}
        />
        {switcher}
        <span className="flex-1" />
        {side === 'backlog' && filterButton}
      </div>
      {side === 'backlog' ? backlog : planned}
      <div className="absolute inset-x-0 bottom-0 flex flex-col gap-2.5 rounded-t-dialog bg-float p-4 shadow-float">
        <p className="num flex items-baseline gap-2">
          <b className="font-semibold text-16">{sums.planned + sums.added}</b>
          <span className="flex-1 text-ink-2">
            {sums.average === null ? `${measure.unit} planned` : `of ${sums.average}, the average`}
          </span>
          {chosen.size > 0 && side === 'backlog' && <span className="text-accent">+{sumWords(plan)}</span>}
        </p>
        <SumBar sums={sums} measure={measure} />
        {mayEdit && (
          <Button
            variant="primary"
            size="form"
            disabled={chosen.size === 0}
            onClick={() => {
              setCycle([...chosen], side === 'backlog' ? cycle.id : null)
              choose(NONE)
            }}
          >
            {side === 'backlog'
              ? `Move ${chosen.size || ''} to ${cycle.name}`.replace('  ', ' ')
              : `Send ${chosen.size || ''} back`.replace('  ', ' ')}
          </Button>
        )}
      </div>
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
  const people = useRowsOf('user', useOthersAt(cycle?.id ?? null))
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
        <EmptyState drawing={<ListDrawing />} title="No cycle to plan">
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
              <IconButton icon="chevrons-up-down" size="strip" label="Other cycle" />
            </Menu>
          )
        }
      />
    </>
  )
}
