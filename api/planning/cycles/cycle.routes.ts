import { errors, fail, must } from '#contract/errors.ts'
import { Cycle, CycleAnswer, cycleRoutes } from '#contract/planning/cycles.ts'
import { NEWEST, openProjects, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { addToCycle, composeCycles, createCycle, cycleOn, takeFromCycle } from './cycle.service.ts'

const SUCCESS = { message: 'success' as const }

type Asked = {
  start_date?: string | null | undefined
  end_date?: string | null | undefined
  cycle_id?: string | null | undefined
}

const datesAsked = async (work: Work, projectId: string, { start_date, end_date, cycle_id }: Asked) => {
  if (!start_date || !end_date) return fail('cycle.datesRequired')
  const met = await cycleOn(work.trx, projectId, { start_date, end_date }, cycle_id)
  return met ? { status: false, error: errors['cycle.datesOverlap'][1].error } : { status: true }
}

const presenter = {
  as: CycleAnswer,
  show: async ({ trx, viewer }: Pick<Ask, 'trx' | 'viewer'>, row: Cycle) =>
    must((await composeCycles(trx, viewer, [row]))[0], 'the cycle'),
}

export const mountCycles = (server: Server) =>
  mount(
    server,
    cycleRoutes,
    {
      list: async ({ viewer, trx, projectId, query }) => {
        const rows = await visible(trx, Cycle, viewer)
          .where('project_id', projectId)
          .whereNull('archived_at')
          .orderBy(NEWEST)
        const cycles = await composeCycles(trx, viewer, rows)
        return query.cycle_view === 'current' ? cycles.filter(cycle => cycle.status === 'current') : cycles
      },
      listAcross: async ({ viewer, trx, workspaceId }) =>
        composeCycles(
          trx,
          viewer,
          await visible(trx, Cycle, viewer)
            .whereIn('project_id', openProjects(viewer, workspaceId))
            .whereNull('archived_at')
            .orderBy(NEWEST),
        ),
      dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body),
      create: ({ work, workspaceId, projectId, body }) => createCycle(work, { workspaceId, projectId }, body),
      get: async ({ row }) => (row.archived_at ? fail('cycle.notFound') : row),
      addIssues: async ({ work, row, body }) => {
        await addToCycle(work, row, body.issues)
        return SUCCESS
      },
      removeIssue: ({ work, row, params }) => takeFromCycle(work, row, params.issueId),
    },
    {
      presenter,
      again: {
        dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body),
        addIssues: async () => SUCCESS,
      },
    },
  )
