import { signOut, useSession } from '../data/session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Menu } from '../ui/popups/Menu.tsx'

/** Names the signed-in person, for somebody who meant another address. */
export const Who = () => {
  const { me } = useSession()
  return (
    me && (
      <Menu
        align="end"
        entries={[
          { id: 'who', heading: me.email },
          {
            id: 'out',
            label: 'Sign out and use another address',
            icon: 'log-out',
            run: () => void signOut(),
          },
        ]}
      >
        <Button className="min-w-0 max-w-60 shrink">
          <Avatar person={me} silent />
          <span className="cut">{me.email}</span>
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Menu>
    )
  )
}
