import type { Measure } from '#contract/planning/progress.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import type { Lines } from './lines.ts'

type ChartTableProps = { lines: Lines; measure: Measure; name: string; height: number }

const rounded = (figure: number | null | undefined) =>
  figure === null || figure === undefined ? null : Math.round(figure * 10) / 10

/** The same figures as the chart, to be read one by one. */
export const ChartTable = ({ lines, measure, name, height }: ChartTableProps) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach a scroller
    tabIndex={0}
    aria-label={`${name} as a table`}
    className="overflow-y-auto"
    style={{ height }}
  >
    <table className="num w-full text-right">
      <caption className="sr-only">
        {name}, in {measure === 'issues' ? 'issues' : 'points'}
      </caption>
      <thead className="sticky top-0 bg-bg text-12 text-ink-3">
        <tr>
          {['Day', 'Left', 'Ideal', 'Done', 'Scope'].map((word, at) => (
            <th
              key={word}
              scope="col"
              className={`h-8 font-normal shadow-[inset_0_-1px_0_var(--line)] ${at === 0 ? 'text-left' : 'pl-3'}`}
            >
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.days.map((day, n) => (
          <tr key={day}>
            <th
              scope="row"
              className="h-8 whitespace-nowrap text-left font-normal shadow-[inset_0_-1px_0_var(--line)]"
            >
              {n === lines.today ? 'Today' : dayWords(dayNumber(day), 'EEE d MMM')}
            </th>
            {[lines.left[n], rounded(lines.ideal[n]), lines.done[n], lines.scope[n]].map((figure, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four columns, always the same
              <td key={at} className="pl-3 shadow-[inset_0_-1px_0_var(--line)]">
                {figure ?? <span className="text-ink-3">–</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
