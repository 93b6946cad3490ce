/** Cycles and modules are plans: both hold issues, go into the archive or away, and come back. Each kind is a value. */
import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { type ErrorCode, fail } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { Issue } from '#contract/work/issues.ts'
import { bringBack, type Deleted, removeLetting } from '../../db/letGo.ts'
import { locked, lockedSeen } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../../work/activity/record.ts'
import { putInto, updateIssues } from '../../work/issues/issue.service.ts'
import { loadIssues } from '../../work/issues/load.ts'
import { dropFavorites, returnFavorites } from '../favorites/favorite.service.ts'

type Plan = { id: string; project_id: string; workspace_id: string; archived_at: string | null }
type Held = Partial<Pick<Issue, 'cycle_id' | 'cycle_added_at' | 'module_ids'>>

export type PlanKind<P extends Plan> = {
  noun: 'cycle' | 'module'
  entity: Entity
  /** A deleted one of the project that the caller would see, under lock. */
  deleted: (work: Work, projectId: string, id: string) => Promise<P & Deleted>
  /** Refuses the archive to what is not over. */
  judgeOver: (work: Work, plan: P) => Promise<void>
  /** Refuses one whose days or name another has taken meanwhile. */
  judgeReturn: (work: Work, plan: P, from: 'archive' | 'deletion') => Promise<void>
  /** What goes into the archive with it (`at`), and comes out of it (null). */
  follow?: (work: Work, plan: P, at: string | null) => Promise<void>
  /** Its issues, in SQL and of one that is loaded. */
  whereIn: (rows: Knex.QueryBuilder, id: string) => void
  isIn: (issue: Issue, id: string) => boolean
  /** An issue that somebody puts in, or takes out. */
  putIn: (issue: Issue, id: string) => Held
  takeOut: (issue: Issue, id: string) => Held
  /** One that goes with the plan's deletion, and comes back with it; null where it is elsewhere by now. */
  letGo: (issue: Issue, id: string) => Held
  takeBack: (issue: Issue, id: string, now: string) => Held | null
  refusals: Record<'alreadyArchived' | 'notArchived' | 'archived' | 'mayNotRestore', ErrorCode>
}

export const planLife = <P extends Plan>(kind: PlanKind<P>) => {
  const { noun, entity, refusals } = kind

  const setArchived = async (work: Work, plan: P, at: string | null) => {
    await update(work, entity, plan, { archived_at: at, archived_by: at && work.viewer.id })
    await kind.follow?.(work, plan, at)
  }

  const archive = async (work: Work, plan: P): Promise<{ archived_at: string }> => {
    if (plan.archived_at) fail(refusals.alreadyArchived)
    await kind.judgeOver(work, plan)
    await dropFavorites(work, noun, [plan.id])
    await setArchived(work, plan, work.now)
    return { archived_at: work.now }
  }

  const unarchive = async (work: Work, plan: P): Promise<void> => {
    if (!plan.archived_at) fail(refusals.notArchived)
    await kind.judgeReturn(work, plan, 'archive')
    await setArchived(work, plan, null)
    await returnFavorites(work, noun, [plan.id], plan.archived_at)
  }

  /** Its issues stay, and it remembers them for its way back. Issues of an archived module do not show it. */
  const remove = async (work: Work, plan: P): Promise<void> => {
    followsFromElsewhere(work)
    const issues = await locked(work, Issue, rows => kind.whereIn(rows, plan.id))
    await putInto(
      work,
      issues.map(issue => ({ issue, values: kind.letGo(issue, plan.id) })),
    )
    await dropFavorites(work, noun, [plan.id])
    await removeLetting(
      work,
      entity,
      plan,
      issues.map(({ id }) => id),
    )
  }

  /** Brings a deleted one back with its issues. The right to delete it includes this. */
  const restore = async (work: Work, projectId: string, id: string): Promise<void> => {
    const row = await kind.deleted(work, projectId, id)
    if (!can(work.viewer, `${noun}.delete`, row, { workspace: row.workspace_id, project: projectId }))
      fail(refusals.mayNotRestore)
    await kind.judgeReturn(work, row, 'deletion')
    followsFromElsewhere(work)
    await bringBack(work, entity, row)
    const issues = await locked(work, Issue, rows =>
      rows.where('project_id', projectId).whereIn('id', row.let_go),
    )
    await putInto(
      work,
      issues.flatMap(issue => {
        const values = kind.takeBack(issue, id, work.now)
        return values ? { issue, values } : []
      }),
    )
    await returnFavorites(work, noun, [id], String(row.deleted_at))
  }

  const add = async (work: Work, plan: P, ids: string[]): Promise<void> => {
    if (plan.archived_at) fail(refusals.archived)
    if (ids.length === 0) fail('issue.listIdsRequired')
    const place = { workspace: plan.workspace_id, project: plan.project_id }
    const issues = await loadIssues(work, ids, place, `${noun}.fill`)
    await updateIssues(
      work,
      plan.project_id,
      issues
        .filter(issue => !kind.isIn(issue, plan.id))
        .map(issue => ({ issue, values: kind.putIn(issue, plan.id) })),
    )
  }

  const takeOut = async (work: Work, plan: P, issueId: string): Promise<void> => {
    if (plan.archived_at) fail(refusals.archived)
    const [issue] = await lockedSeen(work, Issue, {
      id: issueId,
      project_id: plan.project_id,
      active: true,
    })
    if (!issue || !kind.isIn(issue, plan.id)) return
    await updateIssues(work, plan.project_id, [{ issue, values: kind.takeOut(issue, plan.id) }])
  }

  return { archive, unarchive, remove, restore, add, takeOut }
}
