import { z } from 'zod'
import { description } from '../bounds.ts'
import { audit, datetime, day, entity, id, revision, route, text } from '../define.ts'
import { ADMIN, all, own, workspaceRole } from '../rules.ts'

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
    user: id,
    user_type: z.number().int(),
    workspace: id,
    expired_at: datetime.nullable(),
    is_service: z.boolean(),
    /** A read-only token is refused on every unsafe call. */
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
      is_read_only: z.boolean().optional(),
    }),
    status: 201,
    answer: z.object({ ...ApiToken.schema.shape, token: z.string() }),
    summary: 'Makes a token; its secret is shown this once.',
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
