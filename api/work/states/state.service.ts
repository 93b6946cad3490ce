import type { Patch, RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import { bringBack, deletedIn, removeLetting } from '../../db/letGo.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { lastPlace, lockProject } from '../../workspace/projects/lock.ts'
import { changeDrafts } from '../drafts/draft.service.ts'
import { isStateInUse, moveIssues, regroupIssues, returnIssues } from '../issues/stateGroup.ts'

type StateRow = RowOf<typeof State>
const STEP = 15_000

export const createState = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  { default: isDefault = false, ...input }: Partial<StateRow>,
): Promise<StateRow> => {
  const state = await insert(work, State, {
    ...input,
    project_id: projectId,
    workspace_id: workspaceId,
    sequence: await lastPlace(work, { table: 'states', column: 'sequence', projectId, step: STEP }),
  })
  return isDefault ? markDefault(work, state) : state
}

const live = (work: Work, projectId: string) =>
  work.trx('states').where('project_id', projectId).whereNull('deleted_at')

/** Changes a state. A new group counts for all of its issues; each group keeps one state at least. */
export const updateState = async (
  work: Work,
  state: StateRow,
  { default: isDefault = false, ...patch }: Patch<StateRow>,
): Promise<StateRow> => {
  const isMoved = patch.group !== undefined && patch.group !== state.group
  if (isMoved) {
    await lockProject(work, state.project_id)
    const others = live(work, state.project_id).where('group', state.group).whereNot('id', state.id)
    if (!(await others.first('id'))) fail('state.lastOfGroup')
  }
  const after = await update(work, State, state, patch)
  if (isMoved) {
    await regroupIssues(work, after)
    // Whether it counts as started changes for every issue that once passed this state.
    if (state.group === 'started' || after.group === 'started')
      await work.trx.raw('select recount_starts(?)', [state.project_id])
  }
  // One ends to be it by naming another.
  return isDefault ? markDefault(work, after) : after
}

/** Issues begin in this state from now on, and in no other. */
export const markDefault = async (work: Work, state: StateRow): Promise<StateRow> => {
  await lockProject(work, state.project_id)
  const former = await lockedOne(work, State, { project_id: state.project_id, default: true })
  if (former?.id === state.id) return state
  // One after the other: two default states cannot be beside each other even for a moment.
  if (former) await update(work, State, former, { default: false })
  return update(work, State, state, { default: true })
}

// Locked, so that nobody deletes it before the issues are in it.
const successor = async (work: Work, state: StateRow, id: string): Promise<StateRow> => {
  const [found] = await locked(work, State, { id, project_id: state.project_id })
  return found && found.id !== state.id ? found : failFields({ new_state_id: [missingPk(id)] })
}

/**
 * Deletes a state. Its issues get the one that is named instead; where none is, it must hold none. Drafts are their
 * authors' alone and stop nobody: without another state they begin anew.
 */
export const deleteState = async (work: Work, state: StateRow, nextId?: string): Promise<void> => {
  const projectId = state.project_id
  await lockProject(work, projectId)
  if (state.default) fail('state.default')
  const next = nextId === undefined ? null : await successor(work, state, nextId)
  const moved = next ? await moveIssues(work, state.id, next) : []
  if (next === null && (await isStateInUse(work, state.id))) fail('state.inUse')
  if (!(await live(work, projectId).where('group', state.group).whereNot('id', state.id).first('id')))
    fail('state.lastOfGroup')
  const fallback = await live(work, projectId).where('default', true).first<{ id: string } | undefined>('id')
  await changeDrafts(
    work,
    projectId,
    rows => rows.where('state_id', state.id),
    () => ({ state_id: next?.id ?? fallback?.id ?? null }),
  )
  const [project] = await locked(work, Project, { id: projectId, default_state: state.id })
  if (project) await update(work, Project, project, { default_state: null })
  await removeLetting(
    work,
    State,
    state,
    moved.map(({ id }) => id),
    { let_go_to: next?.id ?? null, let_go_ends: moved.map(({ completed_at }) => completed_at ?? '') },
  )
}

/**
 * Brings a deleted state back. Issues that moved on since stay where they are; completed ones keep their time of
 * completion.
 */
export const restoreState = async (work: Work, projectId: string, id: string): Promise<void> => {
  await lockProject(work, projectId)
  const state = await deletedIn(work, State, projectId, id, ['let_go_to', 'let_go_ends'])
  const restored = await bringBack(work, State, state, { let_go_to: null, let_go_ends: [] })
  const { let_go, let_go_to, let_go_ends } = state
  if (typeof let_go_to !== 'string' || !Array.isArray(let_go_ends)) return
  await returnIssues(work, let_go_to, restored, new Map(let_go.map((one, at) => [one, let_go_ends[at]])))
}
