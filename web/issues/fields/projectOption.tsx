import type { RowTypes } from '../../data/entities.ts'
import { projectLook } from '../../data/projectLook.ts'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import type { PickerOption } from '../../ui/popups/useChoices.ts'

/** A project among the options of a picker, found by its name and by its identifier. */
export const projectOption = (project: RowTypes['project']) =>
  ({
    id: project.id,
    name: project.name,
    words: project.identifier,
    icon: <ProjectTile project={projectLook(project)} />,
  }) satisfies PickerOption
