import { memo } from 'react'
import { Link } from 'react-router'
import type { Module } from '#contract/planning/modules.ts'
import { useRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { DropMark } from '../../settings/rows/DropMark.tsx'
import { ROW_LINK, Row, RowBox, RowDots, RowStar, SHY } from '../../shell/list/Row.tsx'
import { Behind } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'
import { Avatar, AvatarStack } from '../../ui/marks/Avatar.tsx'
import { mayFavor, toggleFavorite } from '../favorites.ts'
import { StateBar } from '../progress/StateBar.tsx'
import { type Measure, NO_TOTALS, progressOf } from '../progress/totals.ts'
import type { Moves } from '../usePlaces.ts'
import { ModuleDates, ModuleSpan } from './ModuleDates.tsx'
import { LeadPicker, StatusPicker } from './ModulePickers.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { changeModule } from './moduleActions.ts'
import { forecastOf } from './moduleList.ts'
import { moduleAddress } from './moduleMenu.ts'
import { mayChangeModule, statusNames } from './moduleRows.ts'
import { useModuleDrag } from './useModuleDrag.ts'

/**
 * The columns of the list of modules, of its strips and of every row. All widths are in pixels as `desk` is: of one in another
 * unit Tailwind does not know that it is the larger, and it would win below `desk` as well.
 */
export const MODULE_GRID =
  'grid grid-cols-[16px_16px_minmax(0,1fr)_104px_120px_44px_64px_136px_28px_88px] items-center gap-x-3 max-[1280px]:grid-cols-[16px_16px_minmax(0,1fr)_104px_120px_44px_136px_28px] max-desk:grid-cols-[16px_16px_minmax(0,1fr)_96px_44px_28px] max-md:grid-cols-[16px_minmax(0,1fr)_44px_32px]'

type ModuleRowProps = {
  module: Module
  measure: Measure
  today: string
  favorite: boolean
  /** On a phone: a row of a hundred draws nothing that its width does not show. */
  narrow: boolean
  isSelected: boolean
  onPut?: Moves['onPut']
}

/** Its status, which is picked in place. */
export const ModuleStatusButton = ({ module }: { module: Module }) =>
  mayChangeModule(module) ? (
    <StatusPicker value={module.status} onPick={status => void changeModule(module, { status })}>
      <button
        type="button"
        aria-label={`Status of ${module.name}: ${statusNames[module.status]}`}
        className="relative z-[1] -m-1.5 grid size-7 place-items-center rounded-control hover:bg-hover data-[popup-open]:bg-press max-md:-m-3.5 max-md:size-11"
      >
        <ModuleStatusIcon status={module.status} />
      </button>
    </StatusPicker>
  ) : (
    <ModuleStatusIcon status={module.status} named />
  )

/** Its lead, picked in place. */
const LeadButton = ({ module }: { module: Module }) => {
  const lead = useRow('user', module.lead_id)
  if (!mayChangeModule(module)) return <Avatar person={lead} />
  return (
    <LeadPicker
      projectId={module.project_id}
      value={module.lead_id}
      onPick={lead_id => void changeModule(module, { lead_id })}
    >
      <button
        type="button"
        aria-label={`Lead of ${module.name}: ${lead?.display_name ?? 'nobody'}`}
        className="-m-1 grid size-7 place-items-center rounded-control hover:bg-hover data-[popup-open]:bg-press"
      >
        <Avatar person={lead} silent />
      </button>
    </LeadPicker>
  )
}

export const ModuleRow = memo((props: ModuleRowProps) => {
  const { module, measure, today, favorite, narrow, isSelected, onPut } = props
  const { id, name } = module
  const { row, isDragged, over } = useModuleDrag(module, onPut)
  const totals = useRow('module_progress', module.id) ?? NO_TOTALS
  const members = useRowsOf('user', module.member_ids)
  const forecast = forecastOf(module, totals, measure, today)
  const { percent } = progressOf('module', totals, measure)
  const issues = progressOf('module', totals, 'issues')
  return (
    <Row
      id={id}
      {...{ ref: row, isSelected, isDragged }}
      className={`${MODULE_GRID} h-9 px-2 max-md:h-16 max-md:px-4`}
    >
      <DropMark spot={over?.spot ?? null} />
      {!narrow && (
        <span className="relative z-[1] grid place-items-center">
          {mayChangeModule(module) && <RowBox {...{ id, name, isSelected }} />}
        </span>
      )}
      <ModuleStatusButton module={module} />
      <span className="flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0.5">
        <Link
          to={moduleAddress(module)}
          draggable={false}
          className={`${ROW_LINK} font-medium max-md:font-normal`}
        >
          {name}
        </Link>
        {narrow ? (
          <ModuleSpan module={module} today={today} />
        ) : (
          <>
            <span className="cut text-ink-3">{module.description}</span>
            <span className="ml-auto flex min-w-18 justify-end">
              <Behind now={favorite}>
                <IconButton
                  icon="link"
                  size="strip"
                  tooltip={false}
                  label={`Copy link to ${name}`}
                  onClick={() => void copyText(location.origin + moduleAddress(module), 'Link')}
                  className={`relative z-[1] pointer-coarse:opacity-100 ${SHY}`}
                />
                {mayFavor('module', module) && (
                  <RowStar name={name} on={favorite} run={() => void toggleFavorite('module', module)} />
                )}
                <RowDots name={name} />
              </Behind>
            </span>
          </>
        )}
      </span>
      {!narrow && (
        <>
          <span
            className={classes(
              'num whitespace-nowrap text-12 max-desk:hidden',
              forecast?.late ? 'font-medium text-warn' : 'text-ink-2',
            )}
          >
            {forecast?.words ?? '–'}
          </span>
          <StateBar kind="module" totals={totals} measure={measure} height={8} />
        </>
      )}
      <span className="num text-right">{percent}%</span>
      {narrow ? (
        <span>
          <RowDots name={name} className="-mr-3 size-11" />
        </span>
      ) : (
        <>
          <span className="num whitespace-nowrap text-right text-12 text-ink-3 max-xl:hidden">
            {issues.done} of {issues.of}
          </span>
          <span className="max-desk:hidden">
            <ModuleDates module={module} today={today} />
          </span>
          <span className="relative z-[1]">
            <LeadButton module={module} />
          </span>
          <span className="max-xl:hidden">
            <AvatarStack people={members} max={3} apart empty={null} />
          </span>
        </>
      )}
    </Row>
  )
})
