import type { HerePlace } from '#contract/changes.ts'
import { getRow } from '../../data/rows.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { issueKey } from '../fields/rowProps.ts'
import { useOthersAt } from './here.ts'

const VERBS = { reads: 'reading', edits: 'editing', moves: 'moving' }

/** The others at a place, each with what they do, for its header. */
export const useOthers = (kind: HerePlace['kind'], id: string | null) => {
  const others = useOthersAt(kind, id)
  const people = useRowsOf(
    'user',
    others.map(other => other.id),
  )
  return people.map(person => {
    const at = others.find(other => other.id === person.id)?.at
    const issue = at && getRow('issue', at.issue)
    const project = issue && getRow('project', issue.project_id)
    return project
      ? { ...person, doing: `${VERBS[at.doing]} ${issueKey(project.identifier, issue)}` }
      : person
  })
}
