import type { RowTypes } from '../../data/entities.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRows } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { projectOption } from './projectOption.tsx'

type Project = RowTypes['project']

/** Open projects in which this person may do something. */
export const useProjectsFor = (action: Parameters<typeof may>[0]): readonly Project[] =>
  useRows('project').filter(
    project => !project.archived_at && may(action, {}, { workspace: project.workspace, project: project.id }),
  )

type ProjectChoiceProps = {
  projects: readonly Project[]
  value: string
  onChange: (projectId: string) => void
  className: string
}

/** The project of something new, chosen from those in which it may be made. */
export const ProjectChoice = ({ projects, value, onChange, className }: ProjectChoiceProps) => {
  const project = projects.find(one => one.id === value)
  return (
    <Picker
      label="Project"
      value={[value]}
      options={projects.map(projectOption)}
      onPick={([id]) => id && id !== value && onChange(id)}
    >
      <Button type="button" className={className}>
        {project && <ProjectTile project={projectLook(project)} />}
        <span className="cut">{project?.name ?? 'Project'}</span>
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  )
}
