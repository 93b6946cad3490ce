import { errors, fail, must } from '#contract/errors.ts'
import { archivedCycle, Cycle, CycleAnswer, cycleRoutes } from '#contract/planning/cycles.ts'
import { isUuid, NEWEST, openProjects, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { archivedPart } from '../../http/archived.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { analyse, progressOf } from '../progress/analytics.service.ts'
import { listActive } from './active.service.ts'
import { chartedOf, composeCycles, composeDetail } from './compose.ts'
import { createCycle, cycleOn, updateCycle } from './cycle.service.ts'
import { archiveCycle, deleteCycle, restoreCycle, unarchiveCycle } from './cycleArchive.service.ts'
import { addToCycle, takeFromCycle, transferIssues } from './cycleIssues.service.ts'

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

// The caller's favorites come first.
const inProject = async (
  { trx, viewer, projectId }: Pick<Ask, 'trx' | 'viewer' | 'projectId'>,
  archived: boolean,
) => {
  const rows = visible(trx, Cycle, viewer).where('project_id', projectId).orderBy(NEWEST)
  if (archived) rows.whereNotNull('archived_at')
  else rows.whereNull('archived_at')
  const cycles = await composeCycles(trx, viewer, await rows)
  return cycles.sort((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
}

const totalsOf = async ({ trx }: Pick<Ask, 'trx'>, { id }: Cycle) => {
  const { assignee_ids: _, ...totals } = (await progressOf(trx, 'cycle', [id]))(id)
  return totals
}

export const mountCycles = (server: Server) =>
  mount(
    server,
    cycleRoutes,
    {
      list: async ask => {
        const cycles = await inProject(ask, false)
        const isCurrent = ask.query.cycle_view === 'current'
        return isCurrent ? cycles.filter(cycle => cycle.status === 'current') : cycles
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
      listActive: ({ viewer, trx, workspaceId, query }) => listActive(trx, viewer, workspaceId, query),
      listArchived: ask => inProject(ask, true),
      dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body),
      create: ({ work, workspaceId, projectId, body }) => createCycle(work, { workspaceId, projectId }, body),
      get: ({ trx, viewer, row }) =>
        row.archived_at ? fail('cycle.notFound') : composeDetail(trx, viewer, row),
      getArchived: ({ trx, viewer, row }) =>
        row.archived_at ? composeDetail(trx, viewer, row) : fail('cycle.notFound'),
      update: ({ work, row, body }) => updateCycle(work, row, body),
      remove: ({ work, row }) => deleteCycle(work, row),
      restore: ({ work, projectId, params }) =>
        isUuid(params.cycleId) ? restoreCycle(work, projectId, params.cycleId) : fail('path.notFound'),
      archive: ({ work, row }) => archiveCycle(work, row),
      unarchive: ({ work, row }) => unarchiveCycle(work, row),
      progress: ask => totalsOf(ask, ask.row),
      analytics: async ({ trx, row, query }) => {
        if (!row.start_date || !row.end_date) fail('cycle.noDates')
        return analyse(trx, 'cycle', row.project_id, chartedOf(row), query.type)
      },
      cycleProgress: async ask => {
        const { distribution, estimate_distribution } = await composeDetail(ask.trx, ask.viewer, ask.row)
        const isDraft = !ask.row.start_date || !ask.row.end_date
        const shares = isDraft
          ? { distribution: {}, estimate_distribution: {} }
          : { distribution, estimate_distribution }
        return { ...(await totalsOf(ask, ask.row)), ...shares }
      },
      transfer: ({ work, row, body }) => transferIssues(work, row, body),
      addIssues: ({ work, row, body }) => addToCycle(work, row, body.issues),
      removeIssue: ({ work, row, params }) => takeFromCycle(work, row, params.issueId),
    },
    {
      presenter,
      part: archivedPart(archivedCycle, 'cycle.notArchived'),
      again: { dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body) },
    },
  )
