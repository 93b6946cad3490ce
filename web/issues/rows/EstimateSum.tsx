import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'

type EstimateSumProps = {
  points: number
  unestimated: number
  /** Beside it there is no room for words. */
  short?: boolean
}

/** The sum of a group's estimates, and the number of its issues without one. */
export const EstimateSum = ({ points, unestimated, short }: EstimateSumProps) =>
  points > 0 || unestimated > 0 ? (
    <span className="num flex flex-none items-center gap-2 whitespace-nowrap text-12 text-ink-3">
      {unestimated > 0 && (
        <Tooltip label={`${unestimated} ${unestimated === 1 ? 'issue has' : 'issues have'} no estimate`}>
          <span className="flex items-center gap-1">
            <Icon name="milestone" size={12} className={short ? '' : 'md:hidden'} />
            {unestimated}
            <span className={classes('max-md:sr-only', short && 'sr-only')}> unestimated</span>
          </span>
        </Tooltip>
      )}
      {points > 0 && <span>{points} pt</span>}
    </span>
  ) : null
