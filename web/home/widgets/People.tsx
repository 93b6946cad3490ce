import { useState } from 'react'
import { Link } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { useRows } from '../../data/rows.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { PartHead } from '../figures.tsx'
import { useTotals } from '../personIssues.ts'
import { workLink } from '../workLink.ts'

const FIRST = 8
const ACTIVE = 'unstarted,started'

/** Everybody's number of open issues in the workspace; I are first. */
export const People = () => {
  const { slug, workspaceId } = useHere()
  const me = viewer()?.id
  const users = useRows('user')
  const members = useRows('workspace_member')
  const active = useTotals({ state_group: ACTIVE }, 'assignees__id')
  const [words, setWords] = useState<string | null>(null)
  const [isLong, setLong] = useState(false)
  const joined = new Set(
    members.filter(row => row.workspace_id === workspaceId && row.is_active).map(row => row.member_id),
  )
  const wanted = fold((words ?? '').trim())
  const people = users
    .filter(user => joined.has(user.id) && !user.is_bot)
    .filter(user => fold(`${user.display_name} ${user.first_name} ${user.last_name}`).includes(wanted))
    .map(user => ({ user, count: active?.of(user.id) ?? 0 }))
    .sort(
      (a, b) =>
        Number(b.user.id === me) - Number(a.user.id === me) ||
        b.count - a.count ||
        a.user.display_name.localeCompare(b.user.display_name),
    )
  const shown = isLong ? people : people.slice(0, FIRST)
  return (
    <section aria-label="People">
      <PartHead title="People">
        {words === null ? (
          <>
            <span className="text-12 text-ink-3">active issues</span>
            <IconButton icon="search" size="strip" label="Find people" onClick={() => setWords('')} />
          </>
        ) : (
          <SearchField label="Find people" placeholder="Name" autoFocus value={words} onChange={setWords} />
        )}
      </PartHead>
      <ul className="grid grid-cols-2 gap-x-6">
        {shown.map(({ user, count }) => (
          <li key={user.id} className="min-w-0">
            <Link
              to={workLink(slug, user.id, 'assigned', { state_group: ACTIVE })}
              className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
            >
              <Avatar person={user} silent />
              <span className="cut flex-1">{user.id === me ? 'You' : user.display_name}</span>
              <span className="num text-ink-2">{active ? count : ''}</span>
            </Link>
          </li>
        ))}
      </ul>
      {wanted && people.length === 0 && <p className="py-1 text-ink-3">Nobody matches.</p>}
      {people.length > FIRST && (
        <Button size="small" className="-ml-2" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${people.length}`}
        </Button>
      )}
    </section>
  )
}
