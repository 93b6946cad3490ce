import { projectLook } from '../../data/projectLook.ts'
import { useRows } from '../../data/rows.ts'
import { projectOption } from '../../issues/fields/projectOption.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'

type ProjectsPickerProps = {
  value: readonly string[]
  onPick: (ids: readonly string[]) => void
  className?: string
}

const SHOWN = 3

/** The projects that an invitation leads into. */
export const ProjectsPicker = ({ value, onPick, className }: ProjectsPickerProps) => {
  const projects = useRows('project').filter(project => !project.archived_at)
  const chosen = projects.filter(project => value.includes(project.id))
  return (
    <Picker
      label="Projects"
      multiple
      options={projects.map(projectOption)}
      value={value}
      onPick={onPick}
      empty="There are no projects yet"
    >
      <Button className={className ?? 'text-ink'}>
        {chosen.slice(0, SHOWN).map(project => (
          <ProjectTile key={project.id} project={projectLook(project)} />
        ))}
        <span className="num">
          {chosen.length === 0
            ? 'No project'
            : chosen.length === 1
              ? '1 project'
              : `${chosen.length} projects`}
        </span>
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  )
}
