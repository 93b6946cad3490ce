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
const missing = {
  project_lead: 'Project lead should be a user in the workspace',
  default_assignee: 'Default assignee should be a user in the workspace',
}
const row = { tells: 'row', shape: ProjectV1 } as const

export const projectFaces = [
  face(list, { ...row, tells: 'page', query: list.query! }),
  face(create, { ...row, missing, body: create.body! }),
  face(get, row),
  face(update, {
    ...row,
    body: update.body!,
    words: { 'project.archived': { error: 'Archived project cannot be updated' } },
  }),
  face(remove, { tells: 'nothing' }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
]
