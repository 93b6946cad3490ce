/** Addresses that one person wants at hand on their home. */
import { z } from 'zod'
import { audit, blankable, entity, id, revision, route } from '../define.ts'
import { own } from '../rules.ts'

export const QuickLink = entity({
  name: 'quick_link',
  table: 'quick_links',
  scope: 'user',
  place: { workspace: 'workspace', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    ...audit,
    workspace: id,
    user: id,
    url: z.string(),
    title: z.string().nullable(),
    sort_order: z.number(),
    ...revision,
  },
})
export type QuickLink = z.infer<typeof QuickLink.schema>

/** So many one person may have in a workspace: their browser holds them all. */
export const MOST_QUICK_LINKS = 100

const at = '/api/workspaces/:ws/quick-links' as const
const one = { in: 'workspace', target: QuickLink, param: 'quickLinkId', action: 'quickLink.own' } as const
const url = z.string().trim().min(1).max(2048)
const fields = { title: blankable(255).nullable().optional(), sort_order: z.number().optional() }

export const quickLinkRoutes = {
  list: route({
    method: 'GET',
    path: `${at}/`,
    action: 'home.own',
    in: 'workspace',
    answer: z.array(QuickLink.schema),
    summary: 'The caller’s links, in their order.',
  }),
  create: route({
    method: 'POST',
    path: `${at}/`,
    action: 'home.own',
    in: 'workspace',
    creates: QuickLink,
    body: z.object({ url, ...fields }),
    status: 201,
    answer: QuickLink.schema,
    summary: 'Adds a link; an address without a scheme is taken as http.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${at}/:quickLinkId/`,
    body: z.object({ url: url.optional(), ...fields }),
    answer: QuickLink.schema,
    summary: 'Changes or moves a link.',
  }),
  remove: route({ ...one, method: 'DELETE', path: `${at}/:quickLinkId/`, summary: 'Removes a link.' }),
}
