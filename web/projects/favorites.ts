import { useMemo } from 'react'
import { favoriteRoutes } from '#contract/planning/favorites.ts'
import type { RowTypes } from '../data/entities.ts'
import { mutate } from '../data/mutate.ts'
import { getRows, useRows } from '../data/rows.ts'
import { here, may, viewer } from '../data/viewer.ts'

type Project = RowTypes['project']

const stands = (id: string) => (one: RowTypes['favorite']) =>
  one.entity_type === 'project' && one.entity_identifier === id

export const isFavoriteProject = (id: string) => getRows('favorite').some(stands(id))

/** Ids of the projects that this person keeps at hand. */
export const useFavoriteProjects = (): ReadonlySet<string> => {
  const favorites = useRows('favorite')
  return useMemo(
    () =>
      new Set(favorites.flatMap(one => (one.entity_type === 'project' ? (one.entity_identifier ?? []) : []))),
    [favorites],
  )
}

export const mayFavor = (project: Project) =>
  may('project.favor', project, { workspace: project.workspace, project: project.id })

export const toggleFavoriteProject = (project: Project) => {
  const kept = getRows('favorite').find(stands(project.id))
  const entity = 'favorite' as const
  const ws = here().slug
  return kept
    ? mutate({
        entity,
        route: favoriteRoutes.remove,
        params: { ws, favoriteId: kept.id },
        id: kept.id,
        patch: {},
        removes: true,
        failure: 'It was not removed from favourites.',
      })
    : mutate({
        entity,
        route: favoriteRoutes.create,
        params: { ws },
        body: { entity_type: 'project', entity_identifier: project.id, project_id: project.id },
        patch: {
          entity_type: 'project',
          entity_identifier: project.id,
          project_id: project.id,
          user: viewer()?.id,
          is_folder: false,
          parent: null,
          sequence: 0,
        },
        failure: 'It was not added to favourites.',
      })
}
