import { z } from 'zod'
import { ProjectAnswer, projectRoutes } from '../workspace/projects.ts'
import { face } from './face.ts'

export const ProjectV1 = ProjectAnswer.omit({
  is_favorite: true,
  anchor: true,
  members: true,
  revision: true,
}).extend({ is_deployed: z.boolean() })

const { list, create, get, update, remove, archive, unarchive } = projectRoutes
const row = { tells: 'row', shape: ProjectV1 } as const

export const projectFaces = [
  face(list, { ...row, tells: 'page', query: list.query! }),
  face(create, { ...row, body: create.body! }),
  face(get, row),
  face(update, { ...row, body: update.body! }),
  face(remove, { tells: 'nothing' }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
]
