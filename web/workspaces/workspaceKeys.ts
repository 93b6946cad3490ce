import { useNavigate } from 'react-router'
import { redoLast, undoLast } from '../data/undo.ts'
import { noteWhatIsMeant } from '../issues/acts/commandScope.ts'
import { keyedPlaces, type Standpoint } from '../places/offers.ts'
import { type KeyMap, useKeys } from '../shell/keyboard.ts'
import { openOverlay } from '../shell/overlays.ts'
import { useCreations } from './standpoint.ts'

export const openCommands = () => {
  noteWhatIsMeant()
  openOverlay('commands')
}

export const openKeys = () => openOverlay('keys')

/** What works wherever one is in a workspace. */
export const useWorkspaceKeys = (at: Standpoint) => {
  const go = useNavigate()
  const { onNewIssue, onNewProject, onNewCycle, onNewModule, onNewView } = useCreations(at)
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
    ...places,
  })
}
