import { useState } from 'react'
import { MAX_POINTS, MAX_VALUE } from '#contract/planning/estimates.ts'
import { useRows } from '../../../data/rows.ts'
import { InlineName } from '../../../settings/rows/InlineName.tsx'
import { neighbour } from '../../../settings/rows/places.ts'
import { SettingsScreen, SettingsSection } from '../../../settings/SettingsScreen.tsx'
import { useSettingsProject } from '../../../settings/settingsProject.ts'
import { HeldButton } from '../../../ui/controls/HeldButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { toast } from '../../../ui/popups/Toast.tsx'
import { changeProject } from '../projectActs.ts'
import { EarlierScale } from './EarlierScale.tsx'
import {
  addPoint,
  beginScale,
  type Estimate,
  faultOf,
  type Kind,
  type Point,
  putPoint,
  type Scale,
  scales,
  takeScale,
} from './estimateActs.ts'
import { PointLine } from './PointLine.tsx'
import { ScaleTile } from './ScaleTile.tsx'
import { SwitchScale } from './SwitchScale.tsx'

const byKey = (points: readonly Point[]) => points.toSorted((a, b) => a.key - b.key)
const isSame = (scale: Scale, type: Kind, points: readonly Point[]) =>
  scale.type === type && scale.values.join() === points.map(point => point.value).join()

const useEstimates = (projectId: string) => {
  const estimates = useRows('estimate').filter(one => one.project === projectId)
  const points = useRows('estimate_point').filter(one => one.project === projectId)
  return estimates.map(estimate => ({
    estimate,
    points: byKey(points.filter(point => point.estimate === estimate.id)),
  }))
}

/** The scale of estimates, and the fate of issues when it changes. */
export const EstimatesScreen = () => {
  const { project } = useSettingsProject()
  const all = useEstimates(project?.id ?? '')
  const [kind, setKind] = useState<Kind | null>(null)
  const [wanted, setWanted] = useState<Scale | Estimate | null>(null)
  if (!project) return null
  const active = all.find(({ estimate }) => estimate.id === project.estimate) ?? null
  const former = all.filter(one => one !== active)
  const shown = kind ?? active?.estimate.type ?? 'points'
  const turn = (on: boolean) => {
    if (!on) return void changeProject(project, { estimate: null })
    const last = all.find(({ estimate }) => estimate.last_used)
    if (last) return void changeProject(project, { estimate: last.estimate.id })
    if (scales[0]) void beginScale(project.id, scales[0], [])
  }
  // Where no issue has a point there is nothing to map.
  const choose = (next: Scale | Estimate) => {
    if (active) return setWanted(next)
    void ('id' in next ? takeScale(next, []) : beginScale(project.id, next, []))
  }
  return (
    <SettingsScreen
      title="Estimates"
      intro="How big an issue is, for people who plan. Burndown and workload add these numbers up."
      controls={
        <span className="flex items-center gap-2 text-12 text-ink-3">
          <span aria-hidden="true">{active ? 'On' : 'Off'}</span>
          <Switch label="Estimates" checked={active !== null} onChange={turn} />
        </span>
      }
    >
      <SettingsSection
        title="Scale"
        controls={
          <Segmented
            label="Scale type"
            parts={[
              { id: 'points', label: 'Points' },
              { id: 'categories', label: 'Categories' },
            ]}
            value={shown}
            onChange={setKind}
          />
        }
      >
        <fieldset aria-label="Scale" className="mt-2 grid grid-cols-3 gap-3 max-md:grid-cols-1">
          {scales
            .filter(scale => scale.type === shown)
            .map(scale => (
              <ScaleTile
                key={scale.name}
                scale={scale}
                inUse={active !== null && isSame(scale, active.estimate.type, active.points)}
                onChoose={() => choose(scale)}
              />
            ))}
        </fieldset>
        <p className="mt-2 text-12 text-ink-3">
          Changing the scale maps every value first; nothing is lost until you agree. Own values: edit the
          list below.
        </p>
      </SettingsSection>
      {wanted && active && (
        <SwitchScale
          key={'id' in wanted ? wanted.id : wanted.name}
          from={active.points}
          projectId={project.id}
          to={
            'id' in wanted
              ? {
                  name: wanted.name,
                  values: all.find(one => one.estimate.id === wanted.id)?.points.map(one => one.value) ?? [],
                }
              : wanted
          }
          onCancel={() => setWanted(null)}
          onGo={mapped => {
            setWanted(null)
            const points = all.find(({ estimate }) => 'id' in wanted && estimate.id === wanted.id)?.points
            if ('id' in wanted)
              void takeScale(
                wanted,
                mapped.map(({ from, to }) => ({ from, to: to === null ? null : (points?.[to]?.id ?? null) })),
              )
            else
              void beginScale(
                project.id,
                wanted,
                mapped.map(({ from, to }) => ({ from, to: to === null ? null : to + 1 })),
              )
          }}
        />
      )}
      {active && <Values key={active.estimate.id} {...active} />}
      {former.length > 0 && (
        <SettingsSection title="Earlier scales" count={former.length}>
          <ul className="-mx-2">
            {former.map(({ estimate, points }) => (
              <EarlierScale
                key={estimate.id}
                estimate={estimate}
                points={points}
                onUse={() => choose(estimate)}
              />
            ))}
          </ul>
        </SettingsSection>
      )}
    </SettingsScreen>
  )
}

const Values = ({ estimate, points }: { estimate: Estimate; points: readonly Point[] }) => {
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const isFull = points.length >= MAX_POINTS
  const step = (point: Point, by: -1 | 1) => {
    const beside = neighbour(points, point.id, by)
    if (!beside) return
    const edge = by < 0 ? 'before' : 'after'
    void putPoint(estimate, points, point.id, beside.id, edge)
    setSaid(`${point.value} stands ${edge} ${beside.value}.`)
  }
  const add = (value: string | null) => {
    setAdding(false)
    if (!value) return
    const fault = faultOf(
      estimate.type,
      points.map(point => point.value),
      value,
    )
    if (fault) return toast.failure(`The value was not added. ${fault}`)
    void addPoint(estimate, points, value)
  }
  return (
    <SettingsSection
      title="Values"
      count={`${points.length} of ${MAX_POINTS}`}
      controls={
        <HeldButton
          icon="plus"
          held={isFull && `A scale has at most ${MAX_POINTS} values`}
          onClick={() => setAdding(true)}
          className="max-md:h-11"
        >
          Add a value
        </HeldButton>
      }
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul className="-mx-2" aria-label="Values">
        {points.map(point => (
          <PointLine
            key={point.id}
            estimate={estimate}
            point={point}
            points={points}
            onStep={by => step(point, by)}
          />
        ))}
        {isAdding && (
          <li className="flex h-9 items-center pr-2 pl-8 max-md:h-12">
            <InlineName
              label="New value"
              placeholder={estimate.type === 'points' ? 'A number' : 'A word or two'}
              value=""
              maxLength={MAX_VALUE}
              onEnd={add}
            />
          </li>
        )}
      </ul>
    </SettingsSection>
  )
}
