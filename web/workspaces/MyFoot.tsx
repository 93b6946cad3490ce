import { useState } from 'react'
import { useNavigate } from 'react-router'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../data/client.ts'
import { chooseTheme } from '../data/me.ts'
import { signOut, useSession } from '../data/session.ts'
import { placeOf, to } from '../places/address.ts'
import { placesIn, type Standpoint } from '../places/offers.ts'
import { openOverlay } from '../shell/overlays.ts'
import { SidebarFoot } from '../shell/sidebar/Sidebar.tsx'
import type { Person } from '../ui/marks/Avatar.tsx'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { themeNames, themes, useTheme } from '../ui/theme.ts'
import { openKeys } from './workspaceKeys.ts'

type Me = Person & { email: string }

/** Whether the person runs the instance: asked when the menu is first opened, since few do. */
const useRunsInstance = (): [boolean, (open: boolean) => void] => {
  const [runs, setRuns] = useState(false)
  const ask = () =>
    call(userRoutes.isInstanceAdmin).then(
      ({ body }) => setRuns(body.is_instance_admin),
      () => {},
    )
  return [runs, open => void (open && !runs && ask())]
}

const useMyMenu = (email: string, at: Standpoint, runsInstance: boolean): MenuEntry[] => {
  const go = useNavigate()
  const theme = useTheme()
  return [
    { id: 'who', heading: email },
    ...placesIn('accountSettings', at)
      .slice(0, 1)
      .map(({ href }) => ({
        id: 'account',
        label: 'Account settings',
        icon: 'settings' as const,
        run: () => void go(href),
      })),
    ...(runsInstance
      ? [
          {
            id: 'instance',
            label: placeOf('setUp').label,
            icon: 'shield' as const,
            run: () => void go(to('setUp')),
          },
        ]
      : []),
    {
      id: 'theme',
      label: 'Theme',
      children: themes.map(one => ({
        id: one,
        label: themeNames[one],
        checked: one === theme,
        run: () => void chooseTheme(one).catch(() => {}),
      })),
    },
    { id: 'out', label: 'Sign out', run: () => void signOut() },
  ]
}

const useHelpMenu = (): MenuEntry[] => {
  const { instance } = useSession()
  return [
    { id: 'version', heading: `Tandem ${instance?.instance.current_version ?? ''}`.trim() },
    { id: 'keys', label: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', run: openKeys },
    { id: 'news', label: 'What’s new', icon: 'history', run: () => openOverlay('news') },
  ]
}

/** The signed-in person, at the foot of every sidebar. */
export const MyFoot = ({ me, at }: { me: Me; at: Standpoint }) => {
  const [runsInstance, ask] = useRunsInstance()
  return (
    <SidebarFoot
      me={me}
      meMenu={useMyMenu(me.email, at, runsInstance)}
      onMeMenu={ask}
      helpMenu={useHelpMenu()}
    />
  )
}
