import type { Issue } from '#contract/work/issues.ts'
import { useMade, useRow } from '../../data/rows.ts'
import { GROUP_NAMES } from '../../issues/fields/choices.tsx'
import { statesOf } from '../../issues/fields/projectRows.ts'
import { useStateSign } from '../../issues/fields/useNamed.ts'
import { LedLink } from '../../shell/led.tsx'
import { StateIcon, stateColour } from '../../ui/marks/StateIcon.tsx'
import { type Share, sharesOf, sharesOfSums } from './distribution.ts'
import { StateBar } from './StateBar.tsx'
import {
  figureOf,
  figureText,
  groupOrder,
  type IssueTotals,
  type Measure,
  plannedOf,
  progressOf,
} from './totals.ts'
import { type Contents, unestimatedOf } from './useContents.ts'
import { useSummed } from './useSummed.ts'

type GroupFiguresProps = {
  projectId: string
  totals: IssueTotals
  measure: Measure
  /** The part of them that this person sees. */
  contents: Contents
  /** Where a list of some of them is. */
  hrefOf: (terms: Record<string, string>) => string
}

type Line = {
  key: string
  stateId?: string
  group: string
  issues: number
  figure: number
  terms: Record<string, string>
}

type SharesIn = (measure: Measure) => readonly Share[]

/** By state, the furthest along first; by group where not all of it is seen. */
const useLines = ({ projectId, totals, measure }: GroupFiguresProps, sharesIn: SharesIn): Line[] => {
  const rank = useMade(statesOf, projectId)
  const byIssues = sharesIn('issues')
  const seen = byIssues.reduce((sum, { total }) => sum + total, 0)
  if (seen !== plannedOf(totals, 'issues'))
    return groupOrder
      .filter(group => figureOf(totals, group, 'issues') > 0 || group === 'completed')
      .map(group => ({
        key: group,
        group,
        issues: figureOf(totals, group, 'issues'),
        figure: figureOf(totals, group, measure),
        terms: { state_group: group },
      }))
  const sizes = new Map(sharesIn(measure).map(one => [one.id, one.total]))
  const rankOf = ({ id }: Share) => rank.findIndex(state => state.id === id)
  const groupOf = (share: Share) => share.parts[0]?.group ?? 'backlog'
  const order: readonly string[] = groupOrder
  return byIssues
    .toSorted((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)) || rankOf(b) - rankOf(a))
    .map(share => ({
      key: share.id ?? '',
      stateId: share.id ?? '',
      group: groupOf(share),
      issues: share.total,
      figure: sizes.get(share.id) ?? 0,
      terms: { state: share.id ?? '' },
    }))
}

/** Issues done, under way and left, in issues and in points; each line leads to its issues. */
export const GroupFigures = (props: GroupFiguresProps) =>
  props.contents.beyond > 0 ? (
    <SummedFigures {...props} />
  ) : (
    <Figures {...props} sharesIn={measure => sharesOf(props.contents.issues, 'states', measure)} />
  )

const SummedFigures = (props: GroupFiguresProps) => {
  const sums = useSummed(props.contents, 'states')
  return <Figures {...props} sharesIn={measure => sharesOfSums(sums, 'states', measure)} />
}

const Figures = (props: GroupFiguresProps & { sharesIn: SharesIn }) => {
  const { totals, measure, contents, hrefOf, sharesIn } = props
  const lines = useLines(props, sharesIn)
  const cancelled = totals.cancelled_issues
  const unestimated = unestimatedOf(contents, plannedOf(totals, 'issues'))
  const isByState = lines.some(({ stateId }) => stateId !== undefined)
  return (
    <section aria-label="Progress" className="min-w-0">
      <h3 className="flex h-8 items-center justify-between font-medium max-md:hidden">
        Progress
        <span className="num font-normal text-12 text-ink-3">
          {progressOf('cycle', totals, measure).percent}% done
        </span>
      </h3>
      {isByState ? (
        <span aria-hidden="true" className="mt-2 mb-2.5 flex h-2.5 gap-0.5">
          {lines.map(line => (
            <Part key={line.key} line={line} />
          ))}
        </span>
      ) : (
        <StateBar kind="cycle" totals={totals} measure={measure} className="mt-2 mb-2.5" />
      )}
      <ul aria-label="By state" className="max-md:flex max-md:flex-wrap max-md:gap-x-4">
        {lines.map(line => (
          <li key={line.key}>
            <Figure line={line} measure={measure} href={hrefOf(line.terms)} />
          </li>
        ))}
      </ul>
      {cancelled > 0 && (
        <p className="mt-1 text-12 text-ink-3">
          {cancelled === 1
            ? '1 cancelled issue is not counted'
            : `${cancelled} cancelled issues are not counted`}
        </p>
      )}
      {measure !== 'issues' && unestimated ? (
        <p className="mt-1 text-12 text-ink-3">
          {unestimated === 1 ? '1 issue has no estimate' : `${unestimated} issues have no estimate`}
        </p>
      ) : null}
    </section>
  )
}

const useSign = ({ stateId, group }: Line) =>
  useStateSign({ state_id: stateId ?? '', state__group: group as Issue['state__group'] })

const Part = ({ line }: { line: Line }) => {
  const sign = useSign(line)
  const isRest = line.group === 'unstarted' || line.group === 'backlog'
  if (line.figure === 0) return null
  return (
    <span
      className="min-w-0.5 rounded-[2px] first:rounded-l-full last:rounded-r-full"
      style={{
        flexGrow: line.figure,
        flexBasis: 0,
        background: isRest ? 'var(--pr-off)' : stateColour(sign),
      }}
    />
  )
}

const Figure = ({ line, measure, href }: { line: Line; measure: Measure; href: string }) => {
  const state = useRow('state', line.stateId)
  const { label: _, ...sign } = useSign(line)
  return (
    <LedLink
      to={href}
      className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
    >
      <StateIcon {...sign} />
      <span className="cut flex-1 max-md:sr-only">{state?.name ?? GROUP_NAMES[line.group]}</span>
      {measure !== 'issues' && (
        <span className="num flex-none text-12 text-ink-3 max-md:hidden">
          {line.issues} {line.issues === 1 ? 'issue' : 'issues'}
        </span>
      )}
      <span className="num min-w-12 flex-none text-right max-md:min-w-0">
        <span className="sr-only">{figureText(line.figure, measure)}</span>
        <span aria-hidden="true">
          {line.figure}
          <span className="max-md:hidden">{measure === 'issues' ? '' : ' pt'}</span>
        </span>
      </span>
    </LedLink>
  )
}
