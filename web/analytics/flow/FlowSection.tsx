import { insightRoutes } from '#contract/planning/insights.ts'
import { call } from '../../data/client.ts'
import { useFirstWeekday } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { classes } from '../../ui/classes.ts'
import type { Freshness } from '../freshness.ts'
import type { Meant } from '../scopes.ts'
import type { Span } from '../spans.ts'
import { BarsSkeleton, ChartSkeleton, Failed, Loading, NoIssues, Waiting } from '../states.tsx'
import { useFigures } from '../useFigures.ts'
import { Ages } from './Ages.tsx'
import { CumulativeFlow, FLOW_HEIGHT } from './CumulativeFlow.tsx'
import { CycleTime, TIMES_HEIGHT } from './CycleTime.tsx'
import { FlowFigures } from './FlowFigures.tsx'
import { Throughput } from './Throughput.tsx'

type FlowSectionProps = { meant: Meant; span: Span; fresh: Freshness; onClear: () => void }

/** How long work takes, how much of it gets done, and where it stands still. */
export const FlowSection = ({ meant, span, fresh, onClear }: FlowSectionProps) => {
  const { slug } = useHere()
  const first = useFirstWeekday()
  const query = { ...meant.words, from: span.from, to: span.to, week_begins: `${first}` as const }
  const key = JSON.stringify(query)
  const asked = { params: { ws: slug }, query }
  const times = useFigures(`times ${key}`, async () => (await call(insightRoutes.times, asked)).body, fresh)
  const underWay = useFigures(
    `under way ${key}`,
    async () => (await call(insightRoutes.underWay, asked)).body,
    fresh,
  )
  const cumulative = useFigures(
    `cumulative ${key}`,
    async () => (await call(insightRoutes.cumulative, asked)).body,
    fresh,
  )
  const failed = [times, underWay, cumulative].find(one => !one.value && one.status !== 'loading')
  if (failed) {
    const retry = () => {
      for (const one of [times, underWay, cumulative]) one.retry()
    }
    return <Failed figures={{ ...failed, retry }} />
  }
  const held = cumulative.value
  const isEmpty = held?.states.every(state => state.total === 0 && state.counts.every(count => count === 0))
  if (isEmpty) return <NoIssues onClear={meant.isFiltered ? onClear : null} />
  const isOld = times.isOld || underWay.isOld || cumulative.isOld
  return (
    <div aria-busy={isOld} className={classes(isOld && 'opacity-60')}>
      <div className="grid gap-x-12 gap-y-4 pt-1 desk:grid-cols-[minmax(0,1.635fr)_minmax(0,1fr)]">
        {times.value ? (
          <>
            <CycleTime value={times.value} />
            <Throughput value={times.value} meant={meant} />
          </>
        ) : (
          <>
            <Shape title="Cycle time" height={TIMES_HEIGHT} />
            <Shape title="Throughput" height={TIMES_HEIGHT} />
          </>
        )}
      </div>
      {times.value && underWay.value ? (
        <FlowFigures times={times.value} underWay={underWay.value} meant={meant} />
      ) : (
        <Loading className="h-17 pt-4">
          <div className="skeleton h-11 max-w-160 rounded-control" />
        </Loading>
      )}
      {held ? (
        <CumulativeFlow value={held} meant={meant} />
      ) : (
        <Shape title="Cumulative flow" height={FLOW_HEIGHT} />
      )}
      {underWay.value ? (
        <Ages value={underWay.value} usual={times.value?.cycle_time.p85 ?? null} />
      ) : (
        <Loading className="mt-4">
          <Waiting title="Age of started work">
            <BarsSkeleton />
          </Waiting>
        </Loading>
      )}
    </div>
  )
}

const Shape = ({ title, height }: { title: string; height: number }) => (
  <Loading>
    <Waiting title={title}>
      <ChartSkeleton height={height} />
    </Waiting>
  </Loading>
)
