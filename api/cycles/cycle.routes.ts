import { type Cycle, Cycle as CycleEntity, cycleRoutes } from '#contract/cycles.ts'
import { fail } from '#contract/errors.ts'
import { NEWEST, visible } from '../db/visible.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { addToCycle, composeCycles, createCycle, takeFromCycle } from './cycle.service.ts'

const SUCCESS = { message: 'success' as const }

export const mountCycles = (server: Server) =>
  mount(
    server,
    cycleRoutes,
    {
      list: async ({ viewer, trx, projectId, query }) => {
        const rows = (await visible(trx, CycleEntity, viewer)
          .where('project_id', projectId)
          .whereNull('archived_at')
          .orderBy(NEWEST)) as Cycle[]
        const cycles = await composeCycles(trx, rows)
        return query.cycle_view === 'current' ? cycles.filter(cycle => cycle.status === 'current') : cycles
      },
      create: async ({ work, workspaceId, projectId, body }) =>
        (await composeCycles(work.trx, [await createCycle(work, { workspaceId, projectId }, body)]))[0]!,
      get: async ({ trx, row }) =>
        row.archived_at ? fail('cycle.notFound') : (await composeCycles(trx, [row]))[0]!,
      addIssues: async ({ work, row, body }) => {
        await addToCycle(work, row, body.issues)
        return SUCCESS
      },
      removeIssue: ({ work, row, params }) => takeFromCycle(work, row, params.issueId),
    },
    {
      create: async ({ trx, row }) => (await composeCycles(trx, [row]))[0]!,
      addIssues: async () => SUCCESS,
    },
  )
