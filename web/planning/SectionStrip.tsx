import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'

type SectionStripProps = {
  name: string
  icon?: ReactNode
  count: number
  shut: boolean
  onToggle: () => void
  /** The columns of the list: the strip stands in them. */
  grid: string
  /** The names of the columns; the first strip has them. */
  columns?: ReactNode
}

/** The head of a part of a list that can be folded. */
export const SectionStrip = ({ name, icon, count, shut, onToggle, grid, columns }: SectionStripProps) => (
  <div
    className={classes(
      grid,
      'mx-2 h-9 rounded-control bg-sunken px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:mx-0 max-md:rounded-none max-md:px-4',
    )}
  >
    <h2 className={`min-w-0 ${icon ? 'col-span-3 max-md:col-span-2' : 'col-span-2'}`}>
      <button
        type="button"
        aria-expanded={!shut}
        onClick={onToggle}
        className="flex h-8 w-full items-center gap-3 rounded-tag text-left"
      >
        <Icon name={shut ? 'chevron-right' : 'chevron-down'} size={14} className="mx-px text-ink-3" />
        {icon}
        <span className="cut font-medium">{name}</span>
        <Count value={count} className="-ml-0.5" />
      </button>
    </h2>
    {columns}
  </div>
)
