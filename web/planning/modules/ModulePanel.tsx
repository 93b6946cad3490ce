import type { ReactElement } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import type { ListContext } from '../../issues/view/contexts.ts'
import { DatePicker } from '../../ui/dates/DatePicker.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { useFavorites } from '../favorites.ts'
import { PlanHead } from '../PlanHead.tsx'
import { PanelFact, PlanPanel } from '../PlanPanel.tsx'
import { PlanProgress } from '../progress/PlanProgress.tsx'
import { figureOf, NO_TOTALS, plannedOf, usePointed } from '../progress/totals.ts'
import { ModuleLinks } from './ModuleLinks.tsx'
import { LeadPicker, MembersPicker, StatusPicker } from './ModulePickers.tsx'
import { ModuleMenu } from './ModuleRow.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { changeModule } from './moduleActions.ts'
import { moduleAddress } from './moduleMenu.ts'
import { mayChangeModule, statusNames } from './moduleRows.ts'

type ModulePanelProps = {
  module: Module
  context: ListContext
  /** Where its issues are not beside it: its figures lead to them. */
  leadsTo?: string
  onClose: () => void
}

const VALUE =
  '-ml-1.5 flex min-h-7 min-w-0 items-center gap-2 rounded-control px-1.5 text-left max-md:min-h-11'
const EDITED = `${VALUE} hover:bg-hover data-[popup-open]:bg-press`

/** A module's description, people, dates, progress and links. */
export const ModulePanel = ({ module, context, leadsTo, onClose }: ModulePanelProps) => {
  useFavorites('module')
  const { start_date, target_date } = module
  const project = useRow('project', module.project_id)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const totals = useRow('module_progress', module.id)
  return (
    <PlanPanel label={`About ${module.name}`} closes={leadsTo !== undefined} onClose={onClose}>
      <PlanHead
        kind="module"
        row={module}
        href={moduleAddress(module)}
        menu={<ModuleMenu module={module} className="size-7" />}
      />
      <Facts module={module} />
      <PlanProgress
        context={context}
        leadsTo={leadsTo}
        charted={
          start_date && target_date
            ? {
                kind: 'module',
                id: module.id,
                projectId: module.project_id,
                start: start_date,
                end: target_date,
                today,
              }
            : null
        }
        name={module.name}
        totals={totals}
      />
      <ModuleLinks module={module} mayChange={mayChangeModule(module)} />
    </PlanPanel>
  )
}

const Facts = ({ module }: { module: Module }) => {
  const { project_id, status, lead_id, member_ids } = module
  const mayChange = mayChangeModule(module)
  const lead = useRow('user', lead_id)
  const members = useRowsOf('user', member_ids)
  const totals = useRow('module_progress', module.id) ?? NO_TOTALS
  const isPointed = usePointed(project_id)
  const shown = (label: string, value: ReactElement, picker: (button: ReactElement) => ReactElement) => (
    <PanelFact label={label}>
      {mayChange
        ? picker(
            <button type="button" className={EDITED}>
              <span className="sr-only">{label}: </span>
              {value}
            </button>,
          )
        : value}
    </PanelFact>
  )
  return (
    <dl className="mt-3">
      {shown(
        'Status',
        <span className="flex items-center gap-2">
          <ModuleStatusIcon status={status} />
          {statusNames[status]}
        </span>,
        button => (
          <StatusPicker value={status} onPick={next => void changeModule(module, { status: next })}>
            {button}
          </StatusPicker>
        ),
      )}
      {shown(
        'Lead',
        <span className="flex min-w-0 items-center gap-2">
          <Avatar person={lead} silent />
          <span className="cut">{lead?.display_name ?? 'No lead'}</span>
        </span>,
        button => (
          <LeadPicker
            projectId={project_id}
            value={lead_id}
            onPick={next => void changeModule(module, { lead_id: next })}
          >
            {button}
          </LeadPicker>
        ),
      )}
      {shown(
        'Members',
        <AvatarStack people={members} max={8} apart empty={<span className="text-ink-3">None</span>} />,
        button => (
          <MembersPicker
            projectId={project_id}
            value={member_ids}
            onPick={next => void changeModule(module, { member_ids: next })}
          >
            {button}
          </MembersPicker>
        ),
      )}
      <PanelFact label="Dates">
        <Day module={module} name="start_date" label="Start date" none="No start" mayChange={mayChange} />
        <span className="text-ink-3">–</span>
        <Day module={module} name="target_date" label="Due date" none="no due date" mayChange={mayChange} />
      </PanelFact>
      <PanelFact label="Issues">
        <span className="num">
          {totals.completed_issues} of {plannedOf(totals, 'issues')}
        </span>
      </PanelFact>
      {isPointed && (
        <PanelFact label="Points">
          <span className="num">
            {figureOf(totals, 'completed', 'estimate_points')} of {plannedOf(totals, 'estimate_points')}
          </span>
        </PanelFact>
      )}
    </dl>
  )
}

type DayProps = {
  module: Module
  name: 'start_date' | 'target_date'
  label: string
  none: string
  mayChange: boolean
}

const Day = ({ module, name, label, none, mayChange }: DayProps) => {
  const day = module[name]
  const words = day ? (
    <span className="num">{shortDay(day, true)}</span>
  ) : (
    <span className="text-ink-3">{none}</span>
  )
  if (!mayChange) return words
  return (
    <DatePicker
      label={label}
      value={day}
      {...(name === 'start_date' ? { until: module.target_date } : { from: module.start_date })}
      onPick={next => void changeModule(module, { [name]: next })}
    >
      <button type="button" className={EDITED}>
        <span className="sr-only">{label}: </span>
        {words}
      </button>
    </DatePicker>
  )
}
