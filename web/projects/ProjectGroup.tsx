import type { ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'

type Folded = { is: boolean; toggle: () => void }

const Strip = ({ name, count, is, toggle }: Folded & { name: string; count: number }) => (
  <h2 className="mx-2 mt-1.5 rounded-control bg-sunken max-md:mx-0 max-md:rounded-none">
    <button
      type="button"
      aria-expanded={!is}
      onClick={toggle}
      className="flex h-9 w-full items-center gap-2 rounded-control px-2 text-left font-medium max-md:px-4"
    >
      <Icon name={is ? 'chevron-right' : 'chevron-down'} size={14} className="mx-px text-ink-3" />
      {name}
      <Count value={count} className="font-normal" />
    </button>
  </h2>
)

type ProjectGroupProps = {
  name: string
  count: number
  isGrid: boolean
  /** Missing where there is one group alone: it has no head. */
  folded?: Folded
  children: ReactNode
}

/** A part of the projects, under a head that folds it. */
export const ProjectGroup = ({ name, count, isGrid, folded, children }: ProjectGroupProps) => (
  <section aria-label={name}>
    {folded && <Strip name={name} count={count} {...folded} />}
    {!folded?.is && (
      <ul className={isGrid ? 'm-2 grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-2' : ''}>
        {children}
      </ul>
    )}
  </section>
)
