import { isActive } from '#contract/lists/issueQuery.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { Note } from './note.ts'

/** A cell of the kept counts, and by how much it changes. */
type Step = {
  scope: string
  project_id: string
  state_id: string
  state__group: string
  priority: string
  estimate_point: string | null
  has_parent: boolean
  total: number
}

/** The columns of an issue by which issues are counted as they change. */
export const TALLIED = [
  'project_id',
  'state_id',
  'state__group',
  'priority',
  'estimate_point',
  'has_parent',
] as const

/** The steps by which a transaction's notes change the counts of issues: minus the old row, plus the new one. */
export const talliesOf = (notes: readonly Note[]): Step[] => {
  const steps = new Map<string, Step>()
  const count = (scope: string, issue: Issue, by: number) => {
    if (!isActive(issue)) return
    const cell = { ...issue, has_parent: issue.parent_id !== null }
    const key = TALLIED.map(name => cell[name]).join()
    const step = steps.get(key) ?? { scope, ...pick(cell), total: 0 }
    step.total += by
    steps.set(key, step)
  }
  for (const { entity, scope, row, before } of notes) {
    if (entity !== 'issue') continue
    if (before) count(scope, { ...row, ...before } as Issue, -1)
    count(scope, row as Issue, 1)
  }
  return [...steps.values()].filter(({ total }) => total !== 0)
}

const pick = (cell: Omit<Step, 'scope' | 'total'>) =>
  Object.fromEntries(TALLIED.map(name => [name, cell[name]])) as Omit<Step, 'scope' | 'total'>

/**
 * Adds the steps to the kept counts, as a part of the statement that raises the counters: each row is written under the
 * lock of its workspace’s counter, so that nobody ever waits for one.
 */
export const TALLY = `insert into issue_tallies as kept (${TALLIED.join(', ')}, total)
  select ${TALLIED.map(name => `step.${name}`).join(', ')}, step.total
    from jsonb_to_recordset(:steps::jsonb) as step(scope uuid, project_id uuid, state_id uuid, state__group text,
           priority text, estimate_point uuid, has_parent boolean, total int)
    join counter on counter.scope_id = step.scope
  on conflict on constraint issue_tallies_once do update set total = kept.total + excluded.total`
