import { memo } from 'react'
import { Link } from 'react-router'
import type { View } from '#contract/planning/views.ts'
import { useRow } from '../data/rows.ts'
import { ROW_LINK, Row, RowDots, RowStar, SHY } from '../shell/list/Row.tsx'
import { classes } from '../ui/classes.ts'
import { agoText, momentText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { ViewMark } from './ViewMark.tsx'
import { mayView, toggleFavoriteView } from './viewActions.ts'
import { viewAddress } from './viewAddress.ts'

type ViewRowProps = {
  view: View
  sentenceOf: (view: View) => string
  /** Undefined while it is not known; null where nobody counts. */
  count: number | undefined | null
  isFavorite: boolean
}

export const ViewRow = memo(({ view, sentenceOf, count, isFavorite }: ViewRowProps) => {
  const owner = useRow('user', view.owned_by)
  return (
    <Row id={view.id} className="flex h-14 items-center gap-3 pr-2 pl-8 max-md:h-16 max-md:px-4">
      <ViewMark view={view} className="mb-4 flex-none text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <Link to={viewAddress(view)} className={`${ROW_LINK} font-medium`}>
            {view.name}
          </Link>
          {view.is_locked && (
            <Tooltip label="It cannot be changed until its owner unlocks it">
              <span role="img" aria-label="Locked" className="relative z-[1] flex flex-none">
                <Icon name="lock" size={12} className="text-ink-3" />
              </span>
            </Tooltip>
          )}
        </span>
        <span className="cut mt-0.5 block text-12 text-ink-2">{view.description || sentenceOf(view)}</span>
      </span>
      <RowDots
        name={view.name}
        className={`${SHY} max-md:-mx-3 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100`}
      />
      {count !== null && (
        <span
          className={classes(
            'num w-18 flex-none text-right max-md:hidden',
            count === undefined && 'text-ink-3',
          )}
        >
          {count?.toLocaleString() ?? '–'}
        </span>
      )}
      <Tooltip label={`Changed ${momentText(view.updated_at)}`}>
        <span className="num relative z-[1] w-16 flex-none text-right text-12 text-ink-3 max-md:hidden">
          {agoText(view.updated_at)}
        </span>
      </Tooltip>
      <span className="flex w-14 flex-none items-center justify-between max-md:w-5">
        <Avatar person={owner} />
        {mayView('view.favor', view) && (
          <RowStar
            name={view.name}
            on={isFavorite}
            run={() => toggleFavoriteView(view)}
            className="max-md:hidden"
          />
        )}
      </span>
    </Row>
  )
})
