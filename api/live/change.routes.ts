import { changeRoutes, PROTOCOL } from '#contract/changes.ts'
import { fail } from '#contract/errors.ts'
import { renewed } from '../db/viewer.ts'
import { JsonText } from '../http/jsonText.ts'
import { mount } from '../http/mount.ts'
import { isUnchanged } from '../http/respond.ts'
import type { Server } from '../http/server.ts'
import { changesAfter, seenBy } from './log.ts'
import { markOf, readSnapshot } from './snapshot.ts'

export const mountChanges = (server: Server) => {
  const { db } = server
  mount(server, changeRoutes, {
    bootstrap: async ({ ctx, viewer: caller, workspaceId }) =>
      // One snapshot: the rows are exactly those of the sequence numbers read with them, and so are the rights that they
      // are chosen by. Rights of a moment before would hand out what a removal already counted as read has hidden.
      db.transaction(
        async trx => {
          const viewer = (await renewed(trx, caller)) ?? fail('auth.required')
          if (!viewer.workspaces[workspaceId]) fail('row.notFound')
          if (isUnchanged(ctx, await markOf(trx, viewer, workspaceId))) return undefined
          const { rows, at } = await readSnapshot(trx, viewer, workspaceId)
          const head = JSON.stringify({
            protocol: PROTOCOL,
            at,
            viewer: {
              id: viewer.id,
              workspaces: viewer.workspaces,
              projects: viewer.projects,
              isInstanceAdmin: viewer.isInstanceAdmin,
              workspaceId,
            },
          })
          return new JsonText(`${head.slice(0, -1)},"rows":${rows}}`)
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    changes: async ({ viewer, trx, workspaceId, query }) => {
      const after = Number(query.after ?? 0)
      const limit = Number(query.limit ?? 500)
      if (!Number.isInteger(after) || after < 0 || !Number.isInteger(limit) || limit < 1 || limit > 1000)
        return fail('value.invalid')
      const span = await changesAfter(trx, workspaceId, after, limit)
      return {
        from: span.from,
        to: span.to,
        changes: seenBy(span, viewer, workspaceId),
        reset: span.reset,
      }
    },
  })
}
