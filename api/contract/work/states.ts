import { z } from 'zod'
import { description } from '../bounds.ts'
import { entity, id, revision, route, text, uuid } from '../define.ts'
import { all, any, equals, onProject } from '../rules.ts'

const inside = { workspace: 'workspace_id', project: 'project_id' }

export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const
export type StateGroup = (typeof stateGroups)[number]

export const State = entity({
  name: 'state',
  table: 'states',
  scope: 'workspace',
  place: inside,
  kept: 'snapshot',
  // The one in which issues wait at the intake is nobody's to see.
  read: all(onProject, any(...stateGroups.map(group => equals('group', group)))),
  shape: {
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
  },
})

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const one = { in: 'project', target: State, param: 'stateId' } as const

export const stateRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/states/`,
    action: 'state.list',
    in: 'project',
    query: z.object({ grouped: z.string().optional() }),
    answer: z.union([z.array(State.schema), z.record(z.string(), z.array(State.schema))]),
    exposes: { v1: 'states/' },
    summary: 'States by group and sequence; `grouped=true` by the names of their groups.',
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
      description: description.default(''),
    }),
    status: 200,
    answer: State.schema,
    exposes: { v1: 'states/' },
    summary: 'Adds a state at the end.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/states/:stateId/`,
    action: 'state.list',
    answer: State.schema,
    exposes: { v1: 'states/:stateId/' },
    summary: 'One state.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/states/:stateId/`,
    action: 'state.update',
    body: z.object({
      name: text(255).optional(),
      color: text(255).optional(),
      group: z.enum(stateGroups).optional(),
      description: description.optional(),
      sequence: z.number().optional(),
    }),
    answer: State.schema,
    exposes: { v1: 'states/:stateId/' },
    summary: 'Changes a state; another group takes its issues along.',
  }),
  markDefault: route({
    ...one,
    method: 'POST',
    path: `${p}/states/:stateId/mark-default/`,
    action: 'state.update',
    summary: 'Makes the state the one that issues begin in.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/states/:stateId/`,
    action: 'state.delete',
    body: z.object({ new_state_id: uuid.optional() }),
    exposes: { v1: 'states/:stateId/' },
    summary: 'Deletes a state that holds no issues, or gives its issues another one first.',
  }),
  restore: route({
    method: 'POST',
    path: `${p}/states/:stateId/restore/`,
    action: 'state.delete',
    in: 'project',
    summary:
      'Brings a deleted state back, with those of its issues that still are where they were put instead.',
  }),
  listAcross: route({
    method: 'GET',
    path: `${ws}/states/`,
    action: 'state.listAcross',
    in: 'workspace',
    answer: z.array(State.schema),
    summary: 'States of all projects that the caller has joined.',
  }),
}
