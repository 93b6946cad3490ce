import { useEffect, useState } from 'react'
import { NavLink } from 'react-router'
import { instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import { call } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { type PlaceId, placeIds, placeOf, to } from '../places/address.ts'
import { SettingsGroup, SettingsNavigation } from '../settings/SettingsNavigation.tsx'
import { openOverlay } from '../shell/overlays.ts'
import { SIDEBAR_ROW, SidebarFoot } from '../shell/sidebar/Sidebar.tsx'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { TandemMark } from '../ui/marks/TandemMark.tsx'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { setTheme, themeNames, themes, useTheme } from '../ui/theme.ts'
import { leaveInstance, type Me } from './instance.ts'
import { leave } from './LeaveQuestion.tsx'

const shown = placeIds.filter(id => placeOf(id).listed?.includes('instance'))

/** How many workspaces there are: asked anew at each screen, for one may have been made at the last. */
const useWorkspaceCount = (at: string): number | null => {
  const [count, setCount] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew at each screen
  useEffect(() => {
    call(instanceAdminRoutes.workspaces, { query: { per_page: '1' } }).then(
      ({ body }) => setCount(body.total_count),
      // Then the line is without it.
      () => {},
    )
  }, [at])
  return count
}

const useMyMenu = (email: string): MenuEntry[] => {
  const theme = useTheme()
  return [
    { id: 'who', heading: email },
    {
      id: 'theme',
      label: 'Theme',
      children: themes
        .filter(one => one !== 'custom' || theme === 'custom')
        .map(one => ({ id: one, label: themeNames[one], checked: one === theme, run: () => setTheme(one) })),
    },
    {
      id: 'out',
      label: 'Sign out',
      icon: 'log-out',
      run: () => leave(() => void leaveInstance(to('setUp'))),
    },
  ]
}

const useHelpMenu = (): MenuEntry[] => {
  const version = useSession().instance?.instance.current_version ?? ''
  return [
    { id: 'version', heading: `Tandem ${version}`.trim() },
    { id: 'keys', label: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', run: () => openOverlay('keys') },
    { id: 'news', label: 'What’s new', icon: 'history', run: () => openOverlay('news') },
  ]
}

/** The screens of those who run the instance, in the sidebar's place. */
export const InstanceNavigation = ({ me, at }: { me: Me; at: string }) => {
  const [wanted, setWanted] = useState<string | null>(null)
  const count = useWorkspaceCount(at)
  const term = wanted?.trim().toLowerCase() ?? ''
  const found = shown.filter(id => {
    const { label, words = [] } = placeOf(id)
    return [label, ...words].join(' ').toLowerCase().includes(term)
  })
  const countAt = (id: PlaceId) => (id === 'instanceWorkspaces' ? count : null)
  return (
    <SettingsNavigation
      label="Instance admin"
      wanted={wanted}
      onFind={setWanted}
      isNone={found.length === 0}
      foot={<SidebarFoot me={me} meMenu={useMyMenu(me.email)} helpMenu={useHelpMenu()} />}
      head={
        <span className="flex h-8 min-w-0 flex-1 items-center gap-2 px-1.5 font-semibold max-md:text-15">
          <TandemMark size={20} />
          <span className="cut">Instance admin</span>
        </span>
      }
    >
      <ul>
        {found.map(id => {
          const { label, icon, path } = placeOf(id)
          const value = countAt(id)
          return (
            <li key={id}>
              <NavLink to={path} className={SIDEBAR_ROW}>
                {icon && <Icon name={icon} />}
                <span className="cut flex-1">{label}</span>
                {value !== null && <Count value={value} className="!text-ink-2 font-normal" />}
              </NavLink>
            </li>
          )
        })}
      </ul>
      {!term && (
        <SettingsGroup label="Elsewhere">
          <li>
            <a href={to('start')} rel="external" className={SIDEBAR_ROW}>
              <Icon name="arrow-up-right" />
              Open Tandem
            </a>
          </li>
        </SettingsGroup>
      )}
    </SettingsNavigation>
  )
}
