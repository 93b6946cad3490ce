/** The days that the calendar shows, and the one that keys are at. */
import { useMemo, useState } from 'react'
import { useFirstWeekday } from '../../../data/clock.ts'
import { dayNumber, monthStart, todayNumber } from '../../../ui/dates/day-numbers.ts'
import type { DateView } from '../../view/view.ts'
import { showsWeekend, weeksOf } from './weeks.ts'

export const useShownDays = (dates: DateView) => {
  const today = todayNumber()
  const weekday = useFirstWeekday()
  const shownDay = dates.on ? dayNumber(dates.on) : today
  const weekends = dates.weekends || showsWeekend(dates.calendar, shownDay, today, weekday)
  const weeks = useMemo(
    () => weeksOf(dates.calendar, shownDay, { first: weekday, weekends }),
    [dates.calendar, weekends, shownDay, weekday],
  )
  const days = useMemo(() => weeks.flat(), [weeks])
  const first = days[0] ?? shownDay
  const last = days.at(-1) ?? shownDay
  return { span: dates.calendar, today, shownDay, weekday, weekends, weeks, days, first, last }
}

/** Where it was put while that is shown; otherwise today, or where the shown days begin. */
export const useDayCursor = ({
  span,
  today,
  shownDay,
  days,
  first,
  last,
}: ReturnType<typeof useShownDays>) => {
  const [wantedDay, setWantedDay] = useState(shownDay)
  const home = today >= first && today <= last ? today : span === 'month' ? monthStart(shownDay) : first
  const cursor = days.includes(wantedDay) ? wantedDay : (days.find(day => day >= home) ?? first)
  return [cursor, setWantedDay] as const
}
