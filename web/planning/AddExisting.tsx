import { type Cycle, cycleRoutes } from '#contract/planning/cycles.ts'
import { type Module, moduleRoutes } from '#contract/planning/modules.ts'
import type { Issue } from '#contract/work/issues.ts'
import { isDoneAndTold } from '../data/mutate.ts'
import { getRow } from '../data/rows.ts'
import { remember } from '../data/undo.ts'
import { here } from '../data/viewer.ts'
import { IssueSearch } from '../issues/acts/IssueSearch.tsx'
import { changeIssues } from '../issues/acts/issueActions.ts'

type Target = { kind: 'cycle'; row: Cycle } | { kind: 'module'; row: Module }

// Told, since what takes them out again reads their rows, and not all of these are here yet.
const add = ({ kind, row }: Target, issues: readonly string[]) => {
  const params = { ws: here().slug, p: row.project_id }
  const given = { body: { issues }, id: row.id, patch: {}, failure: 'The issues were not added.' }
  return kind === 'cycle'
    ? isDoneAndTold({
        ...given,
        entity: 'cycle',
        route: cycleRoutes.addIssues,
        params: { ...params, cycleId: row.id },
      })
    : isDoneAndTold({
        ...given,
        entity: 'module',
        route: moduleRoutes.addIssues,
        params: { ...params, moduleId: row.id },
      })
}

const takeOut = ({ kind, row }: Target, ids: readonly string[]) =>
  changeIssues(
    ids.flatMap(id => getRow('issue', id) ?? []),
    (issue: Issue) =>
      kind === 'cycle' ? { cycle_id: null } : { module_ids: issue.module_ids.filter(id => id !== row.id) },
    { within: true },
  )

type AddExistingProps = { target: Target; onClose: () => void }

/** Puts issues that are there already into a cycle or module. */
export const AddExisting = ({ target, onClose }: AddExistingProps) => {
  const { kind, row } = target
  return (
    <IssueSearch
      issue={{ project_id: row.project_id }}
      what={kind === 'cycle' ? 'cycle' : `module ${row.id}`}
      title={`Add issues to ${row.name}`}
      confirm="Add"
      here
      onPick={found => {
        const ids = found.map(one => one.id)
        remember({
          message: `${ids.length === 1 ? '1 issue' : `${ids.length} issues`} added to ${row.name}`,
          sent: add(target, ids),
          back: () => takeOut(target, ids),
          again: () => add(target, ids),
        })
      }}
      onClose={onClose}
    />
  )
}
