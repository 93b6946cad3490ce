import type { Knex } from 'knex'
import { placeOf } from '#contract/define.ts'
import { holds, type Row, type Viewer } from '#contract/rules.ts'
import type { Activity } from '#contract/work/activity.ts'
import { Issue } from '#contract/work/issues.ts'
import { relationTypes } from '#contract/work/relations.ts'

const NAMING: ReadonlySet<string | null> = new Set(['parent', ...relationTypes])
/** Stands for a name: clients tell "set" from "taken away" by whether there is one. */
const SOME_ISSUE = '…'

export type Naming = Pick<Activity, 'field' | 'old_value' | 'new_value' | 'old_identifier' | 'new_identifier'>
/** Issues by id, deleted ones as they were: a reader who saw them knows their keys. */
export type NamedIssues = ReadonlyMap<string | null, Row>

/** The other issues that a history names: its readers are judged by these. */
export const namedIssues = async (trx: Knex, rows: readonly Naming[]): Promise<NamedIssues> => {
  const ids = rows.flatMap(row =>
    NAMING.has(row.field) ? [row.old_identifier, row.new_identifier].filter(id => id !== null) : [],
  )
  if (ids.length === 0) return new Map()
  const issues = await trx('issues').whereIn('id', ids).select<Issue[]>(Issue.columns)
  return new Map(issues.map(issue => [issue.id, issue]))
}

/** An entry of a history as its reader may know it: other issues that they do not see are not named. */
export const withoutUnseen = <R extends Naming>(viewer: Viewer, named: NamedIssues, row: R): R => {
  if (named.size === 0 || !NAMING.has(row.field)) return row
  const isUnseen = (id: string | null) => {
    const issue = named.get(id)
    return issue !== undefined && !holds(Issue.read, viewer, issue, placeOf(Issue, issue))
  }
  const isOld = isUnseen(row.old_identifier)
  // A relation has one other end, whichever of its values says so.
  const isNew = row.field === 'parent' ? isUnseen(row.new_identifier) : isOld
  return {
    ...row,
    ...(isOld ? { old_identifier: null, old_value: row.old_value && SOME_ISSUE } : {}),
    ...(isNew ? { new_identifier: null, new_value: row.new_value && SOME_ISSUE } : {}),
  }
}
