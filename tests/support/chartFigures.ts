import type { ChartDay } from '../../api/contract/planning/charts.ts'

const GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
export type Figures = NonNullable<ChartDay['figures']>
type Counted = { group: string; points: number }

/** The figures of a chart's day, counted from the issues themselves. */
export const figuresOf = (held: Counted[]): Figures => {
  const of = (group: string) => held.filter(one => group === 'total' || one.group === group)
  return Object.fromEntries(
    ['total', ...GROUPS].flatMap(group => [
      [`${group}_issues`, of(group).length],
      [`${group}_estimate_points`, of(group).reduce((sum, { points }) => sum + points, 0)],
    ]),
  ) as Figures
}
