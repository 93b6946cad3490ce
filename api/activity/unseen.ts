import type { Knex } from 'knex'
import type { Activity } from '#contract/activity.ts'
import { Issue } from '#contract/issues.ts'
import { readRules } from '#contract/permissions.ts'
import { relationTypes } from '#contract/relations.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { whereRule } from '../db/visible.ts'

const NAMING: ReadonlySet<string | null> = new Set(['parent', ...relationTypes])
/** Stands for a name: clients tell "set" from "taken away" by whether there is one. */
const SOME_ISSUE = '…'

// Deleted ones are judged as they were: their keys are no news to who saw them.
const unseenAmong = async (trx: Knex, viewer: ServerViewer, ids: string[]): Promise<Set<string>> => {
  const known = (rows: Knex.QueryBuilder) => rows.whereIn('id', ids).pluck('id') as Promise<string[]>
  const seen = new Set(
    await known(trx('issues').where(inner => whereRule(inner, Issue, readRules.issue, viewer))),
  )
  return new Set((await known(trx('issues'))).filter(id => !seen.has(id)))
}

/** A history as its reader may know it: other issues that they do not see are not named. */
export const withoutUnseen = async <R extends Activity>(
  trx: Knex,
  viewer: ServerViewer,
  rows: R[],
): Promise<R[]> => {
  const ids = rows.flatMap(row =>
    NAMING.has(row.field) ? [row.old_identifier, row.new_identifier].filter(id => id !== null) : [],
  )
  const unseen = ids.length > 0 ? await unseenAmong(trx, viewer, [...new Set(ids)]) : new Set()
  if (unseen.size === 0) return rows
  return rows.map(row => {
    if (!NAMING.has(row.field)) return row
    const isOld = unseen.has(row.old_identifier)
    // A relation has one other end, whichever of its values says so.
    const isNew = row.field === 'parent' ? unseen.has(row.new_identifier) : isOld
    return {
      ...row,
      ...(isOld ? { old_identifier: null, old_value: row.old_value && SOME_ISSUE } : {}),
      ...(isNew ? { new_identifier: null, new_value: row.new_value && SOME_ISSUE } : {}),
    }
  })
}
