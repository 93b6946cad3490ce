/** The permission table: the actions of all rooms as one, and `can`, which asks it. */
import { fileActions } from './files/actions.ts'
import { planningActions } from './planning/actions.ts'
import { holds, type Place, type Row, type Rule, type Viewer } from './rules.ts'
import { textActions } from './text/actions.ts'
import { workActions } from './work/actions.ts'
import { workspaceActions } from './workspace/actions.ts'

/** Action of a route -> rule over the row acted on, or over the place when the call creates or lists. */
export const actionRules = {
  ...workspaceActions,
  ...workActions,
  ...planningActions,
  ...textActions,
  ...fileActions,
} satisfies Record<string, Rule>

export type Action = keyof typeof actionRules

/** May the viewer take this action here? */
export const can = (viewer: Viewer, action: Action, row: Row, place: Place) =>
  holds(actionRules[action], viewer, row, place)
