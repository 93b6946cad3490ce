import type { Times, UnderWay } from '#contract/planning/insights.ts'
import { useHere } from '../../data/viewer.ts'
import { Stat } from '../parts.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import { countChange, daysChange, daysText } from './days.ts'

/** "In review" is waited in, "Review" as well. */
const waitWords = (state: string) => `wait in ${state.toLowerCase().replace(/^in /, '')}`

type FlowFiguresProps = { times: Times; underWay: UnderWay; meant: Meant }

/** Each beside what it was in the equally long span before. */
export const FlowFigures = ({ times, underWay, meant }: FlowFiguresProps) => {
  const { slug } = useHere()
  const { cycle_time, lead_time, throughput } = times
  const { started, waits } = underWay
  const link = (words: Record<string, string> | null, total: number) =>
    total > 0 ? listAddress(slug, meant.scope, words) : null
  const done = link(throughput.query, throughput.total)
  // The last state on the way to done, where there are several: issues there wait for somebody.
  const wait = waits.length > 1 ? waits.at(-1) : undefined
  return (
    <section aria-label="Figures" className="flex flex-wrap gap-x-12 gap-y-2 pt-3 pb-2">
      <Stat
        value={daysText(cycle_time.median)}
        name="half are done within"
        href={done}
        change={daysChange(cycle_time.median, cycle_time.before.median)}
      />
      <Stat
        value={daysText(cycle_time.p85)}
        name="85 of 100 within"
        href={done}
        change={daysChange(cycle_time.p85, cycle_time.before.p85)}
      />
      <Stat
        value={throughput.usual === null ? '–' : String(throughput.usual)}
        name="done per week"
        href={done}
        change={countChange(throughput.usual, throughput.before.usual)}
      />
      <Stat
        value={String(started.total)}
        name="started now"
        href={link(started.query, started.total)}
        change={countChange(started.total, started.before)}
      />
      {wait && (
        <Stat
          value={daysText(wait.median)}
          name={waitWords(wait.name)}
          change={daysChange(wait.median, wait.before.median)}
        />
      )}
      <Stat
        value={daysText(lead_time.median)}
        name="from created to done"
        href={done}
        change={daysChange(lead_time.median, lead_time.before.median)}
      />
    </section>
  )
}
