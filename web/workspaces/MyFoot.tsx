import { useNavigate } from 'react-router'
import { signOut } from '../data/session.ts'
import { placesIn, type Standpoint } from '../places/offers.ts'
import { SidebarFoot } from '../shell/Sidebar.tsx'
import type { Person } from '../ui/marks/Avatar.tsx'
import type { MenuEntry } from '../ui/popups/Menu.tsx'
import { setTheme, themeNames, themes, useTheme } from '../ui/theme.ts'
import { openKeys } from './workspaceKeys.ts'

type Me = Person & { email: string }

const useMyMenu = (email: string, at: Standpoint): MenuEntry[] => {
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
    {
      id: 'theme',
      label: 'Theme',
      children: themes.map(one => ({
        id: one,
        label: themeNames[one],
        checked: one === theme,
        run: () => setTheme(one),
      })),
    },
    { id: 'out', label: 'Sign out', run: () => void signOut() },
  ]
}

/** Who sits at this browser, at the foot of whichever sidebar. */
export const MyFoot = ({ me, at }: { me: Me; at: Standpoint }) => (
  <SidebarFoot me={me} meMenu={useMyMenu(me.email, at)} onHelp={openKeys} />
)
