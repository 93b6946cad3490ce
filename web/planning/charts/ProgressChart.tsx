import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { later } from '../../ui/popups/later.tsx'
import { figureText, type IssueTotals, type Measure } from '../progress/totals.ts'
import type { BurnKind } from './burn.ts'
import { ChartTable } from './ChartTable.tsx'
import { linesOf } from './lines.ts'
import { type Charted, useDays } from './useDays.ts'

/** The library comes with the first chart that somebody sees. */
const BurnChart = later(() => import('./BurnChart.tsx').then(module => module.BurnChart))

const kinds = [
  { id: 'burndown', label: 'Burndown' },
  { id: 'burnup', label: 'Burnup' },
] as const
const measures = [
  { id: 'estimate_points', label: 'Points' },
  { id: 'issues', label: 'Issues' },
] as const

type MeasureChoiceProps = { value: Measure; onChange: (measure: Measure) => void }

export const MeasureChoice = ({ value, onChange }: MeasureChoiceProps) => (
  <Segmented label="Count" parts={measures} value={value} onChange={onChange} className="text-12" />
)

type ProgressChartProps = {
  charted: Charted
  name: string
  totals: IssueTotals | null
  measure: Measure
  /** Missing where points do not add up. */
  onMeasure?: ((measure: Measure) => void) | undefined
  height: number
  slim?: boolean
  onOpen?: (day: string) => void
}

/** A chart with its measure, the choice of its kind, and the table behind it. */
export const ProgressChart = (props: ProgressChartProps) => {
  const { charted, name, totals, measure, onMeasure, height, slim, onOpen } = props
  const [kind, setKind] = useState<BurnKind>('burndown')
  const [isTable, setTable] = useState(false)
  const { status, days, retry } = useDays(charted, totals)
  // With the days, not after them. A failure is shown where the chart would be drawn.
  useEffect(() => void BurnChart.load().catch(() => {}), [])
  const lines = useMemo(() => linesOf(days, measure, charted.today), [days, measure, charted.today])
  const title = `${kind === 'burndown' ? 'Burndown' : 'Burnup'} of ${name}`
  return (
    <div className="min-w-0">
      <div className="mb-2 flex h-8 items-center gap-2">
        <Segmented label="Chart" parts={kinds} value={kind} onChange={setKind} className="text-12" />
        <span className="flex-1" />
        {onMeasure && <MeasureChoice value={measure} onChange={onMeasure} />}
        <IconButton
          icon="table"
          label={isTable ? 'Show as a chart' : 'Show as a table'}
          on={isTable}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {status === 'loading' ? (
        <div role="status" aria-label="Loading" className="skeleton rounded-control" style={{ height }} />
      ) : status === 'error' ? (
        <div className="grid place-content-center gap-2 text-center text-ink-3" style={{ height }}>
          The chart could not be loaded.
          <Button variant="neutral" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : lines.last < 0 ? (
        <p className="grid place-content-center text-center text-ink-3" style={{ height }}>
          The chart starts on the first day.
        </p>
      ) : isTable ? (
        <ChartTable lines={lines} measure={measure} name={title} height={height} />
      ) : (
        <BurnChart
          meanwhile={<div style={{ height }} />}
          name={title}
          {...{ lines, measure, kind, height, onOpen }}
          {...(slim ? { slim } : {})}
        />
      )}
      {lines.added !== 0 && (
        <p className="num mt-1 text-12 text-ink-3">
          {figureText(Math.abs(lines.added), measure)} {lines.added > 0 ? 'added' : 'taken out'} since it
          began
        </p>
      )}
    </div>
  )
}
