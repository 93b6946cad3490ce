/** The actions on a saved view; each shows at once, and most can be undone. */
import { type View, viewRoutes } from '#contract/planning/views.ts'
import { isPublic as isPublicRow } from '#contract/text/pages.ts'
import { toggleFavorite } from '../data/favorites.ts'
import { lifeOf } from '../data/life.ts'
import { isDone, mutate } from '../data/mutate.ts'
import { remember } from '../data/undo.ts'
import { here, may } from '../data/viewer.ts'
import type { Storing } from '../issues/view/storedView.ts'
import { copyText } from '../ui/copy.ts'
import { viewAddress } from './viewAddress.ts'

type ViewAction = 'view.update' | 'view.lock' | 'view.access' | 'view.delete' | 'view.favor'
export const mayView = (action: ViewAction, view: View) =>
  may(action, view, { workspace: view.workspace, project: view.project })

/** May this person keep a view of their own where this one is? */
export const mayCreateBeside = ({ workspace, project }: Pick<View, 'workspace' | 'project'>) =>
  may(project ? 'view.create' : 'view.createAcross', {}, { workspace, project })

export const isPublic = ({ access }: Pick<View, 'access'>) => isPublicRow({ access, entity: 'view' })

export const copyViewLink = (view: View) => copyText(location.origin + viewAddress(view), 'Link')

const ofProject = (view: View, project: string) => ({ ws: here().slug, p: project, viewId: view.id })
const ofWorkspace = (view: View) => ({ ws: here().slug, viewId: view.id })

type Act = 'lock' | 'unlock' | 'setAccess'
/** The call of a project's view, or of the workspace's. */
const act = (
  view: View,
  name: Act,
  given: { patch: Partial<View>; body?: Record<string, unknown>; failure: string },
) => {
  const rest = { ...given, entity: 'view' as const, id: view.id }
  return view.project
    ? isDone({ ...rest, route: viewRoutes[name], params: ofProject(view, view.project) })
    : isDone({ ...rest, route: viewRoutes[`${name}Across`], params: ofWorkspace(view) })
}

const lock = (view: View, isLocked: boolean) =>
  act(view, isLocked ? 'lock' : 'unlock', {
    patch: { is_locked: isLocked },
    failure: `The view was not ${isLocked ? 'locked' : 'unlocked'}.`,
  })
export const toggleLock = (view: View) => void lock(view, !view.is_locked)

const setAccess = (view: View, access: number) =>
  act(view, 'setAccess', {
    body: { access },
    patch: { access },
    failure: 'Its visibility was not changed.',
  })

export const toggleAccess = (view: View) => {
  const [before, after] = isPublic(view) ? [1, 0] : [0, 1]
  remember(
    {
      message: after === 1 ? `Everyone can now see ${view.name}` : `Only you can now see ${view.name}`,
      sent: setAccess(view, after),
      back: () => setAccess(view, before),
      again: () => setAccess(view, after),
    },
    { tell: true },
  )
}

const life = lifeOf({
  entity: 'view',
  noun: 'view',
  nameOf: ({ name }) => name,
  params: view => (view.project ? ofProject(view, view.project) : ofWorkspace(view)),
  routes: view =>
    view.project ? viewRoutes : { remove: viewRoutes.removeAcross, restore: viewRoutes.restoreAcross },
})
export const deleteView = (view: View) => life.removeAll([view])

/** Saves the list's display for everyone. The changes here stay until that is stored. */
export const saveLook = async (view: View, stored: Storing): Promise<boolean> => {
  const given = {
    entity: 'view' as const,
    id: view.id,
    patch: {},
    body: { ...stored },
    failure: 'The view was not changed.',
  }
  const saved = view.project
    ? await mutate({ ...given, route: viewRoutes.update, params: ofProject(view, view.project) })
    : await mutate({ ...given, route: viewRoutes.updateAcross, params: ofWorkspace(view) })
  return saved !== undefined
}

export const toggleFavoriteView = ({ id, project }: View) =>
  void toggleFavorite({ type: 'view', id, project })
