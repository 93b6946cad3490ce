import type { ReactNode } from 'react'
import type { RowTypes } from '../data/entities.ts'
import { RowsInSight } from '../shell/list/RowsInSight.tsx'
import { PartStrip } from '../ui/controls/PartStrip.tsx'

type ProjectGroupProps = {
  name: string
  projects: readonly RowTypes['project'][]
  isGrid: boolean
  /** Missing where there is one group alone: it has no head. */
  folded?: { is: boolean; toggle: () => void }
  children: (project: RowTypes['project']) => ReactNode
}

/** A part of the projects, under a head that folds it. */
export const ProjectGroup = ({ name, projects, isGrid, folded, children }: ProjectGroupProps) => (
  <section aria-label={name}>
    {folded && (
      <div className="mx-2 max-md:mx-0">
        <PartStrip
          heading="h2"
          name={name}
          count={projects.length}
          shut={folded.is}
          onToggle={folded.toggle}
        />
      </div>
    )}
    {!folded?.is &&
      (isGrid ? (
        <ul className="m-2 grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-2">
          {projects.map(project => (
            <li key={project.id}>{children(project)}</li>
          ))}
        </ul>
      ) : (
        <RowsInSight rows={projects}>{children}</RowsInSight>
      ))}
  </section>
)
