import { z } from 'zod'
import { description } from '../bounds.ts'
import { audit, datetime, day, entity, id, revision, route, text, uuid } from '../define.ts'
import { ADMIN, all, own, workspaceRole } from '../rules.ts'
import { scopes } from './scopes.ts'

const scope = z.enum(scopes)

export const ApiToken = entity({
  name: 'api_token',
  table: 'api_tokens',
  scope: 'user',
  place: { workspace: 'workspace', user: 'user' },
  kept: 'never',
  read: all(workspaceRole(ADMIN), own('user')),
  shape: {
    id,
    ...audit,
    label: z.string(),
    description: z.string(),
    is_active: z.boolean(),
    last_used: datetime.nullable(),
    /** The address that the last call came from. */
    last_used_from: z.string().nullable(),
    user: id,
    user_type: z.number().int(),
    workspace: id,
    expired_at: datetime.nullable(),
    is_service: z.boolean(),
    /** What it may do: `issues:write` includes `issues:read`, `all` everything that its owner may do. */
    scopes: z.array(scope),
    /** The projects that it is limited to, or null. */
    projects: z.array(id).nullable(),
    /** None of its scopes writes. */
    is_read_only: z.boolean(),
    ...revision,
  },
})

const inWorkspace = '/api/workspaces/:ws' as const

export const apiTokenRoutes = {
  list: route({
    method: 'GET',
    path: `${inWorkspace}/api-tokens/`,
    action: 'apiToken.list',
    in: 'workspace',
    answer: z.array(ApiToken.schema),
    summary: 'The caller’s own tokens, without their secrets.',
  }),
  create: route({
    method: 'POST',
    path: `${inWorkspace}/api-tokens/`,
    action: 'apiToken.create',
    in: 'workspace',
    token: false,
    body: z.object({
      label: text(255).optional(),
      description: description.optional(),
      expired_at: z
        .union([day, z.iso.datetime({ offset: true })])
        .nullable()
        .optional(),
      scopes: z.array(scope).min(1).max(scopes.length).optional(),
      projects: z.array(uuid).min(1).max(100).nullable().optional(),
      /** Without `scopes`: short for `all:read`. */
      is_read_only: z.boolean().optional(),
    }),
    status: 201,
    answer: z.object({ ...ApiToken.schema.shape, token: z.string() }),
    summary:
      'Makes a token; its secret is shown this once. Its `scopes` say what it may do, `projects` where; without them it may do all that you may.',
  }),
  get: route({
    method: 'GET',
    path: `${inWorkspace}/api-tokens/:tokenId/`,
    action: 'apiToken.delete',
    in: 'workspace',
    target: ApiToken,
    param: 'tokenId',
    answer: ApiToken.schema,
    summary: 'One token.',
  }),
  update: route({
    method: 'PATCH',
    path: `${inWorkspace}/api-tokens/:tokenId/`,
    action: 'apiToken.update',
    in: 'workspace',
    token: false,
    target: ApiToken,
    param: 'tokenId',
    body: z.object({
      label: text(255).optional(),
      description: description.optional(),
      is_active: z.boolean().optional(),
    }),
    answer: ApiToken.schema,
    summary: 'Renames a token, or turns it off and on; its secret is not shown again.',
  }),
  remove: route({
    method: 'DELETE',
    path: `${inWorkspace}/api-tokens/:tokenId/`,
    action: 'apiToken.delete',
    in: 'workspace',
    token: false,
    target: ApiToken,
    param: 'tokenId',
    summary: 'Revokes a token at once.',
  }),
}
