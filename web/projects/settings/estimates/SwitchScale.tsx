import { useState } from 'react'
import { issuesText } from '../../../settings/settingsProject.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Picker } from '../../../ui/popups/Picker.tsx'
import { usePointCount } from '../useCounts.ts'
import { alike, type Point } from './estimateActs.ts'

type Mapped = { from: string; to: number | null }
type SwitchScaleProps = {
  from: readonly Point[]
  projectId: string
  to: { name: string; values: readonly string[] }
  onCancel: () => void
  onGo: (mapped: Mapped[]) => void
}

type MapLineProps = {
  point: Point
  projectId: string
  values: readonly string[]
  to: number | null
  onPick: (to: number | null) => void
}

const NONE = 'none'

const MapLine = ({ point, projectId, values, to, onPick }: MapLineProps) => {
  const count = usePointCount(projectId, [point.id])
  return (
    <li className="flex min-h-9 items-center gap-3 max-md:min-h-12">
      <span className="num h-[18px] min-w-7 rounded-tag bg-raised px-1.5 text-center text-11 leading-[18px]">
        {point.value}
      </span>
      <span className="num w-24 text-12 text-ink-2">{count === null ? '' : issuesText(count)}</span>
      <Icon name="arrow-right" size={14} className="text-ink-3" />
      <Picker
        label={`In place of ${point.value}`}
        options={[
          ...values.map((value, at) => ({ id: String(at), name: value })),
          { id: NONE, name: 'None' },
        ]}
        value={[to === null ? NONE : String(to)]}
        onPick={([id]) => id !== undefined && onPick(id === NONE ? null : Number(id))}
      >
        <Button variant="neutral" className="bg-raised max-md:h-11">
          {to === null ? 'None' : values[to]}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Picker>
    </li>
  )
}

/** The new value of each point, before anything is changed. */
export const SwitchScale = ({ from, projectId, to, onCancel, onGo }: SwitchScaleProps) => {
  const [mapped, setMapped] = useState<(number | null)[]>(() => alike(from, to.values.length))
  return (
    <section
      aria-label={`Change to ${to.name}`}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
      className="mt-3 rounded-control bg-press p-3"
    >
      <h3 className="font-medium">{`What happens to issues when you change to ${to.name}`}</h3>
      <ul className="mt-1">
        {from.map((point, at) => (
          <MapLine
            key={point.id}
            point={point}
            projectId={projectId}
            values={to.values}
            to={mapped[at] ?? null}
            onPick={next => setMapped(mapped.map((one, place) => (place === at ? next : one)))}
          />
        ))}
      </ul>
      <div className="mt-1 flex justify-end gap-2">
        <Button autoFocus onClick={onCancel} className="max-md:h-11">
          Cancel
        </Button>
        <Button
          variant="primary"
          onClick={() => onGo(from.map(({ id }, at) => ({ from: id, to: mapped[at] ?? null })))}
          className="max-md:h-11"
        >
          {`Use ${to.name}`}
        </Button>
      </div>
    </section>
  )
}
