import type { ReactNode } from 'react'
import type { RowTypes } from '../data/entities.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { copyText } from '../ui/copy.ts'
import { isFavorite, mayFavor, toggleFavorite } from './favorites.ts'

type PlanHeadProps = {
  kind: 'cycle' | 'module'
  row: RowTypes['cycle'] | RowTypes['module']
  href: string
  menu: ReactNode
}

/** The head of a panel: the name, the actions on the whole, and its description. The panel follows the favourites. */
export const PlanHead = ({ kind, row, href, menu }: PlanHeadProps) => {
  const isKept = isFavorite(kind, row.id)
  return (
    <>
      <div className="flex items-center gap-1">
        <h2 className="cut min-w-0 flex-1 font-semibold text-20">{row.name}</h2>
        {mayFavor(kind, row) && (
          <IconButton
            icon="star"
            label={isKept ? 'Remove from favourites' : 'Add to favourites'}
            aria-pressed={isKept}
            onClick={() => void toggleFavorite(kind, row)}
            className={classes('max-md:size-11', isKept && 'text-ink-2 [&_svg]:fill-current')}
          />
        )}
        <IconButton
          icon="link"
          label="Copy link"
          onClick={() => void copyText(location.origin + href, 'Link')}
          className="max-md:size-11"
        />
        {menu}
      </div>
      {row.description && <p className="mt-1 whitespace-pre-line text-14 text-ink-2">{row.description}</p>}
    </>
  )
}
