import { classes } from '../../ui/classes.ts'
import { figureOf, type IssueTotals, type Measure, type PlanKind, progressOf } from './totals.ts'

const heights = { 6: 'h-1.5', 8: 'h-2', 10: 'h-2.5' } as const

type StateBarProps = {
  kind: PlanKind
  totals: IssueTotals
  measure: Measure
  height?: keyof typeof heights
  className?: string
}

/** How much is done, under way and left. The figures are beside it. */
export const StateBar = ({ kind, totals, measure, height = 10, className }: StateBarProps) => {
  const { of } = progressOf(kind, totals, measure)
  const cancelled = kind === 'module' ? figureOf(totals, 'cancelled', measure) : 0
  const rest = figureOf(totals, 'unstarted', measure) + figureOf(totals, 'backlog', measure)
  const parts = [
    { id: 'completed', size: figureOf(totals, 'completed', measure), colour: 'bg-(--st-done)' },
    { id: 'cancelled', size: cancelled, colour: 'bg-(--st-cancelled)' },
    { id: 'started', size: figureOf(totals, 'started', measure), colour: 'bg-(--st-started)' },
    { id: 'rest', size: of === 0 ? 1 : rest, colour: 'bg-(--pr-off)' },
  ].filter(({ size }) => size > 0)
  return (
    <span aria-hidden="true" className={classes('flex gap-0.5', heights[height], className)}>
      {parts.map(({ id, size, colour }) => (
        <span
          key={id}
          className={classes(colour, 'rounded-[2px] first:rounded-l-full last:rounded-r-full')}
          style={{ flexGrow: size, flexBasis: 0, minWidth: 2 }}
        />
      ))}
    </span>
  )
}
