import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { getRow } from '../../../data/rows.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { dayName, dayNumber, isWeekend, monthStart, weekStart } from '../../../ui/dates/day-numbers.ts'
import { shortDay } from '../../../ui/dates/day-words.ts'
import { toast } from '../../../ui/popups/Toast.tsx'
import { useFocusAfter } from '../../../ui/useFocusAfter.ts'
import { useNarrow } from '../../../ui/viewport.ts'
import { moveDates } from '../../acts/issueActions.ts'
import type { Typed } from '../../acts/newLine.ts'
import { issueKey } from '../../fields/rowProps.ts'
import { useDrawn } from '../../list/listFocus.ts'
import type { LayoutProps } from '../props.ts'
import { sameDates } from '../timeline/bars.ts'
import { CalendarGrid } from './CalendarGrid.tsx'
import { CalendarSmall } from './CalendarSmall.tsx'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import type { OpenDay } from './CalendarWeek.tsx'
import { DaySheet } from './DaySheet.tsx'
import { PulledIssue } from './PulledIssue.tsx'
import { UndatedTray } from './UndatedTray.tsx'
import { stopsIn, useHeldSpans, useSpans, useUndated } from './useCalendar.ts'
import { useDayKeys } from './useDayKeys.ts'
import { type Draft, useDayPull } from './useDayPull.ts'
import { useDayCursor, useShownDays } from './useShownDays.ts'
import { datesOn, type Hold, spansOn } from './weeks.ts'

type DateWork = {
  shown: ReturnType<typeof useShownDays>
  root: RefObject<HTMLDivElement | null>
  onPull: () => void
}

/** The moves within a calendar: to other days by key, and of issues onto days by pull and key. */
const useDateWork = (
  { dates, change, projectKey, mayEdit }: LayoutProps,
  { shown, root, onPull }: DateWork,
) => {
  const { today, shownDay, weekends, days, first, last } = shown
  const [cursor, setWantedDay] = useDayCursor(shown)
  const show = (day: number) => change({ on: day === today ? null : dayName(day) })
  const step = (by: 1 | -1) => {
    const day = dates.calendar === 'month' ? monthStart(shownDay, by) : shownDay + 7 * by
    show(dates.calendar === 'month' && monthStart(today) === day ? today : day)
  }
  const focusAfter = useFocusAfter(root)
  const goTo = (day: number) => {
    let visible = day
    while (!weekends && isWeekend(visible)) visible += day < cursor ? -1 : 1
    setWantedDay(visible)
    if (!days.includes(visible)) show(visible)
    focusAfter(`[data-day="${visible}"] [data-number]`)
  }

  const put = (issue: Issue, hold: Hold, day: number, options?: { step: boolean }) => {
    const next = datesOn(issue, hold, day)
    if (!next)
      return toast.failure(
        `${issueKey(projectKey, issue)} starts on ${shortDay(issue.start_date ?? '', true)}. It cannot be due before that.`,
      )
    if (!sameDates(next, issue)) moveDates(issue, next, options)
  }
  const pull = useDayPull({
    onStart: onPull,
    onDone: (issue: Issue, { hold, day }: Draft) => day !== null && put(issue, hold, day),
  })
  useDayKeys({
    mayEdit,
    cursor,
    days,
    onCursor: goTo,
    onStep: step,
    onPut: (issue, hold, day) => {
      put(issue, hold, day, { step: true })
      const moved = getRow('issue', issue.id)
      const due = moved?.target_date ? dayNumber(moved.target_date) : null
      if (due !== null && (due < first || due > last)) show(due)
      focusAfter(`.calendar-block[data-issue="${issue.id}"] [data-title][tabindex="0"]`)
    },
  })
  return { cursor, setWantedDay, show, step, pull }
}

export const CalendarLayout = (props: LayoutProps) => {
  const { query, dates, change, projectKey, mayEdit, mayCreate, onPeek } = props
  const narrow = useNarrow()
  const shown = useShownDays(dates)
  const { today, shownDay, weekday, weekends, weeks, days, first, last } = shown
  // Whole weeks: an issue due on a hidden weekend is at least counted.
  const from = weekStart(first, weekday)
  const { spans: known, failed, retry } = useSpans(query, from, weekStart(last, weekday) + 6)
  const undated = useUndated(query)
  const [tray, setTray] = useState(false)
  const [openDay, setOpenDay] = useState<OpenDay | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const work = useDateWork(props, { shown, root, onPull: () => setOpenDay(null) })
  const { cursor, setWantedDay, show, step, pull } = work
  const { draft } = pull
  const spans = useHeldSpans(known, draft)
  const stops = useMemo(() => stopsIn(spans, days), [spans, days])
  useDrawn(props.focus, stops, { show: () => {} })
  const unseen = weekends
    ? 0
    : spans.filter(one => !days.some(day => day >= one.from && day <= one.to)).length
  const onOpen: LayoutProps['onPeek'] = (id, event) => {
    // A click follows every pull: it must not open the issue that was moved.
    if (pull.wasPulled()) event.preventDefault()
    else onPeek(id, event)
  }
  const idsOf = (day: number) => spansOn(spans, day).map(one => one.id)
  const add = (day: number, typed: Typed) => props.onAdd(null, typed, { target_date: dayName(day) })
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <CalendarToolbar
        span={dates.calendar}
        shown={{ day: shownDay, first, last }}
        narrow={narrow}
        trayOpen={tray}
        undated={undated.count}
        unseen={unseen}
        onWeekends={() => change({ weekends: 'true' })}
        onSpan={span => change({ calendar: span === 'month' ? null : span })}
        onStep={step}
        onShow={day => show(monthStart(today) === day ? today : day)}
        onToday={() => {
          show(today)
          setWantedDay(today)
        }}
        onTray={() => setTray(!tray)}
      />
      {failed && <SomeMissing onRetry={retry} />}
      {narrow ? (
        <CalendarSmall
          {...{ weeks, spans, today, cursor, projectKey, mayCreate, mayEdit, undated, idsOf }}
          month={dates.calendar === 'month' ? shownDay : null}
          onEdit={props.onEdit}
          onPick={setWantedDay}
          onAdd={add}
          onOpen={onPeek}
        />
      ) : (
        <div className="flex min-h-0 flex-1">
          <CalendarGrid
            {...{ weeks, spans, today, cursor, draft, mayEdit, mayCreate, onOpen }}
            month={dates.calendar === 'month' ? shownDay : null}
            peekId={props.peekId}
            take={pull.take}
            onDay={setOpenDay}
          />
          {tray && (
            <UndatedTray
              ids={undated.ids}
              more={undated.more}
              mayEdit={mayEdit}
              take={pull.take}
              onOpen={onOpen}
              onClose={() => setTray(false)}
            />
          )}
        </div>
      )}
      <DaySheet
        open={openDay}
        ids={openDay ? idsOf(openDay.day) : []}
        {...{ projectKey, mayEdit, mayCreate, onOpen }}
        take={pull.take}
        onAdd={add}
        onClose={() => setOpenDay(null)}
      />
      {draft && <PulledIssue draft={draft} projectKey={projectKey} />}
    </div>
  )
}

const SomeMissing = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="flex items-center gap-2 px-4 pb-2 text-ink-2">
    Some issues of these days could not be loaded.
    <Button variant="neutral" size="small" onClick={onRetry}>
      Try again
    </Button>
  </p>
)
