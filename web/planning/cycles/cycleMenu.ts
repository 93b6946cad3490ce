/** The entries of a cycle's menu, in the list and on its page. */
import type { Cycle } from '#contract/planning/cycles.ts'
import { here } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { planEntries } from '../planMenu.ts'
import {
  archiveCycle,
  deleteCycle,
  mayArchiveCycle,
  mayChangeCycle,
  mayDeleteCycle,
  mayRemoveCycle,
  restoreCycle,
} from './cycleActions.ts'
import { statusOf } from './cycleRows.ts'

export const cycleAddress = ({ id, project_id }: Cycle) =>
  to('cycle', { slug: here().slug, projectId: project_id, cycleId: id })

export const cycleEntries = (cycle: Cycle): MenuEntry[] =>
  planEntries({
    kind: 'cycle',
    row: cycle,
    href: cycleAddress(cycle),
    edit: mayChangeCycle(cycle)
      ? () => openCycleForm({ projectId: cycle.project_id, cycleId: cycle.id })
      : null,
    archive: mayArchiveCycle(cycle) ? () => archiveCycle(cycle) : null,
    restore: () => restoreCycle(cycle),
    remove: (cycle.archived_at ? mayRemoveCycle(cycle) : mayDeleteCycle(cycle))
      ? () => deleteCycle(cycle)
      : null,
    kept: statusOf(cycle) !== 'completed' && 'Only a completed cycle can be archived',
  })
