import { z } from 'zod'
import { belongsToIssue, ofIssue } from '../belongs.ts'
import { givenJson, json } from '../bounds.ts'
import { audit, blankable, entity, id, revision, route } from '../define.ts'
import { UserLite } from '../people/users.ts'
import { Issue } from './issues.ts'

export const Link = entity({
  name: 'issue_link',
  table: 'issue_links',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    title: z.string().nullable(),
    /** Always http or https. */
    url: z.string(),
    metadata: json,
    ...revision,
  },
})
export type Link = z.infer<typeof Link.schema>

export const LinkAnswer = z.object({ ...Link.schema.shape, created_by_detail: UserLite.nullable() })

const fields = { title: blankable(255).nullable().optional(), metadata: givenJson().optional() }
const p = '/api/workspaces/:ws/projects/:p' as const
const ofOne = { in: 'project', target: Issue, param: 'issueId' } as const
const one = { in: 'project', target: Link, param: 'linkId' } as const

export const linkRoutes = {
  list: route({
    ...ofOne,
    method: 'GET',
    path: `${p}/issues/:issueId/issue-links/`,
    action: 'issue.read',
    answer: z.array(LinkAnswer),
    summary: 'Links of an issue, the newest first.',
    exposes: { v1: 'issues/:issueId/links/' },
  }),
  create: route({
    ...ofOne,
    method: 'POST',
    path: `${p}/issues/:issueId/issue-links/`,
    action: 'issue.arrange',
    creates: Link,
    body: z.object({ url: z.string().trim().min(1).max(2048), ...fields }),
    status: 201,
    answer: LinkAnswer,
    summary: 'Adds a link; an address without a scheme is taken as http.',
    exposes: { v1: 'issues/:issueId/links/' },
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/issues/:issueId/issue-links/:linkId/`,
    action: 'issue.read',
    answer: LinkAnswer,
    summary: 'One link.',
    exposes: { v1: 'issues/:issueId/links/:linkId/' },
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/issues/:issueId/issue-links/:linkId/`,
    action: 'issue.arrange',
    body: z.object({ url: z.string().trim().min(1).max(2048).optional(), ...fields }),
    answer: LinkAnswer,
    summary: 'Changes a link.',
    exposes: { v1: 'issues/:issueId/links/:linkId/' },
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/issues/:issueId/issue-links/:linkId/`,
    action: 'issue.arrange',
    summary: 'Removes a link.',
    exposes: { v1: 'issues/:issueId/links/:linkId/' },
  }),
}
