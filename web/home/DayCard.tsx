import { useMemo } from 'react'
import type { WidgetKey } from '#contract/planning/home.ts'
import { useRows } from '../data/rows.ts'
import { viewer } from '../data/viewer.ts'
import { widthOfKeys } from '../issues/list/keyWidth.ts'
import { variables } from '../ui/colours.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { DayRow } from './DayRow.tsx'
import { ALWAYS, type Widget, widgetNames } from './homeLayout.ts'
import type { Whole } from './personIssues.ts'
import { useDayParts } from './useDayParts.ts'
import { told } from './widgetWords.ts'

const SHOWN = 3
const nothing = () => {}

/** The first lines of the day, to be known again: nothing in them can be used here. */
const FirstLines = ({ open }: { open: Whole }) => {
  const projects = useRows('project')
  const parts = useDayParts(open, viewer()?.id ?? '')
  const lines = useMemo(
    () => parts.flatMap(({ key, ids }) => ids.map(id => ({ id, part: key }))).slice(0, SHOWN),
    [parts],
  )
  const keyWidth = useMemo(() => {
    const ids = lines.map(line => line.id)
    return widthOfKeys(projects, ids)
  }, [projects, lines])
  return (
    <>
      <p className={lines.length > 0 ? 'sr-only' : 'pl-7 text-ink-2'}>{told[ALWAYS]}</p>
      <div inert className="opacity-60" style={variables({ '--key-width': keyWidth })}>
        {lines.map(({ id, part }) => (
          <DayRow
            key={`${part}/${id}`}
            id={id}
            line={`${part}/${id}`}
            active={false}
            withPeople={part === 'review'}
            onEdit={nothing}
            onPeek={nothing}
          />
        ))}
      </div>
    </>
  )
}

type DayCardProps = {
  open: Whole
  /** The shown parts of the day that are hidden by themselves. */
  parts: readonly Widget[]
  onHide: (key: WidgetKey) => void
}

/** My day among the parts of a home: it stays where it is. */
export const DayCard = ({ open, parts, onHide }: DayCardProps) => (
  <div className="mb-3 rounded-card bg-sunken px-3 pb-3 shadow-[inset_0_0_0_1px_var(--edge)]">
    <div className="flex h-9 items-center gap-2">
      <h3 className="flex-1 pl-7 font-medium">{widgetNames[ALWAYS]}</h3>
      <span className="text-12 text-ink-2">always first</span>
    </div>
    <FirstLines open={open} />
    <ul aria-label={`Parts of ${widgetNames[ALWAYS]}`}>
      {parts.map(({ key }) => (
        <li key={key} data-widget={key} className="flex min-h-9 items-center gap-2 pl-7">
          <span className="min-w-0 flex-1">
            {widgetNames[key]}
            <span className="block text-12 text-ink-3">{told[key]}</span>
          </span>
          <IconButton
            icon="eye"
            size="strip"
            label={`Hide ${widgetNames[key]}`}
            onClick={() => onHide(key)}
          />
        </li>
      ))}
    </ul>
  </div>
)
