import type { Knex } from 'knex'
import { changeRoutes, PROTOCOL } from '#contract/changes.ts'
import type { Entity } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { entities } from '#contract/index.ts'
import type { Row } from '#contract/permissions.ts'
import { renewed, type ServerViewer } from '../db/viewer.ts'
import { visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { changesAfter, seenBy } from './log.ts'

const small = Object.values(entities).filter(of => of.kept === 'snapshot')

const rowsOf = (trx: Knex, of: Entity, viewer: ServerViewer, workspaceId: string) => {
  const rows = visible(trx, of, viewer)
  if (of.place.workspace) rows.where(`${of.table}.${of.place.workspace}`, workspaceId)
  else if (of.scope === 'workspace')
    rows.whereRaw(
      'exists (select 1 from workspace_members here where here.member_id = ?? and here.workspace_id = ?)',
      [`${of.table}.id`, workspaceId],
    )
  return rows as unknown as Promise<Row[]>
}

export const mountChanges = (server: Server) => {
  const { db } = server
  mount(server, changeRoutes, {
    bootstrap: async ({ viewer: caller, workspaceId }) =>
      // One snapshot: the rows are exactly those of the sequence numbers read with them, and so are the rights that they
      // are chosen by. Rights of a moment before would hand out what a removal already counted as read has hidden.
      db.transaction(
        async trx => {
          const viewer = (await renewed(trx, caller)) ?? fail('auth.required')
          if (!viewer.workspaces[workspaceId]) fail('row.notFound')
          const counters = (await trx('change_counters')
            .whereIn('scope_id', [workspaceId, viewer.id])
            .select('scope_id', 'seq')) as { scope_id: string; seq: number }[]
          const seqOf = (scope: string) => counters.find(row => row.scope_id === scope)?.seq ?? 0
          const rows: Record<string, Row[]> = {}
          for (const kind of small) rows[kind.name] = await rowsOf(trx, kind, viewer, workspaceId)
          return {
            protocol: PROTOCOL,
            at: { workspace: seqOf(workspaceId), user: seqOf(viewer.id) },
            rows,
            viewer: {
              id: viewer.id,
              workspaces: viewer.workspaces,
              projects: viewer.projects,
              isInstanceAdmin: viewer.isInstanceAdmin,
              workspaceId,
            },
          }
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
