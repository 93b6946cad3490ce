import { z } from 'zod'
import { blankable, entity, id, revision, route, text, uuid } from '../define.ts'
import { onProject } from '../rules.ts'

const inside = { workspace: 'workspace_id', project: 'project_id' }

export const Label = entity({
  name: 'label',
  table: 'labels',
  scope: 'workspace',
  place: inside,
  kept: 'snapshot',
  read: onProject,
  shape: {
    id,
    name: z.string(),
    color: z.string(),
    parent: id.nullable(),
    project_id: id,
    workspace_id: id,
    sort_order: z.number(),
    ...revision,
  },
})

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const
const one = { in: 'project', target: Label, param: 'labelId' } as const

export const labelRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/issue-labels/`,
    action: 'label.list',
    in: 'project',
    answer: z.array(Label.schema),
    exposes: { v1: 'labels/' },
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
    exposes: { v1: 'labels/' },
    summary: 'Adds a label.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/issue-labels/:labelId/`,
    action: 'label.list',
    answer: Label.schema,
    exposes: { v1: 'labels/:labelId/' },
    summary: 'One label.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/issue-labels/:labelId/`,
    action: 'label.update',
    body: z.object({
      name: text(255).optional(),
      color: blankable(255).optional(),
      parent: uuid.nullable().optional(),
      sort_order: z.number().optional(),
    }),
    answer: Label.schema,
    exposes: { v1: 'labels/:labelId/' },
    summary: 'Changes a label.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issue-labels/:labelId/`,
    action: 'label.delete',
    exposes: { v1: 'labels/:labelId/' },
    summary: 'Deletes a label and takes it off its issues; labels below it move to the top.',
  }),
  restore: route({
    method: 'POST',
    path: `${p}/issue-labels/:labelId/restore/`,
    action: 'label.delete',
    in: 'project',
    summary: 'Brings a deleted label back, on what bore it and with what was below it.',
  }),
  bulkCreate: route({
    method: 'POST',
    path: `${p}/bulk-create-labels/`,
    action: 'label.create',
    in: 'project',
    body: z.object({
      label_data: z.array(z.object({ name: text(255), color: blankable(255).optional() })).max(500),
    }),
    status: 201,
    answer: z.object({ labels: z.array(Label.schema) }),
    summary: 'Adds several labels: all or none.',
  }),
  merge: route({
    ...one,
    method: 'POST',
    path: `${p}/issue-labels/:labelId/merge/`,
    action: 'label.delete',
    body: z.object({ into: uuid }),
    answer: Label.schema,
    summary: 'Puts another label in place of this one wherever it is, and deletes this one.',
  }),
  listAcross: route({
    method: 'GET',
    path: `${ws}/labels/`,
    action: 'label.listAcross',
    in: 'workspace',
    answer: z.array(Label.schema),
    summary: 'Labels of all projects that the caller has joined.',
  }),
}
