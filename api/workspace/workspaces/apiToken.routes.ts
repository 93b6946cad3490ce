import { fail, failFields, missingPk } from '#contract/errors.ts'
import { ApiToken, apiTokenRoutes } from '#contract/people/apiTokens.ts'
import { isReading, type Scope } from '#contract/people/scopes.ts'
import { endOfDay } from '#contract/people/zones.ts'
import { insert, remove, update } from '../../db/rows.ts'
import { visible } from '../../db/visible.ts'
import { type Handlers, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { hashOf, randomKey, TOKEN_PREFIX } from '../../http/session.ts'

export const mountApiTokens = (server: Server) => {
  const handlers: Handlers<typeof apiTokenRoutes> = {
    list: async ({ viewer, trx, workspaceId }) =>
      await visible(trx, ApiToken, viewer).where('workspace', workspaceId).orderBy('created_at', 'desc'),
    create: async ({ viewer, work, workspaceId, body }) => {
      const expired_at = body.expired_at ? endOfDay(body.expired_at, viewer.timezone) : null
      if (expired_at !== null && Date.parse(expired_at) <= Date.now())
        failFields({ expired_at: ['This time has already passed.'] })
      const scopes = [...new Set<Scope>(body.scopes ?? [body.is_read_only ? 'all:read' : 'all'])]
      const projects = body.projects ? [...new Set(body.projects)] : null
      for (const project of projects ?? [])
        if (viewer.projects[project]?.workspace !== workspaceId)
          failFields({ projects: [missingPk(project)] })
      const token = TOKEN_PREFIX + randomKey(40)
      const row = await insert(work, ApiToken, {
        label: body.label ?? randomKey(32),
        description: body.description ?? '',
        user: viewer.id,
        workspace: workspaceId,
        expired_at,
        scopes,
        projects,
        is_read_only: isReading(scopes),
        token_hash: hashOf(token),
      })
      return { ...row, token }
    },
    get: async ({ row }) => row,
    update: ({ work, row, body }) => update(work, ApiToken, row, body),
    remove: ({ work, row }) => remove(work, ApiToken, row),
  }
  // Only a digest of the secret is kept: a caller who lost the answer makes another token.
  mount(server, apiTokenRoutes, handlers, { again: { create: async () => fail('apiToken.shownOnce') } })
}
