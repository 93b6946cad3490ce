import { useNavigate } from 'react-router'
import { enter } from '../data/live.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { useByVisit } from '../data/visits.ts'
import { placeOf, settingsOf, to, usePlace } from '../places/address.ts'
import { Icon } from '../ui/icons.tsx'
import { WorkspaceMark } from '../ui/marks/WorkspaceMark.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

/** The workspaces whose settings may be shown here, and how one comes to more of them. */
const useEntries = (): MenuEntry[] => {
  const go = useNavigate()
  const place = usePlace()
  const here = useHere().slug
  const { workspaces: known, instance } = useSession()
  const workspaces = useByVisit(known)
  const mayMake = !instance?.config.is_workspace_creation_disabled
  const list = place && settingsOf(place.id)
  const show = (slug: string) => {
    // One's own settings belong to no workspace: they stay, beside those of the other one.
    if (!place || list === 'accountSettings') return void enter(slug)
    const same = list === 'workspaceSettings' && !placeOf(place.id).path.replace('/:slug', '').includes(':')
    const { path } = placeOf(same ? place.id : 'general')
    void go(path.replace(':slug', slug))
  }
  return [
    ...workspaces.map(({ id, name, slug, logo_url }) => ({
      id,
      label: name,
      icon: <WorkspaceMark workspace={{ name, logo_url }} size={20} />,
      checked: slug.toLowerCase() === here.toLowerCase(),
      run: () => show(slug),
    })),
    { id: 'rule', rule: true },
    ...(['createWorkspace', 'invitations'] as const)
      .filter(id => mayMake || id !== 'createWorkspace')
      .map(id => ({ id, label: placeOf(id).label, run: () => void go(to(id)) })),
  ]
}

/** The name above the settings of a workspace; its menu leads to those of another. */
export const WorkspaceHeading = ({ name }: { name: string }) => (
  <Menu entries={useEntries()}>
    <button
      type="button"
      aria-label={`${name}: workspaces`}
      className="group/heading flex h-6 min-w-0 max-w-full items-center gap-1 rounded-tag hover:text-ink-2 data-[popup-open]:text-ink max-md:h-11"
    >
      <span className="cut">{name}</span>
      <Icon
        name="chevrons-up-down"
        size={12}
        className="opacity-0 group-focus-visible/heading:opacity-100 group-hover/heading:opacity-100 group-data-[popup-open]/heading:opacity-100 pointer-coarse:opacity-100"
      />
    </button>
  </Menu>
)
