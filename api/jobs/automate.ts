import type { RowOf } from '#contract/define.ts'
import { dayIn } from '#contract/people/zones.ts'
import { Issue } from '#contract/work/issues.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import type { Db } from '../db/knex.ts'
import { locked } from '../db/locked.ts'
import { bot } from '../db/viewer.ts'
import { inWork, type Work } from '../db/work.ts'
import { archiveIssues } from '../work/issues/archive.service.ts'
import { putInState } from '../work/issues/stateGroup.ts'

type ProjectRow = RowOf<typeof Project>

/** The most issues in one transaction, whose lock of the workspace's counter everyone waits for. */
const BATCH = 200
const DAYS_OF_MONTH = 30
const ENDED = ['completed', 'cancelled']

// Leaves planned work alone: the issue's cycle and all of its modules must be over, by the days of the project's zone.
// Archived ones count as over.
const untouched = async (
  work: Work,
  project: ProjectRow,
  months: number,
  ended: boolean,
): Promise<Issue[]> => {
  const today = dayIn(project.timezone, Date.parse(work.now))
  return await work
    .trx('issues')
    .where({ project_id: project.id, active: true })
    .whereRaw('updated_at <= ?::timestamptz - make_interval(days => ?)', [work.now, months * DAYS_OF_MONTH])
    .whereRaw('(state__group = any(?)) = ?', [ENDED, ended])
    .whereRaw(
      `not exists (select 1 from cycles c where c.id = issues.cycle_id and c.deleted_at is null
         and c.archived_at is null and (c.end_date is null or c.end_date >= ?))`,
      [today],
    )
    .whereRaw(
      `not exists (select 1 from modules m where m.id = any(issues.module_ids)
         and (m.target_date is null or m.target_date >= ?))`,
      [today],
    )
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .select<Issue[]>(Issue.columns)
}

const archiveOld = async (work: Work, project: ProjectRow): Promise<number> => {
  if (project.archive_in === 0) return 0
  const issues = await untouched(work, project, project.archive_in, true)
  if (issues.length > 0) await archiveIssues(work, issues)
  return issues.length
}

/** The state that closing leads to: the chosen one while it ends an issue, else the first cancelled one. */
const closingState = async (work: Work, project: ProjectRow) => {
  const states = (await locked(work, State, { project_id: project.id })).sort(
    (a, b) => a.sequence - b.sequence,
  )
  const chosen = states.find(({ id, group }) => id === project.default_state && ENDED.includes(group))
  return chosen ?? states.find(({ group }) => group === 'cancelled')
}

const closeOld = async (work: Work, project: ProjectRow): Promise<number> => {
  if (project.close_in === 0) return 0
  const state = await closingState(work, project)
  if (!state) return 0
  const issues = await untouched(work, project, project.close_in, false)
  await putInState(work, issues, state)
  return issues.length
}

type Act = (work: Work, project: ProjectRow) => Promise<number>

// Batch by batch until none is left: a taken issue no longer matches, so two servers or a second run do nothing twice.
const inBatches = async (db: Db, id: string, act: Act): Promise<number> => {
  let sum = 0
  for (let taken = BATCH; taken === BATCH; sum += taken) {
    const { result } = await inWork(db, { viewer: bot }, async work => {
      const [project] = await locked(work, Project, rows => rows.where({ id, archived_at: null }))
      return project ? act(work, project) : 0
    })
    taken = result
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
