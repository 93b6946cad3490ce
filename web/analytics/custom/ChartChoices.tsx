/** A chart's measure, axis and segment in a sentence of chips; and its drawing. */
import { ChartArea, ChartBarBig, ChartLine } from 'lucide-react'
import type { ChartMeasure } from '#contract/planning/analytics.ts'
import { useRows } from '../../data/rows.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import type { Meant } from '../scopes.ts'
import type { Terms } from '../terms.ts'
import { axesFor, axisIcon, axisName, type Choice, isDateAxis, type Kind } from './choice.ts'

const DRAWN = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const kindsOf = (byDate: boolean) => {
  const when = byDate ? '' : ', of what is counted by a date'
  return [
    {
      id: 'bar',
      label: 'Bars',
      icon: <ChartBarBig {...DRAWN} />,
    },
    { id: 'line', label: `Line${when}`, icon: <ChartLine {...DRAWN} />, disabled: !byDate },
    {
      id: 'area',
      label: `Area${when}`,
      icon: <ChartArea {...DRAWN} />,
      disabled: !byDate,
    },
    { id: 'table', label: 'Table only', icon: 'table-2' },
  ] as const
}

type ChipProps = { word: string; name: string; icon?: IconName; entries: readonly MenuEntry[] }

const Chip = ({ word, name, icon, entries }: ChipProps) => (
  <span className="flex flex-none gap-px overflow-hidden rounded-control max-md:rounded-card">
    <span className="flex h-7 items-center bg-press px-2 text-ink-2 max-md:h-11">{word}</span>
    <Menu entries={entries}>
      <button
        type="button"
        aria-label={`${word}: ${name}`}
        className="flex h-7 items-center gap-1.5 bg-press px-2 text-ink focus-visible:-outline-offset-2 max-md:h-11"
      >
        {icon && <Icon name={icon} size={14} className="text-ink-3" />}
        {name}
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </button>
    </Menu>
  </span>
)

const measureNames: Record<ChartMeasure, string> = { issue_count: 'Issues', estimate: 'Points' }

/** Points add up where some project that is meant counts in them. */
const useHasPoints = ({ context }: Meant): boolean => {
  const estimates = useRows('estimate')
  const inPoints = new Set(estimates.filter(one => one.type === 'points').map(one => one.id))
  return useRows('project').some(
    project =>
      (context.projectId === null || context.projectId === project.id) &&
      inPoints.has(project.estimate ?? ''),
  )
}

type ChartChoicesProps = { meant: Meant; terms: Terms; choice: Choice; sums: string }

export const ChartChoices = ({ meant, terms, choice, sums }: ChartChoicesProps) => {
  const { change } = terms
  const { x, split, measure, kind } = choice
  const hasPoints = useHasPoints(meant) || measure === 'estimate'
  const axes = axesFor(meant.scope.in)
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 py-1.5">
      <Chip
        word="Count"
        name={measureNames[measure]}
        entries={(hasPoints ? (['issue_count', 'estimate'] as const) : (['issue_count'] as const)).map(
          id => ({
            id,
            label: measureNames[id],
            checked: id === measure,
            run: () => change({ y_axis: id }),
          }),
        )}
      />
      <Chip
        word="by"
        name={axisName(x)}
        icon={axisIcon(x)}
        entries={axes.map(axis => ({
          id: axis,
          label: axisName(axis),
          icon: axisIcon(axis),
          checked: axis === x,
          // The axis and the former segment swap places.
          run: () => change({ x_axis: axis, ...(axis === split ? { segment: x } : {}) }),
        }))}
      />
      <Chip
        word="split by"
        name={split ? axisName(split) : 'Nothing'}
        {...(split ? { icon: axisIcon(split) } : {})}
        entries={[
          { id: 'none', label: 'Nothing', checked: split === null, run: () => change({ segment: null }) },
          { id: 'rule', rule: true },
          ...axes
            .filter(axis => axis !== x)
            .map(axis => ({
              id: axis,
              label: axisName(axis),
              icon: axisIcon(axis),
              checked: axis === split,
              run: () => change({ segment: axis }),
            })),
        ]}
      />
      <span className="flex-1" />
      <span role="status" className="num mr-2 text-12 text-ink-3">
        {sums}
      </span>
      <Segmented<Kind>
        label="Chart"
        parts={kindsOf(isDateAxis(x))}
        value={kind}
        onChange={next => change({ chart: next === 'bar' ? null : next })}
      />
    </div>
  )
}
