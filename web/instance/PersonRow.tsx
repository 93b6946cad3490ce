import type { z } from 'zod'
import type { InstancePerson } from '#contract/workspace/instancePeople.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { sinceText } from '../ui/dates/day-words.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

export type Person = z.infer<typeof InstancePerson>

export const GRID =
  'grid grid-cols-[minmax(0,1fr)_120px_96px_80px_28px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_auto_44px] max-md:gap-x-1 max-md:pr-0'

export const stateNames: Record<Person['state'], string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  never: 'Never signed in',
}

export const nameOf = ({ first_name, last_name, display_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || display_name

const Mark = ({ children }: { children: string }) => (
  <span className="flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2">{children}</span>
)

type PersonRowProps = {
  person: Person
  isMe: boolean
  /** Why nobody could use a link to a new password. */
  noLink: string | false
  onLink: () => void
  onDeactivate: () => void
  onReactivate: () => void
}

const entriesOf = ({
  person,
  isMe,
  noLink,
  onLink,
  onDeactivate,
  onReactivate,
}: PersonRowProps): MenuEntry[] =>
  person.state === 'deactivated'
    ? [{ id: 'reactivate', label: 'Reactivate', icon: 'rotate-ccw', run: onReactivate }]
    : [
        {
          id: 'link',
          label: 'Link to a new password…',
          icon: 'key-round',
          run: onLink,
          disabled: isMe ? 'You change your own password in your account settings' : noLink,
        },
        { id: 'rule', rule: true },
        {
          id: 'deactivate',
          label: 'Deactivate…',
          icon: 'user-minus',
          danger: true,
          run: onDeactivate,
          disabled: person.is_instance_admin && 'Remove this person as an instance admin first, in General',
        },
      ]

export const PersonRow = (props: PersonRowProps) => {
  const { person, isMe } = props
  const name = nameOf(person)
  const isGone = person.state === 'deactivated'
  return (
    <li className={`${GRID} group/person -mx-2 min-h-9 rounded-control hover:bg-hover max-md:min-h-14`}>
      <span className="flex min-w-0 items-center gap-2 max-md:gap-3">
        <Avatar person={person} silent className={isGone ? 'grayscale' : ''} />
        <span className="flex min-w-0 items-center gap-2 max-md:block">
          <span className="flex min-w-0 items-center gap-2 max-md:text-15">
            <span className={`cut ${isGone ? 'text-ink-3' : ''}`}>{name}</span>
            {isMe ? <Mark>You</Mark> : person.is_instance_admin && <Mark>Admin</Mark>}
          </span>
          <span className="cut text-12 text-ink-3 max-md:block">{person.email}</span>
        </span>
      </span>
      <span className={`text-12 ${isGone ? 'text-ink-3' : 'text-ink-2'}`}>{stateNames[person.state]}</span>
      <span className="num text-12 text-ink-3 first-letter:uppercase max-md:hidden">
        {person.last_active ? sinceText(person.last_active) : 'Never'}
      </span>
      <span className="num text-12 text-ink-3 max-md:hidden">{person.total_workspaces}</span>
      <Menu align="end" entries={() => entriesOf(props)}>
        <IconButton
          icon="ellipsis"
          tooltip={false}
          label={`Actions for ${name}`}
          className="opacity-0 focus-visible:opacity-100 group-focus-within/person:opacity-100 group-hover/person:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
        />
      </Menu>
    </li>
  )
}
