/** The issues of a cycle, and its ways into the archive, away and back. */
import { fail } from '#contract/errors.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { deletedIn } from '../../db/letGo.ts'
import { planLife } from '../plans/planLife.service.ts'
import { judgeCycleDates, statusAt } from './cycle.service.ts'

export const cycleLife = planLife<Cycle>({
  noun: 'cycle',
  entity: Cycle,
  deleted: (work, projectId, id) => deletedIn(work, Cycle, projectId, id),
  judgeOver: async (work, cycle) => {
    if ((await statusAt(work, cycle)) !== 'completed') fail('cycle.notOver')
  },
  // Of one that comes back into the archive they are judged when it leaves that.
  judgeReturn: async (work, cycle, from) => {
    if (from === 'archive' || !cycle.archived_at)
      await judgeCycleDates(work, cycle.project_id, cycle, cycle.id)
  },
  whereIn: (rows, id) => rows.where({ cycle_id: id }),
  isIn: (issue, id) => issue.cycle_id === id,
  putIn: (_, id) => ({ cycle_id: id }),
  takeOut: () => ({ cycle_id: null }),
  // With the cycle's way back they came when they did.
  letGo: issue => ({ cycle_id: null, cycle_added_at: issue.cycle_added_at }),
  takeBack: (issue, id, now) =>
    issue.cycle_id ? null : { cycle_id: id, cycle_added_at: issue.cycle_added_at ?? now },
  refusals: {
    alreadyArchived: 'cycle.alreadyArchived',
    notArchived: 'cycle.notArchived',
    archived: 'cycle.archived',
    mayNotRestore: 'cycle.foreignDelete',
  },
})
