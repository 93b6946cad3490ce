/** What was in a place at the end of a day of the past, read backwards: what the first change since then changed. */
import type { Scope } from '#contract/lists/issueQuery.ts'

type Test = [sql: string, bindings: readonly unknown[]]

/** The end of a day of the project; the day is a binding. */
const END = `(select (?::date + 1)::timestamp at time zone there.timezone from projects there
  where there.id = issues.project_id)`

type Entry = { value: string; field: string; join?: string; about?: string }
// Of the first entry since then about a field; null where nothing has changed.
const since = ({ value, field, join = '', about = '' }: Entry) =>
  `(select ${value} from issue_activities a ${join}
     where a.issue = issues.id and a.field = '${field}' and a.deleted_at is null and a.created_at >= ${END} ${about}
     order by a.created_at, a.id limit 1)`

const ARCHIVED = since({ value: 'a.old_value', field: 'archived_at' })
const LIVED = since({ value: 'a.verb', field: 'issue' })
const GROUP = since({ value: 's."group"', field: 'state', join: 'join states s on s.id = a.old_identifier' })

/** Did the issue live then, and was it not completed? */
export const leftOn = (day: string): Test => [
  `issues.created_at < ${END} and coalesce(${ARCHIVED}, '') <> 'archive' and coalesce(${LIVED}, '') <> 'restored'
   and coalesce(${GROUP}, issues.state__group) <> 'completed'`,
  [day, day, day, day],
]

const memberships = {
  cycle: { field: 'cycles', now: 'issues.cycle_id = ?', about: '' },
  module: {
    field: 'modules',
    now: 'issues.id in (select issue_id from issue_modules where module_id = ?)',
    about: 'and ? in (a.old_identifier, a.new_identifier)',
  },
}

/** The issues that were in a cycle or module then, wherever they are now. */
export const heldOn = ({ in: kind, id }: Extract<Scope, { in: 'cycle' | 'module' }>, day: string): Test => {
  const { field, now, about } = memberships[kind]
  const was = since({ value: 'coalesce(a.old_identifier = ?, false)', field, about })
  return [
    `(${now} or issues.id in (select gone.issue from issue_activities gone
        where gone.old_identifier = ? and gone.field = '${field}' and gone.deleted_at is null))
     and coalesce(${was}, ${now}, false)`,
    [id, id, id, day, ...(about ? [id] : []), id],
  ]
}
