import type { ReactElement } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import { useDayIn } from '../../data/clock.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import type { ListContext } from '../../issues/view/contexts.ts'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { useFavorites } from '../favorites.ts'
import { PlanHead } from '../PlanHead.tsx'
import { PlanMenu } from '../PlanMenu.tsx'
import { PanelFact, PlanPanel } from '../PlanPanel.tsx'
import { PlanProgress } from '../progress/PlanProgress.tsx'
import { NO_TOTALS, plannedOf, progressOf, usePointed } from '../progress/totals.ts'
import { Unestimated } from '../progress/Unestimated.tsx'
import { type Contents, useContents } from '../progress/useContents.ts'
import { EDITED, ModuleDay } from './ModuleDay.tsx'
import { ModuleLinks } from './ModuleLinks.tsx'
import { LeadPicker, MembersPicker, StatusPicker } from './ModulePickers.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { changeModule } from './moduleActions.ts'
import { moduleAddress, moduleEntries } from './moduleMenu.ts'
import { mayChangeModule, statusNames } from './moduleRows.ts'

type ModulePanelProps = {
  module: Module
  context: ListContext
  /** Where its issues are not beside it: its figures lead to them. */
  leadsTo?: string
  onClose: () => void
}

/** A module's description, people, dates, progress and links. */
export const ModulePanel = ({ module, context, leadsTo, onClose }: ModulePanelProps) => {
  useFavorites('module')
  const { start_date, target_date } = module
  const project = useRow('project', module.project_id)
  const today = useDayIn(project?.timezone ?? 'UTC')
  const totals = useRow('module_progress', module.id)
  const contents = useContents(context.scope)
  return (
    <PlanPanel label={`About ${module.name}`} closes={leadsTo !== undefined} onClose={onClose}>
      <PlanHead
        kind="module"
        row={module}
        href={moduleAddress(module)}
        menu={
          <PlanMenu
            name={module.name}
            entries={() => moduleEntries(module)}
            className="size-7 max-md:size-11"
          />
        }
      />
      <Facts {...{ module, contents }} />
      <PlanProgress
        {...{ context, contents }}
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

const Facts = ({ module, contents }: { module: Module; contents: Contents }) => {
  const { project_id, status, lead_id, member_ids } = module
  const mayChange = mayChangeModule(module)
  const lead = useRow('user', lead_id)
  const members = useRowsOf('user', member_ids)
  const totals = useRow('module_progress', module.id) ?? NO_TOTALS
  const isPointed = usePointed(project_id)
  const issues = progressOf('module', totals, 'issues')
  const points = progressOf('module', totals, 'estimate_points')
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
        <ModuleDay module={module} name="start_date" label="Start date" none="No start" />
        <span className="text-ink-3">–</span>
        <ModuleDay module={module} name="target_date" label="Due date" none="no due date" />
      </PanelFact>
      <PanelFact label="Issues">
        <span className="num">
          {issues.done} of {issues.of}
        </span>
      </PanelFact>
      {isPointed && (
        <PanelFact label="Points">
          <span className="num">
            {points.done} of {points.of}
          </span>
          <Unestimated contents={contents} planned={plannedOf(totals, 'issues')} />
        </PanelFact>
      )}
    </dl>
  )
}
