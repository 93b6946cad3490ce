import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Cycle } from '#contract/planning/cycles.ts'
import { useRow } from '../../data/rows.ts'
import { useMay } from '../../data/viewer.ts'
import { IssueList } from '../../issues/list/IssueList.tsx'
import { CycleListed } from '../../issues/rows/lateAdded.ts'
import { cycleContext } from '../../issues/view/contexts.ts'
import { to } from '../../places/address.ts'
import { useHeading } from '../../places/heading.ts'
import { useTitle } from '../../places/title.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { later } from '../../ui/popups/later.tsx'
import { featuresOf } from '../features.ts'
import { PastDay } from '../PastDay.tsx'
import { PlanMenu } from '../PlanMenu.tsx'
import { PlanTools } from '../PlanTools.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { usePanel } from '../usePanel.ts'
import { CyclePanel } from './CyclePanel.tsx'
import { mayFillCycle, mayMoveOn, mayPlan } from './cycleActions.ts'
import { cycleAddress, cycleEntries } from './cycleMenu.ts'
import { useCycleStatus, useSections } from './cycleRows.ts'

const AddExisting = later(() => import('../AddExisting.tsx').then(module => module.AddExisting), 'soon')
const TransferIssues = later(() => import('./TransferIssues.tsx').then(module => module.TransferIssues))

/** The issues of one cycle, and beside them how it goes. */
export const CycleScreen = () => {
  const { projectId = '', cycleId, slug = '' } = useParams()
  const cycle = useRow('cycle', cycleId)
  useTitle(cycle?.name ?? 'Cycles')
  if (!cycle || cycle.project_id !== projectId)
    return (
      <NotFound
        title="Cycle not found"
        text="There is no cycle at this address, or it has been deleted."
        back={{ label: 'All cycles', href: to('cycles', { slug, projectId }) }}
      />
    )
  return <Standing key={cycle.id} cycle={cycle} />
}

const useSiblings = (cycle: Cycle) => {
  const go = useNavigate()
  const { current, upcoming, completed } = useSections(cycle.project_id)
  return {
    label: 'Other cycles',
    entries: [...current, ...upcoming, ...completed].map(one => ({
      id: one.id,
      label: one.name,
      checked: one.id === cycle.id,
      icon: (
        <PlanRing
          percent={completed.includes(one) ? 100 : 0}
          label=""
          kind={one.start_date ? (current.includes(one) ? 'under way' : 'upcoming') : 'draft'}
        />
      ),
      run: () => void go(cycleAddress(one)),
    })),
  }
}

const Standing = ({ cycle }: { cycle: Cycle }) => {
  const { projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const status = useCycleStatus(cycle)
  const panel = usePanel('cycle')
  const [isAdding, setAdding] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const siblings = useSiblings(cycle)
  const { project: tile, crumbs } = useHeading()
  const progress = useRow('cycle_progress', cycle.id)
  useMay()
  const { id, start_date } = cycle
  const zone = project?.timezone
  const listed = useMemo(
    () => (start_date && zone ? { cycle: id, start: start_date, zone } : null),
    [id, start_date, zone],
  )
  if (!project) return null
  const isOver = status === 'completed' || cycle.archived_at !== null
  const context = cycleContext(projectId, featuresOf(project), cycle.id, isOver)
  const open = progress ? progress.backlog_issues + progress.unstarted_issues + progress.started_issues : 0
  const mayFill = mayFillCycle(cycle)
  return (
    <CycleListed value={listed}>
      <IssueList
        context={context}
        header={{
          project: tile,
          crumbs,
          section: cycle.name,
          siblings,
        }}
        tools={
          <PlanTools onAdd={mayFill ? () => setAdding(true) : null} panel={panel}>
            <span className="md:hidden">
              <PlanMenu name={cycle.name} entries={() => cycleEntries(cycle)} className="size-11" />
            </span>
          </PlanTools>
        }
        tabs={
          isOver && (
            <div className="px-2 pb-1.5">
              <Banner
                action={
                  open > 0 && !cycle.archived_at && mayMoveOn(cycle) ? (
                    <Button variant="neutral" onClick={() => setMoving(true)} className="max-md:h-11">
                      Move open issues…
                    </Button>
                  ) : undefined
                }
              >
                {cycle.archived_at
                  ? 'This cycle is archived. You can read its issues here; open one to change it.'
                  : `This cycle has ended.${open > 0 ? ` ${open === 1 ? '1 issue is' : `${open} issues are`} not done.` : ''}`}
              </Banner>
            </div>
          )
        }
        notice={<PastDay />}
        empty={
          !mayPlan(cycle)
            ? { title: 'Nothing is planned yet', text: 'There are no issues in this cycle.' }
            : isOver
              ? { title: 'Nothing was left over', text: 'There are no issues left in this cycle.' }
              : { title: 'Nothing is planned yet', text: 'Create an issue here, or add existing ones.' }
        }
        onAddExisting={mayFill ? () => setAdding(true) : undefined}
        aside={panel.isOpen && <CyclePanel cycle={cycle} context={context} onClose={panel.toggle} />}
      />
      {isAdding && <AddExisting target={{ kind: 'cycle', row: cycle }} onClose={() => setAdding(false)} />}
      {isMoving && <TransferIssues cycle={cycle} open={open} onClose={() => setMoving(false)} />}
    </CycleListed>
  )
}
