import type { RowTypes } from '../data/entities.ts'
import { isFavorite, toggleFavorite, useFavoriteIds } from '../data/favorites.ts'
import { may } from '../data/viewer.ts'

type Project = RowTypes['project']

export const isFavoriteProject = (id: string) => isFavorite({ type: 'project', id })

/** Ids of the projects that this person keeps at hand. */
export const useFavoriteProjects = (): ReadonlySet<string> => useFavoriteIds('project')

export const mayFavor = (project: Project) =>
  may('project.favor', project, { workspace: project.workspace, project: project.id })

export const toggleFavoriteProject = ({ id }: Project) => toggleFavorite({ type: 'project', id, project: id })
