import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import type { ProjectLook } from '../ui/marks/ProjectTile.tsx'
import { filled, type PlaceId, placeOf, placesAbove, to, usePlace } from './address.ts'

type Crumb = { label: string; href: string }
type Heading = { project?: ProjectLook & { href: string }; crumbs: Crumb[]; section: string }

const isInProject = (id: PlaceId) => placeOf(id).path.includes('/:projectId/')

/** The parts of a screen's header, read from its address. */
export const useHeading = (): Heading => {
  const at = usePlace()
  const project = useRow('project', at?.params.projectId)
  if (!at) return { crumbs: [], section: '' }
  const { id, params } = at
  const { slug = '' } = params
  return {
    ...(project && {
      project: { ...projectLook(project), href: to('issues', { slug, projectId: project.id }) },
    }),
    crumbs: placesAbove(id)
      .filter(isInProject)
      .map(one => ({ label: placeOf(one).label, href: filled(placeOf(one).path, params) })),
    section: placeOf(id).label,
  }
}
