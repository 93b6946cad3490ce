/** The actions on a project's states. */
import { type StateGroup, stateGroups, stateRoutes } from '#contract/work/states.ts'
import type { BodyOf } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone } from '../../data/mutate.ts'
import { here } from '../../data/viewer.ts'
import { placeBeside } from '../../settings/rows/places.ts'
import { kept } from '../../settings/settingsProject.ts'

export type State = RowTypes['state']

export const groupNames: Record<StateGroup, string> = {
  backlog: 'Backlog',
  unstarted: 'Unstarted',
  started: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const statesByGroup = (states: readonly State[]) =>
  stateGroups.map(group => ({
    group,
    rows: states.filter(state => state.group === group).sort((a, b) => a.sequence - b.sequence),
  }))

const STEP = 15_000
const paramsOf = ({ project_id, id }: State) => ({ ws: here().slug, p: project_id, stateId: id })

type Patch = BodyOf<typeof stateRoutes.update>

export const changeState = (state: State, patch: Patch): Promise<boolean> =>
  kept(
    isDone({
      entity: 'state',
      route: stateRoutes.update,
      params: paramsOf(state),
      body: patch,
      id: state.id,
      patch,
      failure: 'The state was not changed.',
    }),
  )

/** Puts a state beside another, which may be of another group, or at the end of a group. */
export const moveState = (
  states: readonly State[],
  state: State,
  group: string,
  target: string | null,
  edge: 'before' | 'after',
) => {
  const rows = states
    .filter(one => one.group === group)
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id, sequence }) => ({ id, at: sequence }))
  const sequence = placeBeside(rows, state.id, target, edge, STEP)
  return changeState(state, { sequence, ...(group !== state.group && { group: group as StateGroup }) })
}

export const addState = (projectId: string, group: StateGroup, name: string, color: string) =>
  kept(
    isDone({
      entity: 'state',
      route: stateRoutes.create,
      params: { ws: here().slug, p: projectId },
      body: { name, color, group },
      patch: {
        name,
        color,
        group,
        description: '',
        default: false,
        sequence: Number.MAX_SAFE_INTEGER,
        project_id: projectId,
      },
      failure: 'The state was not added.',
    }),
  )

export const makeDefault = (state: State, former: State | undefined) => {
  const sent = isDone({
    entity: 'state',
    route: stateRoutes.markDefault,
    params: paramsOf(state),
    id: state.id,
    patch: { default: true },
    failure: former ? `${former.name} stays the default.` : 'The default was not changed.',
  })
  return kept(sent)
}

const life = lifeOf({
  entity: 'state',
  noun: 'state',
  nameOf: ({ name }) => name,
  params: paramsOf,
  routes: () => stateRoutes,
  follow: kept,
})
export const deleteState = (state: State, next: string | null) =>
  life.removeAll([state], next ? { body: { new_state_id: next } } : {})
