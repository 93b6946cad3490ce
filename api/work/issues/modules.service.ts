/** The modules that issues show: those that hold them and are not archived. The links report archived ones, too. */

import type { Knex } from 'knex'
import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { lockRows } from '../../db/order.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../activity/record.ts'

/** The issues of a module, archived or not. */
export const inModule = (rows: Knex.QueryBuilder, moduleId: string, table = 'issues') => {
  rows.whereRaw('??.id in (select issue_id from issue_modules where module_id = ?)', [table, moduleId])
}

/** Takes a module off its issues as it goes to the archive, or shows it on them again: they stay in it. */
export const showModule = async (work: Work, moduleId: string, isShown: boolean): Promise<void> => {
  const issues = await locked(work, Issue, rows => inModule(rows, moduleId))
  followsFromElsewhere(work)
  await updateAll(
    work,
    Issue,
    issues.map(before => {
      const others = before.module_ids.filter(id => id !== moduleId)
      return { before, patch: { module_ids: isShown ? [...others, moduleId] : others } }
    }),
  )
}

/** The modules that each of these issues shows after a restore or an archiving; those it showed stay first. */
export const shownModules = async (work: Work, issues: Issue[]): Promise<Map<string, string[]>> => {
  // Archiving a module and adding issues to it wait for each other.
  const rows = await lockRows<{ issue_id: string; id: string }>(
    work,
    'modules',
    trx =>
      trx('issue_modules as link')
        .join('modules', 'modules.id', 'link.module_id')
        .whereIn(
          'link.issue_id',
          issues.map(({ id }) => id),
        )
        .whereNull('modules.deleted_at')
        .whereNull('modules.archived_at')
        .select('link.issue_id', 'modules.id'),
    'keep',
  )
  const linked = Map.groupBy(rows, row => row.issue_id)
  return new Map(
    issues.map(({ id, module_ids }) => {
      const live = (linked.get(id) ?? []).map(row => row.id)
      return [
        id,
        [...module_ids.filter(one => live.includes(one)), ...live.filter(one => !module_ids.includes(one))],
      ]
    }),
  )
}
