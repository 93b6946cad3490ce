import type { WidgetKey } from '#contract/planning/home.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { PartHead } from '../figures.tsx'
import { setWidget, useHomeLayout, widgetNames } from '../homeLayout.ts'
import { type Duration, durationNames, durations, isDuration } from '../spans.ts'

/** Which span of due dates a widget looks at; a span that other clients keep and nobody here knows is all time. */
export const useDuration = (key: WidgetKey): Duration => {
  const { duration } = useHomeLayout().of(key).widget_filters
  return isDuration(duration) ? duration : 'none'
}

type WidgetHeadProps = { of: WidgetKey; duration: Duration }

/** The head of a widget that looks at a span of due dates. */
export const WidgetHead = ({ of: key, duration }: WidgetHeadProps) => {
  const filters = useHomeLayout().of(key).widget_filters
  const choose = (next: Duration) => void setWidget(key, { filters: { ...filters, duration: next } })
  return (
    <PartHead title={widgetNames[key]}>
      <Menu
        align="end"
        entries={durations.map(one => ({
          id: one,
          label: durationNames[one],
          checked: one === duration,
          run: () => choose(one),
        }))}
      >
        <Button
          size="small"
          aria-label={`${widgetNames[key]}: ${durationNames[duration]}`}
          className="-mr-1.5"
        >
          {durationNames[duration]}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Menu>
    </PartHead>
  )
}
