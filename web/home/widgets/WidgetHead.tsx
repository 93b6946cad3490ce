import { useMemo, useState } from 'react'
import type { WidgetKey } from '#contract/planning/home.ts'
import { useClock, useFirstWeekday } from '../../data/clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type DaySpan, daysWords, readDays, writeDays } from '../../ui/dates/day-spans.ts'
import { Icon } from '../../ui/icons.tsx'
import { later } from '../../ui/popups/later.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { PartHead } from '../figures.tsx'
import { setWidget, useHomeLayout, widgetNames } from '../homeLayout.ts'
import { type Duration, durationNames, durations, isDuration, spanOf } from '../spans.ts'

const DaysDialog = later(
  () => import('../../ui/dates/DaysDialog.tsx').then(module => module.DaysDialog),
  'soon',
)

type Days = { duration: Duration; span: DaySpan | null }

/** The due dates that a widget looks at; a value of other clients that is unknown here means all time. */
export const useDays = (key: WidgetKey): Days => {
  const { duration: kept, custom_dates } = useHomeLayout().of(key).widget_filters
  const { today } = useClock()
  const first = useFirstWeekday()
  const own = JSON.stringify(readDays(custom_dates))
  return useMemo(() => {
    const days = JSON.parse(own) as DaySpan | null
    const duration = isDuration(kept) && (kept !== 'custom' || days) ? kept : 'none'
    return { duration, span: spanOf(duration, today, first, days) }
  }, [kept, own, today, first])
}

const nameOf = ({ duration, span }: Days): string =>
  duration !== 'custom' || !span ? durationNames[duration] : daysWords(span)

/** The head of a widget that looks at a span of due dates. */
export const WidgetHead = ({ of: key, days }: { of: WidgetKey; days: Days }) => {
  const filters = useHomeLayout().of(key).widget_filters
  const [isChoosing, setChoosing] = useState(false)
  const keep = (next: object) => void setWidget(key, { filters: { ...filters, ...next } })
  const { duration, span } = days
  const name = nameOf(days)
  return (
    <PartHead title={widgetNames[key]}>
      <Menu
        align="end"
        entries={durations.map(one => ({
          id: one,
          label: one === 'custom' ? 'Custom range…' : durationNames[one],
          checked: one === duration,
          run: () => (one === 'custom' ? setChoosing(true) : keep({ duration: one })),
        }))}
      >
        <Button size="small" aria-label={`${widgetNames[key]}: ${name}`} className="-mr-1.5">
          {name}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Menu>
      {isChoosing && (
        <DaysDialog
          title="Due in a custom range"
          halfOpen
          from={span?.from ?? null}
          to={span?.to ?? null}
          onChange={own => keep({ duration: 'custom', custom_dates: writeDays(own) })}
          onClose={() => setChoosing(false)}
        />
      )}
    </PartHead>
  )
}
