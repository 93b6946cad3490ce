import type { ReactNode } from 'react'
import { PartStrip } from '../ui/controls/PartStrip.tsx'

type ProjectGroupProps = {
  name: string
  count: number
  isGrid: boolean
  /** Missing where there is one group alone: it has no head. */
  folded?: { is: boolean; toggle: () => void }
  children: ReactNode
}

/** A part of the projects, under a head that folds it. */
export const ProjectGroup = ({ name, count, isGrid, folded, children }: ProjectGroupProps) => (
  <section aria-label={name}>
    {folded && (
      <div className="mx-2 max-md:mx-0">
        <PartStrip heading="h2" name={name} count={count} shut={folded.is} onToggle={folded.toggle} />
      </div>
    )}
    {!folded?.is && (
      <ul className={isGrid ? 'm-2 grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-2' : ''}>
        {children}
      </ul>
    )}
  </section>
)
