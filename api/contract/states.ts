import { z } from 'zod'
import { entity, id, revision, route, text } from './define.ts'

const inside = { workspace: 'workspace_id', project: 'project_id' }

export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
export type StateGroup = (typeof stateGroups)[number]

export const State = entity('state', 'states', 'workspace', inside, {
  id,
  project_id: id,
  workspace_id: id,
  name: z.string(),
  color: z.string(),
  group: z.string(),
  default: z.boolean(),
  description: z.string(),
  sequence: z.number(),
  ...revision,
})

const p = '/api/workspaces/:ws/projects/:p' as const

export const stateRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/states/`,
    action: 'state.list',
    in: 'project',
    answer: z.array(State.schema),
    summary: 'States by group and sequence.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/states/`,
    action: 'state.create',
    in: 'project',
    creates: State,
    body: z.object({
      name: text(255),
      color: text(255),
      group: z.enum(stateGroups).default('backlog'),
      description: z.string().default(''),
    }),
    status: 200,
    answer: State.schema,
    summary: 'Adds a state at the end.',
  }),
}
