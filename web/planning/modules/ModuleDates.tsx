import type { Module } from '#contract/planning/modules.ts'
import { classes } from '../../ui/classes.ts'
import { DatePicker } from '../../ui/dates/DatePicker.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popups/Popover.tsx'
import { PanelFact } from '../PlanPanel.tsx'
import { changeModule } from './moduleActions.ts'
import { datesOf, isLate } from './moduleList.ts'
import { mayChangeModule } from './moduleRows.ts'

/** A value that opens what changes it. */
export const EDITED =
  '-ml-1.5 flex min-h-7 min-w-0 items-center gap-2 rounded-control px-1.5 text-left hover:bg-hover data-[popup-open]:bg-press max-md:min-h-11'

type ModuleDayProps = { module: Module; name: 'start_date' | 'target_date'; label: string; none: string }

/** One day of a module, picked where it stands by whoever may. */
export const ModuleDay = ({ module, name, label, none }: ModuleDayProps) => {
  const day = module[name]
  const words = day ? (
    <span className="num">{shortDay(day, true)}</span>
  ) : (
    <span className="text-ink-3">{none}</span>
  )
  if (!mayChangeModule(module)) return words
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

type ModuleDatesProps = { module: Module; today: string }

/** Both days in short. */
export const ModuleSpan = ({ module, today }: ModuleDatesProps) => {
  const late = isLate(module, today)
  return (
    <span
      className={classes(
        'num flex items-center gap-1 whitespace-nowrap text-12',
        late ? 'text-danger' : 'text-ink-3',
      )}
    >
      {late && <Icon name="calendar-x" size={12} />}
      {datesOf(module, today)}
    </span>
  )
}

/** The same as a button that opens them, for whoever may change them. */
export const ModuleDates = ({ module, today }: ModuleDatesProps) => {
  if (!mayChangeModule(module)) return <ModuleSpan module={module} today={today} />
  const dates = datesOf(module, today)
  return (
    <Popover
      label={`Dates of ${module.name}`}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`Dates of ${module.name}: ${dates ?? 'none'}`}
          className={classes(
            'relative z-[1] -mx-1 flex min-h-6 items-center rounded-control px-1 hover:bg-press data-[popup-open]:bg-press',
            !dates &&
              'opacity-0 focus-visible:opacity-100 data-[popup-open]:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          {dates ? (
            <ModuleSpan module={module} today={today} />
          ) : (
            <Icon name="calendar" size={14} className="text-ink-3" />
          )}
        </button>
      }
      className="w-62 px-3 py-2"
    >
      {() => (
        <dl>
          <PanelFact label="Start">
            <ModuleDay module={module} name="start_date" label="Start date" none="No start" />
          </PanelFact>
          <PanelFact label="Due">
            <ModuleDay module={module} name="target_date" label="Due date" none="No due date" />
          </PanelFact>
        </dl>
      )}
    </Popover>
  )
}
