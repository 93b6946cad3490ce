import { useRowsOf } from '../../data/rowsBy.ts'
import { classes } from '../../ui/classes.ts'
import { personColour, variables } from '../../ui/colours.ts'
import { AvatarStack } from '../../ui/marks/Avatar.tsx'
import { useOthersAtIssue } from './here.ts'

/** The ring around a card, or within a row, that somebody else edits or moves, with their name on it. */
export const BusyRing = ({ issueId, within }: { issueId: string; within?: boolean }) => {
  const busy = useOthersAtIssue(issueId).find(({ at }) => at?.doing !== 'reads')
  const [person] = useRowsOf('user', busy ? [busy.id] : [])
  if (!person) return null
  return (
    <span
      // The header says it in words.
      aria-hidden="true"
      data-busy={person.id}
      style={variables({ '--person': personColour(person.id) })}
      className={classes(
        'pointer-events-none absolute inset-0 z-10 rounded-control',
        within ? 'shadow-[inset_0_0_0_2px_var(--person)]' : 'shadow-[0_0_0_2px_var(--person)]',
      )}
    >
      <span className="busy-flag avatar-here">{person.first_name || person.display_name}</span>
    </span>
  )
}

/** The others who have the issue open. */
export const Readers = ({ issueId, className }: { issueId: string; className?: string }) => {
  const readers = useOthersAtIssue(issueId).filter(({ at }) => at?.doing === 'reads')
  const people = useRowsOf(
    'user',
    readers.map(({ id }) => id),
  )
  if (people.length === 0) return null
  return (
    <span data-readers className={classes('flex flex-none', className)}>
      <AvatarStack people={people} size={16} max={2} here apart />
    </span>
  )
}
