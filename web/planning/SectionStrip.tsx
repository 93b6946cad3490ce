import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { FoldButton } from '../ui/controls/FoldButton.tsx'
import { Count } from '../ui/marks/Count.tsx'

type SectionStripProps = {
  name: string
  icon?: ReactNode
  count: number
  shut: boolean
  onToggle: () => void
  /** The columns of the list: the strip is in them. */
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
    <h2 className={`min-w-0 flex-1 ${icon ? 'col-span-3 max-md:col-span-2' : 'col-span-2'}`}>
      <FoldButton
        name={name}
        icon={icon}
        shut={shut}
        onToggle={onToggle}
        wide
        className="h-8 w-full gap-3 rounded-tag"
      >
        <Count value={count} className="-ml-0.5" />
      </FoldButton>
    </h2>
    {columns}
  </div>
)
