import { useState } from 'react'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { DeleteProject } from './settings/DeleteProject.tsx'
import { restoreProject } from './settings/projectActs.ts'

/** The actions on an archived project. */
export const ArchivedVerbs = ({ project }: { project: RowTypes['project'] }) => {
  const { slug, workspaceId } = useHere()
  const mayDo = useMay()
  const [isAsked, setAsked] = useState(false)
  const place = { workspace: workspaceId, project: project.id }
  return (
    <span className="flex items-center justify-end gap-0.5">
      {mayDo('project.archive', project, place) && (
        <Button icon="rotate-ccw" onClick={() => void restoreProject(project)} className="max-md:h-11">
          Restore
        </Button>
      )}
      {mayDo('project.delete', project, place) && (
        <IconButton
          icon="trash-2"
          label={`Delete ${project.name}`}
          onClick={() => setAsked(true)}
          className="max-md:size-11"
        />
      )}
      {isAsked && <DeleteProject project={project} slug={slug} onClose={() => setAsked(false)} />}
    </span>
  )
}
