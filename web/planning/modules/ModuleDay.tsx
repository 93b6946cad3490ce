import { useRef } from 'react'
import type { Module } from '#contract/planning/modules.ts'
import { DatePicker } from '../../ui/dates/DatePicker.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { useFocusAtOnce } from '../../ui/popups/focusAtOnce.ts'
import { PanelFact } from '../PlanPanel.tsx'
import { changeModule } from './moduleActions.ts'
import { mayChangeModule } from './moduleRows.ts'

/** A value that opens what changes it. */
export const EDITED =
  '-ml-1.5 flex min-h-7 min-w-0 items-center gap-2 rounded-control px-1.5 text-left hover:bg-hover data-[popup-open]:bg-press max-md:min-h-11'

type ModuleDayProps = { module: Module; name: 'start_date' | 'target_date'; label: string; none: string }

/** One day of a module, picked where it is by whoever may. */
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

/** Both days, each to be picked; they may come after the popup around them. */
export const ModuleDays = ({ module }: { module: Module }) => {
  const list = useRef<HTMLDListElement>(null)
  useFocusAtOnce(() => list.current?.querySelector('button'))
  return (
    <dl ref={list}>
      <PanelFact label="Start">
        <ModuleDay module={module} name="start_date" label="Start date" none="No start" />
      </PanelFact>
      <PanelFact label="Due">
        <ModuleDay module={module} name="target_date" label="Due date" none="No due date" />
      </PanelFact>
    </dl>
  )
}
