import { useNavigate } from 'react-router'
import { useSession } from '../data/session.ts'
import { redoLast, undoLast } from '../data/undo.ts'
import { useByVisit } from '../data/visits.ts'
import { noteWhatIsMeant } from '../issues/view/commandScope.ts'
import { to } from '../places/address.ts'
import { keyedPlaces, type Standpoint } from '../places/offers.ts'
import { type KeyMap, useKeys } from '../shell/keyboard.ts'
import { openOverlay } from '../shell/overlays.ts'
import { useCreations } from './standpoint.ts'

export const openCommands = () => {
  noteWhatIsMeant()
  openOverlay('commands')
}

/** The workspaces that are reached by a number: the first is this one, the second the one before. */
const NUMBERED = 9
export const keysOfWorkspace = (nth: number) => (nth < NUMBERED ? { keys: `g ${nth + 1}` } : {})

export const openKeys = () => openOverlay('keys')

/** Keys that work everywhere in a workspace. */
export const useWorkspaceKeys = (at: Standpoint) => {
  const go = useNavigate()
  const { onNewIssue, onNewProject, onNewCycle, onNewModule, onNewView, onNewPage } = useCreations(at)
  const workspaces: KeyMap = Object.fromEntries(
    useByVisit(useSession().workspaces).flatMap(({ name, slug }, nth) => {
      const { keys } = keysOfWorkspace(nth)
      const run = () => void go(to('home', { slug }))
      return keys ? [[keys, { run, label: name, group: 'Workspaces' }]] : []
    }),
  )
  const places: KeyMap = Object.fromEntries(
    keyedPlaces(at).map(({ keys, label, href }) => [
      keys,
      { run: () => (href ? void go(href) : false), label, group: 'Go to' },
    ]),
  )
  useKeys({
    'mod+k': { run: openCommands, label: 'Command menu', group: 'Everywhere', always: true },
    '/': { run: openCommands, label: 'Search', group: 'Everywhere' },
    '?': { run: openKeys, label: 'Keyboard shortcuts', group: 'Everywhere' },
    'mod+z': { run: undoLast, label: 'Undo', group: 'Everywhere' },
    'mod+shift+z': { run: redoLast, label: 'Redo', group: 'Everywhere' },
    c: { run: () => (onNewIssue ? onNewIssue() : false), label: 'New issue', group: 'Create' },
    q: { run: () => (onNewCycle ? onNewCycle() : false), label: 'New cycle', group: 'Create' },
    m: { run: () => (onNewModule ? onNewModule() : false), label: 'New module', group: 'Create' },
    p: { run: () => (onNewProject ? onNewProject() : false), label: 'New project', group: 'Create' },
    v: { run: () => (onNewView ? onNewView() : false), label: 'New view', group: 'Create' },
    d: { run: () => (onNewPage ? onNewPage() : false), label: 'New page', group: 'Create' },
    ...places,
    ...workspaces,
  })
}
