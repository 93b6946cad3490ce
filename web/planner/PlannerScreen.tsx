import { type ReactNode, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { type List, loadMore } from '../data/lists.ts'
import { getRow, useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { changeIssues } from '../issues/acts/issueActions.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { useNamedGroups } from '../issues/view/groups.tsx'
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
import { Icon } from '../ui/icons.tsx'
import { EmptyState, ListDrawing } from '../ui/marks/EmptyState.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { Menu } from '../ui/popups/Menu.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { type PlanGroup, PlanPane } from './PlanPane.tsx'
import { PlanSums, SumBar } from './PlanSums.tsx'
import { type Plan, usePlan, usePlannedCycles } from './usePlan.ts'

type Cycle = RowTypes['cycle']
type Project = RowTypes['project']
type Side = 'backlog' | 'cycle'

const NONE: ReadonlySet<string> = new Set()

const setCycle = (ids: readonly string[], cycle_id: string | null) =>
  void changeIssues(
    ids.flatMap(id => getRow('issue', id) ?? []),
    () => ({ cycle_id }),
  )

/** In words: what the selection comes to, and what of it is in no sum. */
const sumWords = ({ sums, measure }: Plan) =>
  [
    ...(sums.added > 0 && measure.unit === 'pt' ? [`${sums.added} pt`] : []),
    ...(sums.unestimated > 0 ? [`${sums.unestimated} without estimate`] : []),
  ].join(' and ')

const Hint = ({ keys, children }: { keys: string; children: ReactNode }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    <Kbd keys={keys} />
    {children}
  </span>
)

type SideProps = {
  plan: Plan
  project: Project
  cycle: Cycle
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  onOpen: (id: string) => void
  mayEdit: boolean
}

const foot = 'flex h-11 flex-none items-center gap-4 bg-sunken px-4 text-12 text-ink-2 max-md:hidden'

const Backlog = ({ plan, project, cycle, chosen, onChoose, onOpen, mayEdit }: SideProps) => {
  const { backlog, waiting } = plan
  const named = useNamedGroups(project.id, 'priority', backlog.groups, false)
  const groups = named.map(
    (group): PlanGroup => ({ ...group, loadMore: () => void loadMore(waiting, group.key) }),
  )
  const move = (ids: readonly string[], by: 'left' | 'right') => {
    if (by === 'right') setCycle(ids, cycle.id)
    return by === 'right'
  }
  const bring = () => {
    move([...chosen], 'right')
    onChoose(NONE)
  }
  return (
    <section aria-label="Backlog" className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-11 flex-none items-center gap-2 px-4 max-md:hidden">
        <h2 className="font-medium">Backlog</h2>
        <span className="num text-12 text-ink-3">{backlog.total}</span>
        <span className="flex-1" />
        {plan.measure.unit === 'pt' && (
          <span className="num text-12 text-ink-2">
            {backlog.points} pt
            {backlog.unestimated > 0 && ` and ${backlog.unestimated} without estimate`}
          </span>
        )}
      </div>
      <PlanPane
        label="Backlog"
        projectKey={project.identifier}
        groups={groups}
        onMove={move}
        empty={backlog.status === 'ready' ? 'Nothing waits: every open issue is in a cycle.' : ''}
        {...{ chosen, onChoose, onOpen, mayEdit }}
      />
      <div className={foot}>
        {chosen.size > 0 ? (
          <>
            <b className="num font-medium text-ink">{chosen.size} selected</b>
            <span className="num cut">{sumWords(plan)}</span>
            <span className="flex-1" />
            {mayEdit && (
              <Button variant="neutral" keys="alt+right" onClick={bring}>
                {`Move to ${cycle.name}`}
              </Button>
            )}
          </>
        ) : (
          <>
            <Hint keys="x">select</Hint>
            <Hint keys="shift+down">extend</Hint>
            <Hint keys="alt+right">{`move to ${cycle.name}`}</Hint>
          </>
        )}
      </div>
    </section>
  )
}

const groupOf = (list: List, name: string, key: string, more: () => void): PlanGroup[] => {
  const [whole] = list.groups
  return whole && whole.total > 0
    ? [
        {
          ...whole,
          key,
          name,
          points: list.points,
          unestimated: list.unestimated,
          loadMore: more,
        },
      ]
    : []
}

const Planned = ({
  plan,
  project,
  cycle,
  current,
  chosen,
  onChoose,
  onOpen,
  mayEdit,
  switcher,
}: SideProps & { current: Cycle | null; switcher: ReactNode }) => {
  const { planned, left, within, leaving } = plan
  const likely = left?.groups[0]?.ids ?? []
  const groups: PlanGroup[] = [
    ...groupOf(planned, 'Planned', 'planned', () => void loadMore(within, '')),
    ...(left && leaving && current
      ? groupOf(left, `Likely from ${current.name}`, 'likely', () => void loadMore(leaving, '')).map(
          group => ({
            ...group,
            icon: <Icon name="history" size={14} className="text-ink-3" />,
            action: mayEdit && likely.length === left.total && (
              <Button size="small" onClick={() => setCycle(likely, cycle.id)}>
                Bring all
              </Button>
            ),
          }),
        )
      : []),
  ]
  const move = (ids: readonly string[], by: 'left' | 'right') => {
    const coming = ids.filter(id => likely.includes(id))
    const moved = by === 'right' ? coming : ids.filter(id => !likely.includes(id))
    if (moved.length > 0) setCycle(moved, by === 'right' ? cycle.id : null)
    return moved.length > 0
  }
  return (
    <section
      aria-label={cycle.name}
      className="flex min-h-0 min-w-0 flex-col md:shadow-[inset_1px_0_0_var(--line)]"
    >
      <div className="max-md:hidden">
        <PlanSums {...{ plan, cycle, current, switcher }} />
      </div>
      <PlanPane
        label={cycle.name}
        projectKey={project.identifier}
        groups={groups}
        onMove={move}
        empty={planned.status === 'ready' ? 'Nothing is planned yet: move issues over from the backlog.' : ''}
        {...{ chosen, onChoose, onOpen, mayEdit }}
      />
      <div className={foot}>
        {chosen.size > 0 && <b className="num font-medium text-ink">{chosen.size} selected</b>}
        <Hint keys="j">down</Hint>
        <Hint keys="k">up</Hint>
        <Hint keys="e">estimate</Hint>
        <Hint keys="alt+left">send back</Hint>
        <span className="flex-1" />
        <Hint keys="tab">other side</Hint>
      </div>
    </section>
  )
}

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
  const plan = usePlan(project, cycle, cycles, waiting)
  const mayEdit = mayDo('cycle.fill', {}, { workspace: project.workspace, project: project.id })
  const open = (id: string) => {
    const issue = getRow('issue', id)
    if (issue) void go(addressOf(issue))
  }
  const shared = { plan, project, cycle, onOpen: open, mayEdit }
  const backlog = <Backlog {...shared} chosen={waiting} onChoose={setWaiting} />
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

/** A cycle filled from the backlog: two lists, and what that comes to. */
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
      onCycle={cycle => setAddress({ cycle }, { replace: true })}
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
  const done = () => void go(to('issues', { slug, projectId: project.id }))
  const create = () => openIssueForm({ projectId: project.id })
  useTitle(cycle ? `Plan ${cycle.name}` : 'Planner', project.name)
  useKeys({ esc: { run: done, label: 'Leave the planner', group: 'List' } })
  const header = (
    <Header
      {...(tile ? { project: tile } : {})}
      section={cycle ? `Plan ${cycle.name}` : 'Planner'}
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
          A cycle that is under way or comes next can be filled here from the backlog.
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
