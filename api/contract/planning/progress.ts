/** The progress of a cycle or module: its issues by group of states, in issues and in points of estimates. */
import { z } from 'zod'
import { datetime, entity, id, revision } from '../define.ts'
import { onProject, unlessArchived } from '../rules.ts'
import type { StateGroup } from '../work/states.ts'

const count = z.number().int()

/** All that is in them counts, also what a guest does not see. Points are those of estimates of type `points`. */
export const IssueTotals = z.object({
  total_issues: count,
  /** Those of them that have a parent. */
  sub_issues: count,
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
  total_estimate_points: z.number(),
  backlog_estimate_points: z.number(),
  unstarted_estimate_points: z.number(),
  started_estimate_points: z.number(),
  completed_estimate_points: z.number(),
  cancelled_estimate_points: z.number(),
})
export type IssueTotals = z.infer<typeof IssueTotals>

export const measures = ['issues', 'estimate_points'] as const
export type Measure = (typeof measures)[number]
export const totalOf = <G extends StateGroup | 'total', M extends Measure>(group: G, measure: M) =>
  `${group}_${measure}` as const

// Kept with every change of an issue, so that lists of cycles and modules move without asking. A row has the id of its
// cycle or module, is archived and deleted with it, and is read by the same rule.
const kept = {
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'snapshot',
  read: unlessArchived(onProject),
} as const
const shape = {
  id,
  project_id: id,
  workspace_id: id,
  archived_at: datetime.nullable(),
  ...IssueTotals.shape,
  /** Everybody assigned to one of the issues. */
  assignee_ids: z.array(id),
  ...revision,
}

export const CycleProgress = entity({
  ...kept,
  name: 'cycle_progress',
  table: 'cycle_progress',
  shape: {
    ...shape,
    /** The contents at the end of its first day: all later issues count as added. */
    begin_issues: count,
    begin_estimate_points: z.number(),
  },
})
export const ModuleProgress = entity({ ...kept, name: 'module_progress', table: 'module_progress', shape })
export type Progress = z.infer<typeof ModuleProgress.schema>
