import { projectLook } from '../../data/projectLook.ts'
import { useProjectsFor } from '../../issues/fields/ProjectChoice.tsx'
import { projectOption } from '../../issues/fields/projectOption.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'

/** Some of the projects that one is in. */
export const ProjectsField = ({
  value,
  onChange,
}: {
  value: string[]
  onChange: (ids: string[]) => void
}) => {
  const projects = useProjectsFor('issue.read')
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {projects
        .filter(({ id }) => value.includes(id))
        .map(project => (
          <span
            key={project.id}
            className="flex h-7 items-center gap-1.5 rounded-control bg-press pr-1 pl-1.5 max-md:h-11"
          >
            <ProjectTile project={projectLook(project)} />
            <span className="cut max-w-40">{project.name}</span>
            <button
              type="button"
              aria-label={`Remove ${project.name}`}
              onClick={() => onChange(value.filter(id => id !== project.id))}
              className="grid size-5 place-items-center rounded-tag text-ink-3 hover:bg-hover max-md:size-11"
            >
              <Icon name="x" size={12} />
            </button>
          </span>
        ))}
      <Picker label="Projects" multiple value={value} options={projects.map(projectOption)} onPick={onChange}>
        <Button>
          <Icon name="plus" size={14} /> Project
        </Button>
      </Picker>
    </div>
  )
}
