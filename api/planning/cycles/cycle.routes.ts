import { errors, fail, must } from '#contract/errors.ts'
import { archivedCycle, Cycle, CycleAnswer, cycleRoutes } from '#contract/planning/cycles.ts'
import { Issue } from '#contract/work/issues.ts'
import { isUuid, load } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { type Ask, mount } from '../../http/mount.ts'
import { archivedPart } from '../../http/respond.ts'
import type { Server } from '../../http/server.ts'
import { planLists } from '../plans/planLists.ts'
import { analyse, progressOf } from '../progress/analytics.service.ts'
import { listActive } from './active.service.ts'
import { chartedOf, composeCycles, composeDetail } from './compose.ts'
import { createCycle, cycleOn, updateCycle } from './cycle.service.ts'
import { transferIssues } from './cycleIssues.service.ts'
import { cycleLife } from './cycleLife.service.ts'

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

const lists = planLists(Cycle, composeCycles)

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
        const cycles = await lists.inProject(ask, false)
        const isCurrent = ask.query.cycle_view === 'current'
        return isCurrent ? cycles.filter(cycle => cycle.status === 'current') : cycles
      },
      listAcross: lists.across,
      listActive: ({ viewer, trx, workspaceId, query }) => listActive(trx, viewer, workspaceId, query),
      listArchived: ask => lists.inProject(ask, true),
      dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body),
      create: ({ work, workspaceId, projectId, body }) => createCycle(work, { workspaceId, projectId }, body),
      get: ({ trx, viewer, row }) =>
        row.archived_at ? fail('cycle.notFound') : composeDetail(trx, viewer, row),
      getArchived: ({ trx, viewer, row }) =>
        row.archived_at ? composeDetail(trx, viewer, row) : fail('cycle.notFound'),
      update: ({ work, row, body }) => updateCycle(work, row, body),
      remove: ({ work, row }) => cycleLife.remove(work, row),
      restore: ({ work, projectId, params }) =>
        isUuid(params.cycleId) ? cycleLife.restore(work, projectId, params.cycleId) : fail('path.notFound'),
      archive: ({ work, row }) => cycleLife.archive(work, row),
      unarchive: ({ work, row }) => cycleLife.unarchive(work, row),
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
      addIssues: ({ work, row, body }) => cycleLife.add(work, row, body.issues),
      issue: async ({ trx, viewer, row, params }) => {
        const issue = await load(trx, Issue, viewer, params.issueId, { project: row.project_id })
        return issue && issue.cycle_id === row.id ? issue : fail('issue.notFound')
      },
      removeIssue: ({ work, row, params }) => cycleLife.takeOut(work, row, params.issueId),
    },
    {
      presenter,
      part: archivedPart(archivedCycle, 'cycle.notArchived'),
      again: { dateCheck: async ({ work, projectId, body }) => datesAsked(work, projectId, body) },
    },
  )
