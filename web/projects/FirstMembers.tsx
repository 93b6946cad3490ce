import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { useHere } from '../data/viewer.ts'
import { Field } from '../ui/controls/Field.tsx'
import { FieldButton } from '../ui/controls/FieldButton.tsx'
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
  const [first, ...others] = chosen
  return (
    <Field label="People">
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
        <FieldButton
          label="People"
          shown={
            first && others.length === 0
              ? first.display_name
              : first
                ? `${chosen.length} people`
                : 'Nobody else yet'
          }
          mark={first && <AvatarStack people={chosen} max={3} apart />}
        />
      </Picker>
    </Field>
  )
}
