import { Link } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { useWaitingAt } from '../intake/waiting.ts'
import { to } from '../places/address.ts'
import { whenText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'

export type Waiting = { project: RowTypes['project']; pending: number; since: string | null }

/** Where requests wait for somebody who may decide about them. */
export const useRequests = (): readonly Waiting[] => {
  const mayDo = useMay()
  const waiting = useWaitingAt()
  return useJoinedProjects().flatMap(project => {
    const { pending = 0, since = null } = waiting[project.id] ?? {}
    const mayDecide = mayDo('intake.decide', {}, { workspace: project.workspace, project: project.id })
    return project.inbox_view && mayDecide && pending > 0 ? [{ project, pending, since }] : []
  })
}

/** How many requests wait in a project, and since when the first of them does. */
export const RequestsLine = ({ project, pending, since }: Waiting) => {
  const { slug } = useHere()
  return (
    <Link
      to={to('intake', { slug, projectId: project.id })}
      className="flex h-(--row) items-center gap-2 rounded-control pr-2 pl-8 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-13 max-md:rounded-none max-md:px-4"
    >
      <Icon name="inbox" className="text-ink-3" />
      <span className="cut min-w-0 flex-1">
        {pending === 1 ? '1 request is waiting' : `${pending.toLocaleString()} requests are waiting`} in
        Intake
      </span>
      {since && <span className="num flex-none text-12 text-ink-3">{whenText(since)}</span>}
      <span title={project.name}>
        <ProjectTile project={projectLook(project)} />
      </span>
    </Link>
  )
}
