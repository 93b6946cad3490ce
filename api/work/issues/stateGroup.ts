import { Issue } from '#contract/work/issues.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { followsFromElsewhere } from '../activity/record.ts'

type State = { id: string; group: string }

/** The columns that a state sets in an issue's row: the time of completion is that of entering the completed group. */
export const inState = (work: Work, issue: Issue, state: State): Partial<Issue> => ({
  state_id: state.id,
  state__group: state.group,
  completed_at: state.group === 'completed' ? (issue.completed_at ?? work.now) : null,
})

/** Is any issue in the state, be it archived or waiting at the intake? */
export const isStateInUse = async (work: Work, stateId: string): Promise<boolean> =>
  (await work.trx('issues').where('state_id', stateId).whereNull('deleted_at').first('id')) !== undefined

/** Puts issues, loaded under lock, into a state. */
export const putInState = async (work: Work, issues: Issue[], state: State): Promise<void> => {
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: inState(work, before, state) })),
  )
}

/** Gives the issues of a state another one, the archived and those of the intake too; answers them as they were. */
export const moveIssues = async (work: Work, fromId: string, state: State): Promise<Issue[]> => {
  followsFromElsewhere(work)
  const issues = await locked(work, Issue, { state_id: fromId })
  await putInState(work, issues, state)
  return issues
}

/**
 * Puts issues back into the state that they were taken from, each with its time of completion; not those that moved on
 * since.
 */
export const returnIssues = async (
  work: Work,
  fromId: string,
  state: State,
  ends: ReadonlyMap<string, string>,
): Promise<void> => {
  followsFromElsewhere(work)
  const issues = await locked(work, Issue, rows =>
    rows.where('state_id', fromId).whereIn('id', [...ends.keys()]),
  )
  await updateAll(
    work,
    Issue,
    issues.map(before => {
      const completed_at = ends.get(before.id) || before.completed_at
      return { before, patch: inState(work, { ...before, completed_at }, state) }
    }),
  )
}

/** Takes the issues of a state along when it changes its group. */
export const regroupIssues = async (work: Work, state: State): Promise<void> =>
  putInState(work, await locked(work, Issue, { state_id: state.id }), state)
