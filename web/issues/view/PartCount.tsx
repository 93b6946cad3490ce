/** How many issues a list shows while it leaves sub-issues out, of how many, and a way to show them. */
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import { useSums } from '../../data/lists.ts'
import { Count } from '../../ui/marks/Count.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'

type PartCountProps = { query: IssueQuery; total: number; onShow: (() => void) | null }

export const PartCount = ({ query, total, onShow }: PartCountProps) => {
  const whole = useSums({ ...query, subIssues: true, groupBy: null, subGroupBy: null }, true)
  const hidden = whole.status === 'ready' ? whole.total - total : 0
  if (hidden <= 0) return <Count value={total} />
  const value = `${total} of ${whole.total}`
  const said = `${hidden === 1 ? '1 sub-issue is' : `${hidden} sub-issues are`} hidden`
  if (!onShow)
    return (
      <Tooltip label={said}>
        <span>
          <Count value={value} />
        </span>
      </Tooltip>
    )
  // A phone has room for the name of the screen and for one figure; its menu of the display shows them.
  return (
    <>
      <span className="md:hidden">
        <Count value={total} />
      </span>
      <Tooltip label={`${said}. Show`}>
        <button
          type="button"
          onClick={onShow}
          aria-label={`${value}: ${said}. Show`}
          className="-mx-1 flex h-6 items-center rounded-tag px-1 hover:bg-hover max-md:hidden"
        >
          <Count value={value} />
        </button>
      </Tooltip>
    </>
  )
}
