import { proxy, ref, useSnapshot } from 'valtio'
import type { Module } from '#contract/planning/modules.ts'
import type { IssueChange } from '#contract/work/issues.ts'

type ModuleStatus = Module['status']

/** The first values of a new issue's form. */
export type IssueForm = {
  projectId?: string
  values?: IssueChange
  description?: string
  /** The draft that it continues. */
  draftId?: string
}
/** The cycle or module of the form; without an id a new one. */
export type PlanForm = {
  projectId: string
  cycleId?: string
  moduleId?: string
  start?: string
  status?: ModuleStatus
}
/** The first values of a view's form. */
export type ViewForm = {
  /** Null: a view of the workspace. */
  projectId: string | null
  /** The one that is changed. */
  viewId?: string
  name?: string
  /** How the list is looked at that is to be kept. */
  look?: { params: Record<string, string>; hidden: readonly string[] }
  /** After the view was saved, and before it is opened. */
  onSaved?: () => void
}
/** The figures of one project, cycle or module. */
export type ScopeOfFigures = { projectId: string; name: string } & (
  | { in: 'project' }
  | { in: 'cycle' | 'module'; id: string }
)
type Overlay =
  | 'commands'
  | 'keys'
  | 'news'
  | 'issue'
  | 'project'
  | 'leave'
  | 'cycle'
  | 'module'
  | 'view'
  | 'analytics'
// Kept as it is given: nothing in it changes while the form is open.
const kept = (form: IssueForm): IssueForm => ref(form)
const noView: ViewForm = ref({ projectId: null })
const state = proxy<{
  open: Overlay | null
  form: IssueForm
  plan: PlanForm | null
  view: ViewForm
  figures: ScopeOfFigures | null
}>({
  open: null,
  form: kept({}),
  plan: null,
  view: noView,
  figures: null,
})

/** One at a time, from wherever: a key, a button, a command. */
export const openOverlay = (overlay: Overlay | null) => {
  state.form = kept({})
  state.open = overlay
}
export const openIssueForm = (form: IssueForm = {}) => {
  state.form = kept(form)
  state.open = 'issue'
}
export const openViewForm = (form: ViewForm) => {
  state.view = ref(form)
  state.open = 'view'
}
export const openAnalytics = (scope: ScopeOfFigures) => {
  state.figures = ref(scope)
  state.open = 'analytics'
}
/** Asks whether somebody wants to leave a project; without one, the workspace. */
export const openLeave = (projectId?: string) => {
  state.form = kept(projectId ? { projectId } : {})
  state.open = 'leave'
}

const openPlan = (overlay: 'cycle' | 'module') => (form: PlanForm) => {
  state.plan = ref(form)
  state.open = overlay
}
export const openCycleForm = openPlan('cycle')
export const openModuleForm = openPlan('module')

export const isOverlayOpen = () => state.open !== null
export const useOverlay = () => useSnapshot(state).open
export const useViewForm = () => useSnapshot(state).view as ViewForm
export const useIssueForm = () => useSnapshot(state).form as IssueForm
export const usePlanForm = () => useSnapshot(state).plan as PlanForm | null
export const useFigures = () => useSnapshot(state).figures as ScopeOfFigures | null
