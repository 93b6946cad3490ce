import { z } from 'zod'
import { blankable, entity, id, revision, route, text, uuid } from './define.ts'

const inside = { workspace: 'workspace_id', project: 'project_id' }

export const Label = entity('label', 'labels', 'workspace', inside, {
  id,
  name: z.string(),
  color: z.string(),
  parent: id.nullable(),
  project_id: id,
  workspace_id: id,
  sort_order: z.number(),
  ...revision,
})

const p = '/api/workspaces/:ws/projects/:p' as const

export const labelRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/issue-labels/`,
    action: 'label.list',
    in: 'project',
    answer: z.array(Label.schema),
    summary: 'Labels by sort order.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/issue-labels/`,
    action: 'label.create',
    in: 'project',
    creates: Label,
    body: z.object({
      name: text(255),
      color: blankable(255).default(''),
      parent: uuid.nullable().default(null),
    }),
    status: 201,
    answer: Label.schema,
    summary: 'Adds a label.',
  }),
}
