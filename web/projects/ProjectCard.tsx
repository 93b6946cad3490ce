import { projectLook } from '../data/projectLook.ts'
import { RowStar } from '../shell/list/Row.tsx'
import { AvatarStack } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { mayFavor, toggleFavoriteProject } from './favorites.ts'
import { Lead, ProjectName, type ProjectShown, ProjectVerb } from './ProjectLine.tsx'
import { WorkBar } from './WorkBar.tsx'

/** A project with its description, where there is room for that. */
export const ProjectCard = (shown: ProjectShown) => {
  const { project, people, favorite, work, counted } = shown
  return (
    <div
      data-row={project.id}
      className="group relative flex h-full min-h-40 flex-col gap-2 rounded-card bg-sunken p-3 hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <ProjectTile project={projectLook(project)} size={32} />
        <span className="flex min-w-0 flex-1 items-center gap-2 font-medium">
          <ProjectName {...shown} />
        </span>
        {mayFavor(project) && (
          <RowStar name={project.name} on={favorite} run={() => void toggleFavoriteProject(project)} />
        )}
        <span className="relative z-[1]">
          <ProjectVerb {...shown} />
        </span>
      </span>
      <p className="line-clamp-2 text-ink-2">{project.description}</p>
      <span className="mt-auto flex items-center justify-between gap-2">
        <Lead id={project.project_lead} />
        <AvatarStack people={people} max={3} apart empty={null} />
      </span>
      {counted && <WorkBar project={project.id} work={work} />}
    </div>
  )
}
