import { z } from 'zod'
import { givenJson } from '../bounds.ts'
import { blankable, route } from '../define.ts'
import { Module, ModuleLink } from './modules.ts'

const at = '/api/workspaces/:ws/projects/:p/modules/:moduleId/module-links' as const
const ofModule = { in: 'project', target: Module, param: 'moduleId' } as const
const one = { in: 'project', target: ModuleLink, param: 'moduleLinkId' } as const
const answer = ModuleLink.schema
const url = z.string().trim().min(1).max(2048)
const fields = {
  title: blankable(255).nullable().optional(),
  metadata: givenJson().optional(),
}

export const moduleLinkRoutes = {
  list: route({
    ...ofModule,
    method: 'GET',
    path: `${at}/`,
    action: 'module.list',
    answer: z.array(answer),
    summary: 'Links of a module, the newest first.',
  }),
  create: route({
    ...ofModule,
    method: 'POST',
    path: `${at}/`,
    action: 'module.update',
    creates: ModuleLink,
    body: z.object({ url, ...fields }),
    status: 201,
    answer,
    summary: 'Adds a link; an address without a scheme is taken as http.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${at}/:moduleLinkId/`,
    action: 'module.list',
    answer,
    summary: 'One link.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${at}/:moduleLinkId/`,
    action: 'module.update',
    body: z.object({ url: url.optional(), ...fields }),
    answer,
    summary: 'Changes a link.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${at}/:moduleLinkId/`,
    action: 'module.update',
    summary: 'Removes a link.',
  }),
}
