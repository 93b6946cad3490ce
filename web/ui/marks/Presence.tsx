import { Tooltip } from '../popups/Tooltip.tsx'
import { Avatar, type Person } from './Avatar.tsx'

/** Somebody who is here, and what they do: "moving BER-231". */
export type Present = Person & { doing?: string }

const MOST = 4
const said = ({ display_name, doing }: Present) => (doing ? `${display_name}, ${doing}` : display_name)

export const Presence = ({ people }: { people: readonly Present[] }) => {
  if (people.length === 0) return null
  const rest = people.slice(MOST)
  const all = (some: readonly Present[], between: string) => some.map(said).join(between)
  return (
    <span role="img" aria-label={`Here now: ${all(people, '; ')}`} className="flex flex-none gap-0.5">
      {people.slice(0, MOST).map(person => (
        <Tooltip key={person.id} label={said(person)}>
          <span className="flex">
            <Avatar {...{ person }} here silent />
          </span>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={all(rest, '; ')}>
          <span className="num grid h-5 place-items-center pl-0.5 text-12 text-ink-3">+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  )
}
