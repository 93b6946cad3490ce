import { memo } from 'react'
import { classes } from '../../../ui/classes.ts'
import { AddLine } from '../AddLine.tsx'
import type { LayoutProps } from '../props.ts'
import type { ShownColumn } from './columnChoice.ts'

type TableFootProps = Pick<LayoutProps, 'mayCreate' | 'points' | 'unestimated' | 'projectKey' | 'onAdd'> & {
  columns: readonly ShownColumn[]
  width: number
}

/** Always in sight: the line that begins an issue, and below the estimates their sum in the whole list. */
export const TableFoot = memo(
  ({ columns, width, mayCreate, points, unestimated, ...add }: TableFootProps) => {
    const isSummed = points > 0 || unestimated > 0
    const sums = isSummed && columns.some(column => column.id === 'estimate')
    if (!mayCreate && !sums) return null
    return (
      <div
        data-foot
        className="sticky bottom-0 z-10 min-w-full shadow-[0_-1px_0_var(--line)] max-md:hidden"
        style={{ width }}
      >
        <div className="sheet-row sheet-foot h-9">
          <div className="sheet-cell sheet-first !overflow-visible !p-0">
            {mayCreate && (
              <div className="absolute inset-y-0 left-0 w-full bg-bg has-[input]:w-[100cqw]">
                <AddLine {...add} />
              </div>
            )}
          </div>
          {columns.map(({ id }, at) => (
            <div key={id} className="sheet-cell !overflow-visible">
              {id === 'estimate' && isSummed && (
                // The words need more room than the figures above: over the empty cells on the side that has more.
                <span
                  className={classes(
                    'num absolute z-[1] whitespace-nowrap px-3 text-ink-2',
                    at * 2 < columns.length ? 'left-0' : 'right-0',
                  )}
                >
                  {unestimated > 0 && `${unestimated} unestimated, `}
                  total <b className="font-medium text-ink">{points.toLocaleString()} pt</b>
                </span>
              )}
            </div>
          ))}
          <span className="sheet-cell" />
        </div>
      </div>
    )
  },
)
TableFoot.displayName = 'TableFoot'
