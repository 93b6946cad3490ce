import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListContext } from '../../issues/view/contexts.ts'
import { exactly } from '../../issues/view/exactly.ts'
import { useView } from '../../issues/view/view.ts'
import { LED } from '../../shell/led.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { ProgressChart } from '../charts/ProgressChart.tsx'
import type { Charted } from '../charts/useDays.ts'
import { useKept } from '../useKept.ts'
import { type Sharing, sharings } from './distribution.ts'
import { filterOf, leftOn, shareTerms } from './lists.ts'
import { Shares } from './Shares.tsx'
import { type IssueTotals, progressOf } from './totals.ts'
import type { Contents } from './useContents.ts'
import { useMeasure } from './useMeasure.ts'

type PlanProgressProps = {
  context: ListContext
  contents: Contents
  /** Null without both days. */
  charted: Charted | null
  name: string
  totals: IssueTotals | null
  /** Where that list is, when it is not on the screen. */
  leadsTo?: string | undefined
}

const tabs = [
  { id: 'states', label: 'States' },
  { id: 'assignees', label: 'Assignees' },
  { id: 'labels', label: 'Labels' },
] as const

/** The chart and the bars beside a list: a pick in them filters that list. */
export const PlanProgress = ({ context, contents, charted, name, totals, leadsTo }: PlanProgressProps) => {
  const go = useNavigate()
  const { query, change } = useView(context)
  const { measure, onMeasure } = useMeasure(context.projectId ?? '')
  const kind = context.scope.in === 'module' ? 'module' : 'cycle'
  const [tab, setTab] = useKept('tandem:share', sharings, 'states')
  /** Did the list show sub-issues before the first of the figures, which count them, was picked? */
  const before = useRef<boolean | null>(null)
  const filterBy = (terms: Record<string, string>) => {
    before.current ??= query.subIssues
    change({ ...terms, sub_issue: 'true' })
  }
  const unfilter = (by: Sharing) => {
    const sub_issue = String(before.current ?? query.subIssues)
    before.current = null
    change({ [filterOf[by]]: null, state_group__not: null, sub_issue })
  }
  const isChosen = (by: Sharing, id: string | null) => {
    if (leadsTo) return false
    const filter = query.filters[filterOf[by]]
    return (
      filter !== undefined &&
      'values' in filter &&
      (id === null ? filter.none : filter.values.length === 1 && filter.values[0] === id)
    )
  }
  return (
    <section aria-label="Progress" className="mt-4">
      <h3 className="flex h-8 items-center gap-2 font-medium">
        Progress
        {totals && (
          <span className="num font-normal text-12 text-ink-3">
            {progressOf(kind, totals, measure).percent}% done
          </span>
        )}
      </h3>
      {charted ? (
        <ProgressChart
          slim
          height={132}
          {...{ charted, name, totals, measure, onMeasure }}
          onOpen={day =>
            leadsTo ? void go(`${leadsTo}?${exactly(leftOn(day))}`, { state: LED }) : filterBy(leftOn(day))
          }
        />
      ) : (
        <p className="pb-2 text-ink-3">Set both dates to see a daily chart here.</p>
      )}
      <Segmented
        label="Shown"
        parts={tabs}
        value={tab}
        onChange={setTab}
        className="mt-3 mb-1 w-fit text-12"
      />
      <Shares
        contents={contents}
        by={tab}
        measure={measure}
        isChosen={isChosen}
        {...(leadsTo
          ? { hrefOf: (by: Sharing, id: string | null) => `${leadsTo}?${exactly(shareTerms(by, id))}` }
          : {
              onPick: (by: Sharing, id: string | null) =>
                isChosen(by, id) ? unfilter(by) : filterBy(shareTerms(by, id)),
            })}
      />
    </section>
  )
}
