import { proxy, ref, useSnapshot } from 'valtio'
import type { Action } from '#contract/permissions.ts'
import { can } from '#contract/permissions.ts'
import type { Place, Row, Viewer } from '#contract/rules.ts'

const state = proxy<{ viewer: Viewer | null; workspaceId: string; slug: string }>({
  viewer: null,
  workspaceId: '',
  slug: '',
})

export const setViewer = (viewer: Viewer, workspaceId: string, slug: string) => {
  state.viewer = ref(viewer)
  state.workspaceId = workspaceId
  state.slug = slug
}

export const viewer = () => state.viewer
export const here = () => ({ workspaceId: state.workspaceId, slug: state.slug })
export const useHere = () => useSnapshot(state)

/** Does the person see all issues of a project, or of every project that they are in? Guests may see only their own. */
export const seesAll = (project: string | null): boolean => {
  const joined = state.viewer?.projects ?? {}
  return project ? joined[project]?.sees_all !== false : Object.values(joined).every(one => one.sees_all)
}

/** The same as `may`, for components: they redraw with the person's rights. */
export const useMay = () => {
  const { viewer: seen } = useSnapshot(state)
  return (action: Action, row: Row, place: Place): boolean => seen !== null && can(seen, action, row, place)
}

/** May the person at this browser do this? The server's own rules, so that nothing is offered that would be refused. */
export const may = (action: Action, row: Row, place: Place): boolean =>
  state.viewer !== null && can(state.viewer, action, row, place)
