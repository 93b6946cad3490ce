import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Avatar, AvatarStack } from '../ui/marks/Avatar.tsx'
import { Picker } from '../ui/popups/Picker.tsx'

type Given = { member_id: string; role: 5 | 15 | 20 }
type FirstMembersProps = {
  value: readonly { member_id: string }[]
  /** The lead is in it anyhow. */
  without: string | null
  onChange: (members: Given[]) => void
}

/** The members of a new project, each in their role in the workspace. */
export const FirstMembers = ({ value, without, onChange }: FirstMembersProps) => {
  const { me } = useSession()
  const { workspaceId } = useHere()
  const roles = new Map(
    useRows('workspace_member').flatMap(row =>
      row.is_active && row.workspace_id === workspaceId ? [[row.member_id, row.role] as const] : [],
    ),
  )
  const people = useRows('user').filter(
    user => roles.has(user.id) && user.id !== me?.id && user.id !== without,
  )
  if (people.length === 0) return null
  const ids = value.map(one => one.member_id)
  const chosen = people.filter(person => ids.includes(person.id))
  return (
    <div>
      <span className="mb-1.5 block font-medium">People</span>
      <Picker
        multiple
        label="People"
        hint="Name…"
        options={people.map(person => ({
          id: person.id,
          name: person.display_name,
          icon: <Avatar person={person} silent />,
        }))}
        value={ids}
        onPick={next => onChange(next.map(id => ({ member_id: id, role: roles.get(id) as Given['role'] })))}
      >
        <Button size="form" variant="neutral" icon={chosen.length === 0 ? 'user-plus' : undefined}>
          {chosen.length > 0 && <AvatarStack people={chosen} max={3} apart />}
          {chosen.length === 0
            ? 'Add people'
            : chosen.length === 1
              ? chosen[0]?.display_name
              : `${chosen.length} people`}
        </Button>
      </Picker>
    </div>
  )
}
