import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { later } from '../ui/popups/later.tsx'
import { ScreenSkeleton } from '../workspaces/ScreenSkeleton.tsx'
import { type PlaceId, placeAt, placeOf, to } from './address.ts'
import { screens } from './screens.ts'
import { useTitle } from './title.ts'

const NotOpen = later(() => import('../shell/NotOpen.tsx').then(module => module.NotOpen), 'soon')
const TurnedOff = later(() => import('../shell/NotOpen.tsx').then(module => module.TurnedOff), 'soon')

/** Fetches the screen of an address beside the rows that it will show; where that fails it is asked for once it is drawn. */
export const fetchScreen = (pathname: string) => {
  const at = placeAt(pathname)
  if (at) screens[at.id].load().catch(() => {})
}

type Project = RowTypes['project']

/** Shown in place of a screen whose feature is off here, or that somebody's role does not include. */
const useRefusal = (id: PlaceId, project: Project | null): ReactNode => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const mayDo = useMay()
  const { feature, may: action, label, called = label } = placeOf(id)
  const back = project
    ? { label: 'Go to issues', href: to('issues', { slug, projectId: project.id }) }
    : { label: 'Go to projects', href: to('projects', { slug }) }
  if (feature && project && !project[feature])
    return <TurnedOff called={called} project={project} back={back} />
  if (action && !mayDo(action, {}, { workspace: workspaceId, project: project?.id }))
    return <NotOpen label={label} projectId={project?.id} back={back} />
  return null
}

const Outside = later(() => import('../projects/Outside.tsx').then(module => module.Outside))

/**
 * The name of a project that is not, or no longer, this person's to open: they are not in it, it is archived, or it went
 * while they were in it. Null where they may, and where nothing is known of it yet.
 */
const useOutside = (projectId: string | undefined, project: Project | null): string | null => {
  const mayDo = useMay()
  const seen = useRef<{ id: string; name: string } | null>(null)
  useEffect(() => {
    if (project) seen.current = project
  }, [project])
  if (!projectId) return null
  if (!project) return seen.current?.id === projectId ? seen.current.name : null
  const isIn = mayDo('project.read', project, { workspace: project.workspace, project: project.id })
  return isIn && !project.archived_at ? null : project.name
}

/** A screen below a workspace: its title, and whether it may be seen at all. */
export const WorkspaceScreen = ({ id }: { id: PlaceId }) => {
  const { projectId } = useParams()
  const project = useRow('project', projectId)
  const outside = useOutside(projectId, project)
  const refusal = useRefusal(id, project)
  const { named, label } = placeOf(id)
  useTitle(...(named ? [] : [label, project?.name]))
  if (outside) return <Outside project={project} name={outside} />
  return refusal ?? <Standing id={id} meanwhile={<ScreenSkeleton />} />
}

/** A screen outside of any workspace. */
export const OuterScreen = ({ id }: { id: PlaceId }) => {
  useTitle(placeOf(id).label)
  return <Standing id={id} />
}

const Standing = ({ id, meanwhile }: { id: PlaceId; meanwhile?: ReactNode }) => {
  const Screen = screens[id]
  return <Screen meanwhile={meanwhile} />
}
