/** The places that somebody is offered from where they are. */
import type { RowTypes } from '../data/entities.ts'
import { may } from '../data/viewer.ts'
import type { PlaceId } from './address.ts'
import { type At, filled, placeIds, placeOf, placesAbove } from './address.ts'
import type { PlaceList, PlaceWords } from './place.ts'

export type Standpoint = {
  slug: string
  workspaceId: string
  me: string
  /** The project whose places are meant. */
  project?: RowTypes['project']
}

export type Offer = PlaceWords & { id: PlaceId; href: string }

const isOpen = ({ feature, may: action }: PlaceWords, { workspaceId, project }: Standpoint): boolean =>
  (!feature || !project || project[feature]) &&
  (!action || may(action, {}, { workspace: workspaceId, project: project?.id }))

const offer = (id: PlaceId, at: Standpoint): Offer[] => {
  const place = placeOf(id)
  if (place.path.includes('/:projectId') && !at.project) return []
  const params = { slug: at.slug, projectId: at.project?.id, ...place.begins?.(at.me) }
  return [{ ...place, id, href: filled(place.path, params) }]
}

export const placesIn = (list: PlaceList, at: Standpoint): Offer[] =>
  placeIds.flatMap(id => (placeOf(id).listed?.includes(list) && isOpen(placeOf(id), at) ? offer(id, at) : []))

const isOfProjectAlone = (path: string) =>
  path.includes('/:projectId') &&
  [...path.matchAll(/:(\w+)/g)].every(([, name]) => name === 'slug' || name === 'projectId')

/** The same kind of place in another project: from a cycle to its cycles, and to its issues where those are not open. */
export const samePlaceIn = (at: At, there: Standpoint & Required<Pick<Standpoint, 'project'>>): string => {
  const above = [...placesAbove(at.id), at.id]
  const same = above.findLast(id => isOfProjectAlone(placeOf(id).path) && isOpen(placeOf(id), there))
  return filled(placeOf(same ?? 'issues').path, { slug: there.slug, projectId: there.project.id })
}

/** Where a key leads from here; null where that needs a project and there is none. */
export const keyedPlaces = (at: Standpoint): { keys: string; label: string; href: string | null }[] =>
  placeIds.flatMap(id => {
    const { keys, label, called = label } = placeOf(id)
    return keys ? [{ keys, label: called, href: offer(id, at)[0]?.href ?? null }] : []
  })
