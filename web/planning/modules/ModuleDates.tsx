import type { Module } from '#contract/planning/modules.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icons.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Popover } from '../../ui/popups/Popover.tsx'
import { datesOf, isLate } from './moduleList.ts'
import { mayChangeModule } from './moduleRows.ts'

/** The calendar comes with the first days that somebody asks for. */
const ModuleDays = later(() => import('./ModuleDay.tsx').then(module => module.ModuleDays), 'soon')

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
      {() => <ModuleDays module={module} />}
    </Popover>
  )
}
