import { Tooltip } from '../popups/Tooltip.tsx'
import { AvatarStack, type Person } from './Avatar.tsx'

export const Presence = ({ people }: { people: readonly Person[] }) =>
  people.length === 0 ? null : (
    <Tooltip label={people.map(person => person.display_name).join(', ')}>
      <span
        role="img"
        aria-label={`Here now: ${people.map(person => person.display_name).join(', ')}`}
        className="flex"
      >
        <AvatarStack people={people} here apart max={4} />
      </span>
    </Tooltip>
  )
