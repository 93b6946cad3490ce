import type { RowOf } from '#contract/define.ts'
import { Issue } from '#contract/work/issues.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import type { Db } from '../db/knex.ts'
import { locked } from '../db/locked.ts'
import { lockRows } from '../db/order.ts'
import { bot } from '../db/viewer.ts'
import { inWork, type Work } from '../db/work.ts'
import { archiveIssues } from '../work/issues/archive.service.ts'
import { putInState } from '../work/issues/stateGroup.ts'
import { closingState, untouched } from '../work/issues/untouched.service.ts'

type ProjectRow = RowOf<typeof Project>

/** The most issues in one transaction, whose lock of the workspace's counter everyone waits for. */
const BATCH = 200

const taken = (work: Work, project: ProjectRow, months: number, ended: boolean): Promise<Issue[]> =>
  lockRows(work, Issue.table, trx =>
    untouched(trx, project, { months, ended, now: work.now })
      .orderBy('issues.id')
      .limit(BATCH)
      .select(Issue.columns),
  )

const archiveOld = async (work: Work, project: ProjectRow): Promise<number> => {
  if (project.archive_in === 0) return 0
  const issues = await taken(work, project, project.archive_in, true)
  if (issues.length > 0) await archiveIssues(work, issues)
  return issues.length
}

const closeOld = async (work: Work, project: ProjectRow): Promise<number> => {
  if (project.close_in === 0) return 0
  const state = closingState(
    project,
    await lockRows(
      work,
      State.table,
      trx => trx(State.table).where({ project_id: project.id, deleted_at: null }).select(State.columns),
      'keep',
    ),
  )
  if (!state) return 0
  const issues = await taken(work, project, project.close_in, false)
  await putInState(work, issues, state)
  return issues.length
}

type Act = (work: Work, project: ProjectRow) => Promise<number>

// Batch by batch until none is left: a taken issue no longer matches, so two servers or a second run do nothing twice.
const inBatches = async (db: Db, id: string, act: Act): Promise<number> => {
  let sum = 0
  for (let last = BATCH; last === BATCH; sum += last) {
    const { result } = await inWork(db, { viewer: bot }, async work => {
      const [project] = await locked(work, Project, rows => rows.where({ id, archived_at: null }))
      return project ? act(work, project) : 0
    })
    last = result
  }
  return sum
}

/** Archives and closes what nobody has touched for as long as its project says. */
export const automate = async (db: Db): Promise<{ archived: number; closed: number }> => {
  const ids: string[] = await db('projects')
    .join('workspaces', 'workspaces.id', 'projects.workspace')
    .whereNull('workspaces.deleted_at')
    .whereNull('projects.deleted_at')
    .whereNull('projects.archived_at')
    .whereRaw('(projects.archive_in > 0 or projects.close_in > 0)')
    .orderBy('projects.id')
    .pluck('projects.id')
  const done = { archived: 0, closed: 0 }
  for (const id of ids) {
    done.archived += await inBatches(db, id, archiveOld)
    done.closed += await inBatches(db, id, closeOld)
  }
  return done
}
