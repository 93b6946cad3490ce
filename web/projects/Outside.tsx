import { messageOf } from '#contract/messageOf.ts'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { joinProject, restoreProject } from './settings/projectActs.ts'

type Project = RowTypes['project']

const words = (project: Project | null, name: string, mayJoin: boolean) => {
  if (!project)
    return {
      title: `You no longer have access to ${name}`,
      text: 'It was deleted, or you were removed from it. A workspace admin can tell you which.',
    }
  if (project.archived_at)
    return {
      title: `${name} is archived`,
      text: 'It is read-only until one of its admins restores it.',
    }
  return {
    title: `You are not in ${name}`,
    text: mayJoin
      ? 'Join it to see its issues and pages.'
      : 'One of its admins can add you. Everything you created in it is kept.',
  }
}

/** Where somebody finds themselves who opens what is not, or no longer, theirs: said in a sentence, with the way on. */
export const Outside = ({ project, name }: { project: Project | null; name: string }) => {
  const { slug, workspaceId } = useHere()
  const mayDo = useMay()
  const place = { workspace: workspaceId, project: project?.id }
  const isOpen = project !== null && !project.archived_at
  const mayJoin = isOpen && mayDo('project.join', project, place) && mayDo('project.enter', project, place)
  const mayRestore = Boolean(project?.archived_at) && mayDo('project.archive', project ?? {}, place)
  return (
    <NotFound
      {...words(project, name, mayJoin)}
      back={{ label: 'Go to projects', href: to('projects', { slug }) }}
      also={
        project &&
        (mayJoin ? (
          <Button
            variant="primary"
            size="large"
            onClick={() => void joinProject(project).catch(failure => toast.failure(messageOf(failure)))}
          >
            {`Join ${name}`}
          </Button>
        ) : mayRestore ? (
          <Button variant="primary" size="large" onClick={() => void restoreProject(project)}>
            Restore it
          </Button>
        ) : undefined)
      }
    />
  )
}
