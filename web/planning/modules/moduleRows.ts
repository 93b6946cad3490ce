/** Modules of a project, and the rights to them. */
import { keysOf } from '#contract/keys.ts'
import type { Module, moduleStatuses } from '#contract/planning/modules.ts'
import { getRows, madeOf } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import type { Measure } from '../progress/totals.ts'
import type { Moves } from '../usePlaces.ts'

export type ModuleStatus = (typeof moduleStatuses)[number]

/** The modules of a project in their groups, as list, board and timeline draw them. */
export type ModulesShown = {
  projectId: string
  groups: readonly { status: ModuleStatus; modules: readonly Module[] }[]
  measure: Measure
  today: string
  favorites: ReadonlySet<string>
  mayCreate: boolean
  /** What puts one elsewhere, in manual order. */
  moves: Moves
  /** Folded groups. */
  shut: ReadonlySet<string>
  toggle: (status: string) => void
  /** The chosen ones; the list alone chooses. */
  chosen: readonly string[]
}

export const statusNames: Record<ModuleStatus, string> = {
  'in-progress': 'In progress',
  planned: 'Planned',
  backlog: 'Backlog',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
/** Modules in progress come first. */
export const statusOrder = keysOf(statusNames)

/** Archived ones as well. */
export const modulesIn = madeOf(['module'], (projectId: string): readonly Module[] =>
  getRows('module').filter(module => module.project_id === projectId),
)

const placeOf = ({ workspace_id, project_id }: Module) => ({ workspace: workspace_id, project: project_id })
export const mayChangeModule = (module: Module) =>
  !module.archived_at && may('module.update', module, placeOf(module))
export const mayArchiveModule = (module: Module) => may('module.archive', module, placeOf(module))
export const mayRemoveModule = (module: Module) => may('module.delete', module, placeOf(module))
export const mayFillModule = (module: Module) =>
  !module.archived_at && may('module.fill', module, placeOf(module))

export const isOver = ({ status }: Pick<Module, 'status'>) => status === 'completed' || status === 'cancelled'
